import { confirmationMessage } from '#contract/searches/search-options.ts'
import { formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'

type ConfirmDialogProps = { estimatedLeads: number; onCancel: () => void; onConfirm: () => void }

/** Asks for confirmation before a search that matches very many places. */
export default function ConfirmDialog({ estimatedLeads, onCancel, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title="This is a large search"
      description={confirmationMessage}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" onClick={onConfirm}>
            Search
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        About <span className="font-medium text-ink tabular-nums">{formatNumber(estimatedLeads)}</span> places match.
        Leads load one page at a time, and only the ones you load count.
      </p>
    </Dialog>
  )
}
