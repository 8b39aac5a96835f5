import { Globe, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { formatMiles } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { CallButton } from './call-button.tsx'
import { GradeBadge } from './grade-badge.tsx'
import { addressWithZip, cityAndState, EmailLink, PhoneLink, WebsiteLink } from './lead-contact.tsx'
import { LeadMarks } from './lead-marks.tsx'
import { Rating, ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox, showDetails, useIsOpen } from './selection.tsx'

export const LeadCard = memo(function LeadCard({ lead }: { lead: Lead }) {
  const place = cityAndState(lead)
  const address = addressWithZip(lead)
  const isOpen = useIsOpen(lead.id)
  return (
    <Card
      data-lead={lead.id}
      className="@container flex h-full flex-col px-4 py-3 has-checked:border-accent has-aria-[current=true]:ring-2 has-aria-[current=true]:ring-accent"
    >
      <article aria-label={lead.businessName} aria-current={isOpen || undefined} className="flex flex-1 flex-col">
        <div className="flex items-start gap-3">
          <span className="flex h-6 items-center print:hidden touch:-my-2.5 touch:-ml-3 touch:h-11">
            <LeadCheckbox lead={lead} />
          </span>
          <div className="min-w-0 flex-1">
            <h3 title={lead.businessName} className="line-clamp-2 text-base leading-6 font-semibold wrap-anywhere">
              {lead.businessName}
            </h3>
            <div className="flex items-center justify-between gap-x-2 text-sm text-ink-2">
              <p className="min-w-0">
                <span>{place === '' ? 'Unknown location' : place}</span>
                {lead.distanceMiles !== null && (
                  <span className="text-ink-3 tabular-nums"> · {formatMiles(lead.distanceMiles)}</span>
                )}
              </p>
              <span className="flex shrink-0 items-center gap-2">
                {lead.rating !== null && <Rating rating={lead.rating} />}
                <GradeBadge lead={lead} />
                <ScoreBadge score={lead.qualityScore} />
              </span>
            </div>
          </div>
        </div>
        {/* A wide card shows the website beside the phone number. */}
        <ul className="mt-2 grid gap-x-3 gap-y-1 text-sm @sm:grid-cols-[auto_1fr] @sm:*:nth-[n+3]:col-span-2">
          <Line icon={Phone}>
            <PhoneLink lead={lead} />
          </Line>
          <Line icon={Globe}>
            <WebsiteLink lead={lead} />
          </Line>
          <Line icon={MapPin}>
            <span className={address === '' ? 'text-ink-3' : 'min-w-0 wrap-anywhere'}>{address || 'No address'}</span>
          </Line>
          <Line icon={Mail}>
            <EmailLink lead={lead} />
          </Line>
        </ul>
        {/* The parts are side by side if they fit. Otherwise, the buttons fill a row of their own. */}
        <div className="mt-auto flex flex-wrap items-end gap-x-3 gap-y-2 pt-2">
          <div className="flex min-w-0 grow-999 basis-28 flex-wrap gap-1.5">
            {lead.category !== null && (
              <Badge title={lead.category}>
                <span className="truncate">{lead.category}</span>
              </Badge>
            )}
            <LeadMarks lead={lead} />
          </div>
          <div className="flex grow gap-2 *:flex-1 print:hidden">
            <CallButton lead={lead} label="Call" />
            <Button size="sm" onKeyDown={selectByKey} onClick={() => showDetails(lead)}>
              Details
              <span className="sr-only"> of {lead.businessName}</span>
            </Button>
          </div>
        </div>
      </article>
    </Card>
  )
})

/** When the Details button has the focus, the key x selects or deselects the lead. */
function selectByKey({ key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLButtonElement>): void {
  if (key !== 'x' || altKey || ctrlKey || metaKey) return
  currentTarget.closest('article')?.querySelector<HTMLInputElement>('[type="checkbox"]')?.click()
}

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-2.5 touch:min-h-6">
    <Icon className="size-4 shrink-0 text-ink-3" />
    {children}
  </li>
)
