import { useState } from 'react'
import { messageOf } from '../../shared/api/api-error.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'

export type Marked = {
  has: (id: number) => boolean
  set: (ids: readonly number[], isMarked: boolean) => void
}

/** Which entries of a list are marked. */
export function useMarked(): Marked {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    has: id => ids.has(id),
    set: (changed, isMarked) => {
      const after = new Set(ids)
      for (const id of changed) {
        if (isMarked) after.add(id)
        else after.delete(id)
      }
      setIds(after)
    },
  }
}

type MarkProps = { id: number; name: string; marked: Marked }

export const Mark = ({ id, name, marked }: MarkProps) => (
  <Checkbox
    label={`Select ${name}`}
    isLabelHidden
    checked={marked.has(id)}
    onChange={({ target }) => marked.set([id], target.checked)}
  />
)

type Entry = { id: number }
export type BulkDecision<Of extends Entry> = {
  /** The button, such as "Refuse". */
  label: string
  /** What happens, and whether it can be undone. */
  consequence: string
  /** Entries that it makes sense for. */
  isFor: (entry: Of) => boolean
  decide: (entry: Of) => Promise<unknown>
}

type BulkDecisionsProps<Of extends Entry> = {
  shown: readonly Of[]
  marked: Marked
  /** One entry, in words, such as "report". */
  noun: string
  decisions: readonly BulkDecision<Of>[]
  /** After the last decision, also if some failed. */
  onDone: () => void
}

type Asked<Of extends Entry> = { decision: BulkDecision<Of>; chosen: readonly Of[] }

/**
 * Decides about several entries of a list, one after the other, after a question. The question stays open if the list
 * is read again meanwhile.
 */
export function BulkDecisions<Of extends Entry>({ shown, marked, noun, decisions, onDone }: BulkDecisionsProps<Of>) {
  const [asked, setAsked] = useState<Asked<Of>>()
  return (
    <>
      {shown.length > 1 && <DecisionBar {...{ shown, marked, noun, decisions }} onAsk={setAsked} />}
      {asked !== undefined && (
        <Question
          {...asked}
          noun={noun}
          onDone={() => {
            setAsked(undefined)
            marked.set(
              [...shown, ...asked.chosen].map(({ id }) => id),
              false,
            )
            onDone()
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

type DecisionBarProps<Of extends Entry> = Omit<BulkDecisionsProps<Of>, 'onDone'> & { onAsk: (asked: Asked<Of>) => void }

function DecisionBar<Of extends Entry>({ shown, marked, noun, decisions, onAsk }: DecisionBarProps<Of>) {
  const selected = shown.filter(({ id }) => marked.has(id))
  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
      <Checkbox
        label={selected.length === 0 ? 'Select all shown' : `${count(selected.length, noun)} selected`}
        checked={selected.length > 0 && selected.length === shown.length}
        isIndeterminate={selected.length > 0 && selected.length < shown.length}
        onChange={({ target }) =>
          marked.set(
            shown.map(({ id }) => id),
            target.checked,
          )
        }
      />
      {decisions
        .map(decision => ({ decision, chosen: selected.filter(decision.isFor) }))
        .filter(({ chosen }) => chosen.length > 0)
        .map(({ decision, chosen }) => (
          <Button key={decision.label} size="sm" onClick={() => onAsk({ decision, chosen })}>
            {decision.label} {chosen.length}
          </Button>
        ))}
    </div>
  )
}

type QuestionProps<Of extends Entry> = {
  decision: BulkDecision<Of>
  chosen: readonly Of[]
  noun: string
  onDone: () => void
  onCancel: () => void
}

function Question<Of extends Entry>({ decision, chosen, noun, onDone, onCancel }: QuestionProps<Of>) {
  const { label, consequence, decide } = decision
  const [tried, setTried] = useState(0)
  const deciding = useMutation({
    mutationFn: async () => {
      const faults: unknown[] = []
      for (const entry of chosen) {
        // Another administrator may have decided about one of them. The others are decided anyway.
        await decide(entry).catch((error: unknown) => faults.push(error))
        setTried(before => before + 1)
      }
      return faults
    },
    onSuccess: faults => {
      showToast({
        title: `${label}: ${count(chosen.length - faults.length, noun)}`,
        ...(faults.length === 0
          ? {}
          : {
              variant: 'destructive',
              description: `${count(faults.length, noun)} failed: ${messageOf(faults[0], 'Please try again.')}`,
            }),
      })
      onDone()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      isBusy={deciding.isPending}
      title={`${label} ${count(chosen.length, noun)}?`}
      description={consequence}
      footer={
        <>
          <Button disabled={deciding.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" isLoading={deciding.isPending} onClick={() => deciding.mutate()}>
            {label}
          </Button>
        </>
      }
    >
      {deciding.isPending && <ProgressBar label="Decided" value={tried / chosen.length} />}
    </Dialog>
  )
}
