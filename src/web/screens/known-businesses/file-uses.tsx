import { useId } from 'react'
import type { FileSummary } from '#contract/leads/filled-files.ts'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { useChangeFile } from './filled-files.queries.ts'

/** What a file is used for besides being filled. */
export function FileUses({ summary }: { summary: FileSummary }) {
  const { file } = summary
  // Each box shows what was chosen until its own answer arrives.
  const leaveOut = useChangeFile(file.id)
  const follow = useChangeFile(file.id)
  const hintId = useId()
  const { isLeftOut = file.isLeftOut } = leaveOut.isPending ? leaveOut.variables : {}
  const { isFollowed = file.isFollowed } = follow.isPending ? follow.variables : {}
  const isTooLong = !file.isFollowed && !fits(summary)
  return (
    <div className="mt-5 flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label="My searches can leave out these businesses"
          checked={isLeftOut}
          onChange={({ currentTarget }) => leaveOut.mutate({ isLeftOut: currentTarget.checked })}
        />
        <Checkbox
          label="Tell me when something changes"
          checked={isFollowed}
          disabled={isTooLong}
          aria-describedby={isTooLong ? hintId : undefined}
          onChange={({ currentTarget }) => follow.mutate({ isFollowed: currentTarget.checked })}
        />
      </div>
      {isTooLong && (
        <p id={hintId} className="text-sm text-ink-3">
          <RowsLeft summary={summary} />
        </p>
      )}
      {file.isPaused && (
        <Alert tone="warning" title="This file is not followed at the moment">
          Your plan fills and follows {formatNumber(summary.rowLimit)} rows, those of your oldest files first. This file
          has {formatNumber(file.rows)}. It is followed again when it fits. <PlansLink />
        </Alert>
      )}
    </div>
  )
}

/** Whether the plan has room to fill and follow the file. */
export const fits = ({ file, rowLimit, rowsUsed }: FileSummary): boolean => file.rows <= rowLimit - rowsUsed

export const RowsLeft = ({ summary: { file, rowLimit, rowsUsed } }: { summary: FileSummary }) => (
  <>
    Your plan fills and follows {formatNumber(rowLimit)} rows in all files, and has room for{' '}
    {formatNumber(Math.max(0, rowLimit - rowsUsed))} more. This file has {formatNumber(file.rows)}. <PlansLink />
  </>
)

const PlansLink = () => <TextLink href={paths.subscription}>See the plans</TextLink>
