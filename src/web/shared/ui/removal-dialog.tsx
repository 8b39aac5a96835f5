import { DialogChoice } from './dialog-choice.tsx'
import { Dialog } from './dialog.tsx'

type RemovalDialogProps = {
  title: string
  description: string
  keep: string
  remove: string
  isBusy: boolean
  onClose: () => void
  onRemove: () => void
}

/** Asks the user before something is removed or canceled. The dialog cannot be closed while the request is running. */
export const RemovalDialog = ({ title, description, keep, remove, isBusy, onClose, onRemove }: RemovalDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    isBusy={isBusy}
    title={title}
    description={description}
    footer={
      <DialogChoice cancel={keep} onCancel={onClose} variant="danger" isLoading={isBusy} onClick={onRemove}>
        {remove}
      </DialogChoice>
    }
  />
)
