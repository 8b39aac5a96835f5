import { BadgeCheck, CalendarClock, PhoneOff, Wallet } from 'lucide-react'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { Card } from '../../shared/ui/card.tsx'

const OpenedLead = lazyPart(() => import('./opened-lead.tsx'), { failed: null })

const promises = [
  { icon: Wallet, title: 'You pay for a business once', text: 'Search or export it again, and it costs nothing.' },
  {
    icon: PhoneOff,
    title: 'Dead numbers are credited',
    text: 'Report one, and it is credited, within fair use.',
  },
  {
    icon: CalendarClock,
    title: 'Every fact has its source and date',
    text: 'Open a lead to see where each comes from.',
  },
  { icon: BadgeCheck, title: 'Your leads stay yours', text: 'You keep them on any plan, also after you cancel.' },
]

const tools = [
  { name: 'Websites', text: 'Find who has none, or a weak one, with proof and a reason to call.' },
  { name: 'Your file', text: 'Upload your own customer list, and fill in what is missing.' },
  { name: 'Map', text: 'See the leads where they are, and draw the area to search.' },
  { name: 'Lists', text: 'Give leads a status, notes, and a follow-up date.' },
  { name: 'Alerts', text: 'Save a search, and hear of businesses that are new there.' },
  { name: 'CRM files', text: 'Download files that HubSpot, Salesforce, and others import.' },
]

export const WhyUs = () => (
  <section aria-labelledby="why-title" className="border-b border-line bg-surface">
    <div className="mx-auto max-w-reading px-4 py-14 sm:px-6 lg:py-20">
      <h2 id="why-title" className="text-2xl font-semibold tracking-tight">
        Why Leadline
      </h2>
      <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_26rem]">
        <ul className="grid content-start gap-x-8 gap-y-8 sm:grid-cols-2">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-5 text-accent-ink" />
              <h3 className="mt-3 font-semibold text-balance">{title}</h3>
              <p className="mt-1 text-sm text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
        {/* As high as the answer, so that it moves nothing. */}
        <Card className="min-h-92 min-w-0 p-4">
          <OpenedLead />
        </Card>
      </div>
      <dl className="mt-10 grid gap-x-8 gap-y-2 border-t border-line pt-6 text-sm md:grid-cols-2">
        {tools.map(({ name, text }) => (
          <div key={name} className="flex gap-3">
            <dt className="w-20 shrink-0 font-medium">{name}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
)
