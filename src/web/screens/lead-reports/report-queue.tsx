import { useQuery } from '@tanstack/react-query'
import { isPlaceFault, type PlaceOverrideInput } from '#contract/admin/place-overrides.ts'
import type { AdminLeadReport } from '#contract/admin/report-queue.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { MapLink, PhoneLink, WebsiteLink } from '../../features/leads/lead-contact.tsx'
import { showError } from '../../shared/api/failures.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count, formatNumber } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CardList, Decision, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { overridesRead, useWithhold } from './place-overrides.queries.ts'
import { queueRead, useDecideReport } from './report-queue.queries.ts'

export function ReportQueue() {
  const queue = useQuery(queueRead)
  const waiting = queue.data?.total ?? 0
  return (
    <QuerySection
      title={waiting > 0 ? `Waiting for you (${formatNumber(waiting)})` : 'Waiting for you'}
      loading="Loading the reports"
      read={queueRead}
    >
      {({ total, reports }) => (
        <>
          <CardList items={reports} empty={total === 0 ? 'No reports are waiting for a decision.' : undefined}>
            {report => <Report report={report} />}
          </CardList>
          {total > reports.length && (
            <Button className="mt-3" isLoading={queue.isFetching} onClick={() => void queue.refetch()}>
              Load {count(total - reports.length, 'more report')}
            </Button>
          )}
        </>
      )}
    </QuerySection>
  )
}

function Report({ report }: { report: AdminLeadReport }) {
  const { id, businessName, placeKey, reason, username, createdAt, others, credited } = report
  const decide = useDecideReport(id)
  const facts = [
    `Reported by ${username}`,
    `${count(credited, 'lead')} credited in 30 days`,
    others === 0 ? 'reported by nobody else' : `also reported by ${count(others, 'other account', 'other accounts')}`,
  ]
  return (
    <DecisionCard
      title={businessName}
      createdAt={createdAt}
      badges={<Badge>{reasonNames[reason]}</Badge>}
      decisions={
        <>
          <Decision value="credit" label="Credit" about={businessName} variant="primary" decide={decide} />
          <Decision value="refuse" label="Refuse" about={businessName} variant="ghost" decide={decide} />
          {isPlaceFault(reason) && <Withhold place={{ placeKey, fault: reason }} businessName={businessName} />}
        </>
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
      <Contact report={report} />
      <p className="mt-1 text-xs wrap-anywhere text-ink-3">{placeKey}</p>
    </DecisionCard>
  )
}

/** Lets an administrator call the business, or look at its website or on a map. */
function Contact({ report: { phoneNumber, website, address, town } }: { report: AdminLeadReport }) {
  const whole = [address, town].filter(Boolean).join(', ')
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      <PhoneLink lead={{ phoneNumber, phoneKind: null }} />
      <WebsiteLink lead={{ website }} />
      {whole !== '' && <MapLink address={whole} />}
    </p>
  )
}

/** Corrects the place for everyone, with or without a credit for the report. */
function Withhold({ place, businessName }: { place: PlaceOverrideInput; businessName: string }) {
  const { placeKey, fault } = place
  const withhold = useWithhold()
  const { data } = useQuery(overridesRead)
  const isWithheld = data?.active.some(
    override => override.placeKey === placeKey && override.fault === fault && override.effect === 'withheld',
  )
  if (isWithheld === true)
    return (
      <Badge tone="danger" className="ml-auto self-center">
        withheld
      </Badge>
    )
  return (
    <SingleClickButton
      size="sm"
      className="ml-auto"
      isLoading={withhold.isPending}
      onClick={() => withhold.mutate(place, { onError: error => showError('The place was not withheld', error) })}
    >
      Withhold<span className="sr-only"> {businessName} from everyone</span>
    </SingleClickButton>
  )
}
