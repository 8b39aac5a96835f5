import { MoreLeadsActions } from '../../features/plans/more-leads-actions.tsx'
import { count, formatNumber } from '../../shared/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { Spinner } from '../../shared/ui/spinner.tsx'
import { type DecidedSoFar, useAskAll, useDecideAll } from './file-changes.queries.ts'
import { SpendDialog } from './spend-dialog.tsx'

const words = {
  accepted: { doing: 'Accepting', done: 'accepted' },
  ignored: { doing: 'Ignoring', done: 'ignored' },
} as const

/** Accepts or ignores all open changes. Before accepting, the user confirms how many leads that may use. */
export function DecideAll({ id, open, pullsLeft }: { id: number; open: number; pullsLeft: number }) {
  const { decide, undo, stop, soFar } = useDecideAll(id)
  const ask = useAskAll(id)
  const done = soFar?.done.length ?? 0
  const total = soFar === undefined ? open : done + soFar.left
  const isBusy = decide.isPending || undo.isPending
  const mostPulls = ask.data?.toPull ?? 0
  const acceptAll = (maxPulls: number) => {
    ask.reset()
    decide.mutate({ is: 'accepted', maxPulls })
  }
  const askFirst = () => ask.mutate(undefined, { onSuccess: ({ toPull }) => toPull === 0 && acceptAll(0) })
  return (
    <div className="mb-3 flex flex-col gap-3">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {decide.isPending ? (
          <SingleClickButton onClick={stop}>Stop</SingleClickButton>
        ) : (
          <>
            {/* It keeps the focus, because the dialog returns it to what opened it. */}
            <SingleClickButton
              disabled={open === 0 || isBusy}
              aria-busy={ask.isPending || undefined}
              onClick={askFirst}
            >
              {ask.isPending && <Spinner />}
              Accept all
            </SingleClickButton>
            <SingleClickButton
              disabled={open === 0 || isBusy || ask.isPending}
              onClick={() => decide.mutate({ is: 'ignored', maxPulls: 0 })}
            >
              Ignore all
            </SingleClickButton>
          </>
        )}
        {decide.isPending && (
          <div className="min-w-48 grow">
            <p className="text-sm text-ink-2 tabular-nums">
              {words[decide.variables.is].doing}: {formatNumber(done)} of {count(total, 'change')}
            </p>
            <ProgressBar label="Progress" value={done / Math.max(1, total)} />
          </div>
        )}
        <output className="text-sm text-ink-2 tabular-nums">{!decide.isPending && soFar && doneWords(soFar)}</output>
        {soFar !== undefined && !decide.isPending && done > 0 && (
          <SingleClickButton variant="link" isLoading={undo.isPending} onClick={() => undo.mutate(soFar)}>
            Undo
          </SingleClickButton>
        )}
      </div>
      {soFar?.stoppedBy === 'quota' && !isBusy && (
        <Alert tone="warning" live="status" title="No leads left" actions={<MoreLeadsActions />}>
          Each business that is still open needs one. What was paid is not charged again.
        </Alert>
      )}
      {mostPulls > 0 && (
        <SpendDialog
          title="Accept all changes?"
          pulls={mostPulls}
          pullsLeft={pullsLeft}
          confirm="Accept all"
          onConfirm={() => acceptAll(mostPulls)}
          onClose={() => ask.reset()}
        >
          <p>
            A business uses one lead of your quota if it is not your lead yet, and is in My Leads from then on. It costs
            nothing to accept that a business has closed, is no longer listed, or has a website that stopped working.
            Undo changes your file back, but returns no leads.
          </p>
        </SpendDialog>
      )}
    </div>
  )
}

const doneWords = ({ is, done, pulls, left, stoppedBy }: DecidedSoFar): string =>
  [
    `${count(done.length, 'change')} ${words[is].done}${pulls > 0 ? `, ${count(pulls, 'lead')} used` : ''}.`,
    left > 0 && `${formatNumber(left)} still open.`,
    stoppedBy === 'maxPulls' && 'More would cost more than you agreed to.',
  ]
    .filter(Boolean)
    .join(' ')
