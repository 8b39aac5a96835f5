import { useQuery } from '@tanstack/react-query'
import { reasonNames } from '#contract/lead-report.ts'
import { isPlaceFault, type PlaceOverrideInput } from '#contract/place-overrides.ts'
import type { AdminLeadReport, ReportDecision } from '#contract/report-queue.ts'
import { showError } from '../../shared/api/failures.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Decision, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { overridesQuery, useWithhold } from './place-overrides.queries.ts'
import { queueFailure, queueQuery, useDecideReport } from './report-queue.queries.ts'

export const ReportQueue = () => (
  <QuerySection
    title="Waiting for you"
    loading="Loading the reports"
    query={useQuery(queueQuery)}
    failure={queueFailure}
  >
    {({ total, reports }) => (
      <>
        {reports.length === 0 && <p className="text-sm text-ink-2">No report waits for a decision.</p>}
        <ul className="flex flex-col gap-3">
          {reports.map(report => (
            <li key={report.id}>
              <Report report={report} />
            </li>
          ))}
        </ul>
        {total > reports.length && (
          <p className="mt-3 text-sm text-ink-2">
            {count(total - reports.length, 'more report waits', 'more reports wait')}. Load the page again to see them.
          </p>
        )}
      </>
    )}
  </QuerySection>
)

function Report({ report }: { report: AdminLeadReport }) {
  const { id, businessName, town, placeKey, reason, username, createdAt, others, credited } = report
  const decide = useDecideReport()
  const saving = decide.isPending ? decide.variables.decision : undefined
  const onDecide = (decision: ReportDecision) => decide.mutate({ id, decision })
  const facts = [
    `Reported by ${username}`,
    `${count(credited, 'pull', 'pulls')} credited in 30 days`,
    others === 0 ? 'reported by nobody else' : `also reported by ${count(others, 'other account', 'other accounts')}`,
  ]
  return (
    <DecisionCard
      title={businessName}
      createdAt={createdAt}
      badges={<Badge>{reasonNames[reason]}</Badge>}
      decisions={
        <>
          <Decision value="credit" label="Credit" about={businessName} variant="primary" {...{ saving, onDecide }} />
          <Decision value="refuse" label="Refuse" about={businessName} variant="ghost" {...{ saving, onDecide }} />
          {isPlaceFault(reason) && <Withhold place={{ placeKey, fault: reason }} businessName={businessName} />}
        </>
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
      <p className="mt-1 text-xs wrap-anywhere text-ink-3">{[town, placeKey].filter(Boolean).join(' · ')}</p>
    </DecisionCard>
  )
}

/** Corrects the place for everyone, with or without a credit for the report. */
function Withhold({ place, businessName }: { place: PlaceOverrideInput; businessName: string }) {
  const { placeKey, fault } = place
  const withhold = useWithhold()
  const { data } = useQuery(overridesQuery)
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
    <Button
      size="sm"
      className="ml-auto"
      isLoading={withhold.isPending}
      onClick={() => withhold.mutate(place, { onError: error => showError('The place was not withheld', error) })}
    >
      Withhold<span className="sr-only"> {businessName} from everyone</span>
    </Button>
  )
}
