import { confirmationMessage } from '#contract/searches/search-options.ts'
import { formatNumber } from '../../shared/format.ts'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'

type ConfirmDialogProps = { estimatedLeads: number; onClose: () => void; onConfirm: () => void }

/** Asks for confirmation before a search that matches very many places. */
export default function ConfirmDialog({ estimatedLeads, onClose, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="This is a large search"
      description={confirmationMessage}
      footer={
        <DialogChoice onCancel={onClose} onClick={onConfirm}>
          Search
        </DialogChoice>
      }
    >
      <p className="text-sm text-ink-2">
        About <span className="font-medium text-ink tabular-nums">{formatNumber(estimatedLeads)}</span> places match.
        Leads load one page at a time, and only the ones you load count.
      </p>
    </Dialog>
  )
}
