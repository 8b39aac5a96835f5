import { Contact, Download, Layers, Map } from 'lucide-react'
import { offeredPlans } from '#contract/plans.ts'

const planNames = offeredPlans.map(({ name }) => name).join(', ')
const points = [
  { icon: Map, title: 'Nationwide search', text: 'Every state, down to a single ZIP code and a radius in miles.' },
  {
    icon: Contact,
    title: 'Automatic contact info',
    text: 'Phone, address, website and email are filled in wherever the data has them.',
  },
  { icon: Layers, title: 'A plan for every size', text: `${planNames}. Change or cancel anytime.` },
  { icon: Download, title: 'CSV export', text: 'Export all leads of a search, or only the ones you select.' },
]

export const MarketingPanel = () => (
  <aside
    aria-label="What you get"
    className="hidden self-start rounded-xl border border-line bg-surface p-8 shadow-card lg:block"
  >
    <h2 className="text-xl font-semibold tracking-tight text-balance">
      Local business leads without the manual research
    </h2>
    <ul className="mt-7 flex flex-col gap-6">
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink">
            <Icon className="size-4.5" aria-hidden="true" />
          </span>
          <div>
            <h3 className="text-sm font-semibold">{title}</h3>
            <p className="mt-0.5 text-sm text-pretty text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </aside>
)
