import { useQuery } from '@tanstack/react-query'
import { reasonNames } from '#contract/lead-report.ts'
import { isPlaceFault, type PlaceOverrideInput } from '#contract/place-overrides.ts'
import type { AdminLeadReport, ReportDecision } from '#contract/report-queue.ts'
import { showError } from '../../shared/api/failures.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count, formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
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
  const isDeciding = (decision: ReportDecision) => decide.isPending && decide.variables.decision === decision
  const facts = [
    `Reported by ${username}`,
    `${count(credited, 'pull', 'pulls')} credited in 30 days`,
    others === 0 ? 'reported by nobody else' : `also reported by ${count(others, 'other account', 'other accounts')}`,
  ]
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere max-sm:basis-full">{businessName}</h3>
        <span className="text-xs text-ink-3 tabular-nums">{formatDayOf(createdAt)}</span>
        <Badge>{reasonNames[reason]}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
      <p className="mt-1 text-xs wrap-anywhere text-ink-3">{[town, placeKey].filter(Boolean).join(' · ')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={decide.isPending}
          isLoading={isDeciding('credit')}
          onClick={() => decide.mutate({ id, decision: 'credit' })}
        >
          Credit<span className="sr-only"> {businessName}</span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={decide.isPending}
          isLoading={isDeciding('refuse')}
          onClick={() => decide.mutate({ id, decision: 'refuse' })}
        >
          Refuse<span className="sr-only"> {businessName}</span>
        </Button>
        {isPlaceFault(reason) && <Withhold place={{ placeKey, fault: reason }} businessName={businessName} />}
      </div>
    </Card>
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
