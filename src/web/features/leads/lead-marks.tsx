import clsx from 'clsx'
import type { KindEvidence } from '#contract/leads/lead-facts.ts'
import { isReturned } from '#contract/leads/lead-report.ts'
import { type LeadStatus, statusNames } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { capitalized, DAY_MS, formatDate, today } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { hoursNow } from './opening-hours.ts'

type LeadMarksProps = {
  lead: Lead
  /** True in a narrow cell: no tags, follow-up, or doubts, and only screen readers get the chain's name. */
  isShort?: boolean
}

const shownTags = 3

export function LeadMarks({ lead, isShort = false }: LeadMarksProps) {
  const doubt = isShort ? null : doubtAbout(lead)
  return (
    <>
      {lead.status !== 'new' && <Badge tone={statusTones[lead.status]}>{statusNames[lead.status]}</Badge>}
      {!isShort &&
        lead.tags.slice(0, shownTags).map(tag => (
          <Badge key={tag} title={`Tag: ${tag}`}>
            <span className="truncate">{tag}</span>
          </Badge>
        ))}
      {!isShort && lead.tags.length > shownTags && (
        <Badge title={lead.tags.slice(shownTags).join(', ')}>+{lead.tags.length - shownTags}</Badge>
      )}
      {!isShort && lead.followUpOn !== null && (
        <Badge tone={lead.followUpOn <= today() ? 'amber' : 'neutral'}>Follow up {formatDate(lead.followUpOn)}</Badge>
      )}
      {!lead.isListed && !isReturned(lead) && (
        <Badge tone="amber" title="The source no longer lists this business">
          No longer listed
        </Badge>
      )}
      {lead.doNotContact && <Badge tone="amber">Do not contact</Badge>}
      {isReturned(lead) && <Badge title="It was credited">Returned</Badge>}
      {lead.report?.state === 'waiting' && <Badge>Reported</Badge>}
      {isNew(lead) && <Badge tone="green">Newly listed</Badge>}
      {lead.isSample && <Badge tone="amber">Sample</Badge>}
      {doubt !== null && <Badge tone="orange">{doubt}</Badge>}
      {lead.brand !== null && (
        <Badge tone="blue" title={`Chain: ${lead.brand}`}>
          <span className="truncate">
            Chain<span className={clsx(isShort && 'sr-only')}>: {lead.brand}</span>
          </span>
        </Badge>
      )}
    </>
  )
}

/** Why the score is limited: "Possibly listed twice". A missing contact needs no badge: its own line says it. */
function doubtAbout({ scoreLines }: Lead): string | null {
  const reasons = scoreLines.flatMap(({ code, detail }) => (code === 'limit' ? (detail.split(':')[0] ?? []) : []))
  const reason = reasons.find(words => words !== 'neither phone nor email')
  return reason === undefined ? null : capitalized(reason)
}

const NEW_DAYS = 90

/** Whether the business first appeared in a release of the last 90 days. */
const isNew = ({ firstSeenOn }: Lead): boolean =>
  firstSeenOn !== null && Date.now() - Date.parse(firstSeenOn) < NEW_DAYS * DAY_MS

const kindWords: Record<KindEvidence, string> = {
  name: 'Confirmed by its name',
  website: 'Confirmed by its website',
  map: 'Confirmed by a map made by people',
  otherName: 'Not confirmed: its name suggests another one',
  source: 'Not confirmed: only the data source says so',
}

/** The facts behind the badges in words, and facts without a badge, for the details. */
export const specialFacts = (lead: Lead): { name: string; value: string }[] => [
  ...(lead.brand === null ? [] : [{ name: 'Chain', value: lead.brand }]),
  ...(lead.hours === null ? [] : [{ name: 'Hours', value: hoursNow(lead, new Date()) }]),
  ...(lead.kindToldBy === null ? [] : [{ name: 'Kind of business', value: kindWords[lead.kindToldBy] }]),
  ...(lead.derivedLocation === null ? [] : [{ name: 'From its position', value: lead.derivedLocation }]),
  ...(lead.firstSeenOn === null ? [] : [{ name: 'First seen', value: formatDate(lead.firstSeenOn) }]),
]

const statusTones = {
  new: 'neutral',
  contacted: 'blue',
  replied: 'amber',
  qualified: 'accent',
  won: 'green',
  lost: 'grey',
  'not-a-fit': 'neutral',
} as const satisfies Record<LeadStatus, string>
