import type { ReactNode } from 'react'
import { count, formatNumber } from '../../shared/format.ts'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'

type SpendDialogProps = {
  title: string
  /** The most that it can cost. */
  pulls: number
  pullsLeft: number
  confirm: string
  isBusy?: boolean
  isDisabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Says the most that something can cost, before it is done. */
export const SpendDialog = ({ pulls, pullsLeft, isBusy = false, isDisabled = false, ...props }: SpendDialogProps) => (
  <Dialog
    onClose={props.onClose}
    isBusy={isBusy}
    title={props.title}
    description={
      pulls === 0
        ? 'Costs nothing: you have these businesses as leads.'
        : pulls > pullsLeft
          ? `Needs at most ${count(pulls, 'lead')}, and you have ${formatNumber(pullsLeft)}.`
          : `Uses at most ${formatNumber(pulls)} of your ${count(pullsLeft, 'lead')}.`
    }
    footer={
      <DialogChoice
        cancel="Not now"
        onCancel={props.onClose}
        disabled={isDisabled}
        isLoading={isBusy}
        onClick={props.onConfirm}
      >
        {props.confirm}
      </DialogChoice>
    }
  >
    <div className="flex flex-col gap-2 text-sm text-ink-2">
      {props.children}
      {pulls > pullsLeft && <p>This stops when your leads are used up, and can continue later.</p>}
    </div>
  </Dialog>
)
