import { Button } from './button.tsx'
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
      <>
        <Button disabled={isBusy} onClick={onClose}>
          {keep}
        </Button>
        <Button variant="danger" isLoading={isBusy} onClick={onRemove}>
          {remove}
        </Button>
      </>
    }
  />
)
