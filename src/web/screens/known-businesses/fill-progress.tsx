import type { FileSummary, Fill } from '#contract/leads/filled-files.ts'
import { MoreLeadsActions } from '../../features/plans/more-leads-actions.tsx'
import { count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { fits } from './file-uses.tsx'
import { useCancelFill, useFill } from './filled-files.queries.ts'

/** Why filling stopped. If leads are left and the user agreed to more, it was the limit of new accounts. */
const reasonOf = (agreed: number, summary: FileSummary): string => {
  if (!fits(summary)) return 'Your plan fills fewer rows than this file needs.'
  if (agreed === 0) return 'These are all that you agreed to.'
  if (summary.pullsLeft === 0) return 'The next row needs one more lead of your quota.'
  return 'You can continue. While your email is not confirmed, new leads are limited by the hour.'
}

/** How far a file is filled, or how it ended. */
export function FillProgress({ summary, fill }: { summary: FileSummary; fill: Fill }) {
  const { id, rows } = summary.file
  const cancel = useCancelFill(id)
  const goOn = useFill(id)
  const { state, row, pulls, filled, facts, maxPulls } = fill
  const left = maxPulls - pulls
  const soFar = `${count(filled, 'row')} filled in all, ${count(pulls, 'lead')} used this time.`
  const stoppedAt = row === 0 ? 'Nothing more was filled' : `Stopped after row ${formatNumber(row)}`
  if (state === 'running')
    return (
      <div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-2 tabular-nums">
            Filling, at row {formatNumber(row)}. {soFar}
          </p>
          <SingleClickButton size="sm" isLoading={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </SingleClickButton>
        </div>
        <ProgressBar label="Progress of filling" value={rows === 0 ? 1 : Math.min(1, row / rows)} />
      </div>
    )
  if (state === 'done')
    return (
      <Alert live="status" title="The file is filled">
        {soFar} The businesses are in <TextLink href={paths.leadsTab('all')}>My Leads</TextLink>.
      </Alert>
    )
  return (
    <Alert
      tone="warning"
      live="status"
      title={state === 'stopped' ? stoppedAt : 'You stopped filling'}
      {...((left > 0 || summary.pullsLeft === 0) && {
        actions:
          summary.pullsLeft === 0 ? (
            <MoreLeadsActions />
          ) : (
            <SingleClickButton
              size="sm"
              isLoading={goOn.isPending}
              onClick={() => goOn.mutate({ facts, maxPulls: left })}
            >
              Continue
            </SingleClickButton>
          ),
      })}
    >
      {soFar} {state === 'stopped' && reasonOf(left, summary)} What was paid is not charged again.
    </Alert>
  )
}
