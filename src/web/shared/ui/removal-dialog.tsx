import { Dialog, DialogChoice } from './dialog.tsx'

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
export const RemovalDialog = ({ keep, remove, isBusy, onRemove, ...dialog }: RemovalDialogProps) => (
  <Dialog
    {...dialog}
    isBusy={isBusy}
    footer={
      <DialogChoice cancel={keep} onCancel={dialog.onClose} variant="danger" isLoading={isBusy} onClick={onRemove}>
        {remove}
      </DialogChoice>
    }
  />
)
