import { Search } from 'lucide-react'
import { type FormEvent, lazy, useRef, useState } from 'react'
import { LazyPart } from '../../shared/api/lazy-part.tsx'
import { paths } from '../../shared/paths.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { controlClass } from '../../shared/ui/input.tsx'
import { PreviewRow, PreviewRows } from './preview-rows.tsx'
import type { Asked } from './product-preview.rules.ts'

const LivePreview = lazy(() => import('./live-preview.tsx'))

const example = [
  { businessName: 'Harbor & Sons Plumbing', phone: '(303) 555-0142', website: 'harbor.example', score: 92 },
  { businessName: 'Clearwater Pipe Works', phone: '(303) 555-0117', website: 'clearwater.example', score: 84 },
  { businessName: 'Mesa Drain & Sewer', phone: '(303) 555-0163', website: null, score: 81 },
]

/**
 * A search to try before signing up. Until then it shows an example with fictional businesses. Without scripts, the form
 * leads to the registration, which keeps both fields.
 */
export function ProductPreview() {
  const [asked, setAsked] = useState<Asked>()
  const categoryField = useRef<HTMLInputElement>(null)
  const placeField = useRef<HTMLInputElement>(null)
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [category, place] = [categoryField, placeField].map(({ current }) => current?.value.trim() ?? '')
    if (category && place) setAsked({ category, place })
  }
  return (
    <Card className="overflow-hidden rounded-xl shadow-float">
      <form
        action={paths.register}
        aria-label="Try a search"
        onSubmit={ask}
        className="grid grid-cols-[1fr_1fr_auto] items-center gap-2 border-b border-line bg-sunken/60 p-3"
      >
        <input
          ref={categoryField}
          name="category"
          aria-label="Business category"
          defaultValue="Plumbers"
          required
          minLength={2}
          maxLength={200}
          autoComplete="off"
          className={controlClass}
        />
        <input
          ref={placeField}
          name="place"
          aria-label="City, state or ZIP"
          defaultValue="Boulder, CO"
          required
          minLength={2}
          maxLength={200}
          autoComplete="off"
          className={controlClass}
        />
        <Button type="submit" variant="primary">
          <Search className="size-4 max-sm:hidden" aria-hidden="true" />
          Count
        </Button>
      </form>
      {asked ? (
        <LazyPart waiting={<PreviewRows isWaiting />}>
          <LivePreview key={`${asked.category}\n${asked.place}`} asked={asked} />
        </LazyPart>
      ) : (
        <PreviewRows footer={<span>An example with fictional businesses. Press Count for real numbers.</span>}>
          {example.map(lead => (
            <PreviewRow
              key={lead.businessName}
              lead={lead}
              badge={
                <Badge tone="green" className="tabular-nums">
                  {lead.score} Excellent
                </Badge>
              }
            />
          ))}
        </PreviewRows>
      )}
    </Card>
  )
}
