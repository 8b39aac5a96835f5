import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Dialog, DialogChoice } from '../ui/dialog.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  cancel?: string
  /** The label of the button that sends the form. */
  action: string
  isDanger?: boolean
  isBusy: boolean
  onClose: () => void
  onSubmit: (event: SyntheticEvent) => Promise<void>
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, description, cancel, action, isDanger = false, isBusy, onClose, onSubmit, children } = props
  const formId = useId()
  return (
    <Dialog
      onClose={onClose}
      isBusy={isBusy}
      title={title}
      description={description}
      footer={
        <DialogChoice
          {...(cancel !== undefined && { cancel })}
          onCancel={onClose}
          type="submit"
          form={formId}
          variant={isDanger ? 'danger' : 'primary'}
          isLoading={isBusy}
        >
          {action}
        </DialogChoice>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={event => void onSubmit(event)}>
        {children}
      </form>
    </Dialog>
  )
}
