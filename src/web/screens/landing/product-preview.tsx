import { Phone, Search } from 'lucide-react'
import { Badge } from '../../shared/ui/badge.tsx'
import { Card } from '../../shared/ui/card.tsx'

const leads = [
  { name: 'Harbor & Sons Plumbing', phone: '(303) 555-0142', site: 'harborplumbing.example', score: 92, tone: 'green' },
  { name: 'Clearwater Pipe Works', phone: '(303) 555-0117', site: 'clearwaterpipe.example', score: 84, tone: 'green' },
  { name: 'Mesa Drain & Sewer', phone: '(303) 555-0163', site: 'mesadrain.example', score: 71, tone: 'blue' },
  { name: 'Foothill Water Heaters', phone: '(303) 555-0128', site: 'No website', score: 55, tone: 'amber' },
] as const

/** An example of search results, rendered with the real components. The businesses are fictional. */
export const ProductPreview = () => (
  <figure>
    <figcaption className="sr-only">
      A search for plumbers near Boulder, Colorado, with four leads and their quality scores
    </figcaption>
    <Card className="overflow-hidden rounded-xl shadow-float" aria-hidden="true">
      <div className="flex items-center gap-2.5 border-b border-line bg-sunken/60 px-4 py-3 text-sm whitespace-nowrap">
        <Search className="size-4 text-ink-3" />
        <span className="font-medium">Plumbers</span>
        <span className="hidden text-ink-3 min-[22rem]:inline">near</span>
        <span className="font-medium">Boulder, CO</span>
        <span className="ml-auto text-xs text-ink-3 tabular-nums">5 miles</span>
      </div>
      <div>
        {leads.map(lead => (
          <div key={lead.name} className="flex items-center gap-3 border-b border-line px-4 py-3.5 last:border-0">
            <div className="min-w-0 flex-1">
              <div className="truncate text-sm font-medium">{lead.name}</div>
              <div className="mt-0.5 flex gap-x-3 text-xs text-ink-2">
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
                  <Phone className="size-3 text-ink-3" />
                  {lead.phone}
                </span>
                <span className="truncate text-ink-3">{lead.site}</span>
              </div>
            </div>
            <Badge tone={lead.tone} className="tabular-nums">
              {lead.score}
            </Badge>
          </div>
        ))}
      </div>
      <div className="flex items-center justify-between border-t border-line bg-sunken/60 px-4 py-2.5 text-xs text-ink-3">
        <span className="tabular-nums">4 of 38 leads</span>
        <span className="font-medium text-accent-ink">Export CSV</span>
      </div>
    </Card>
  </figure>
)
