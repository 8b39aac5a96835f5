import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type SecretDialogProps = {
  title: string
  description: string
  label: string
  secret: string
  whatWasCopied: string
  onClose: () => void
}

export const SecretDialog = ({ title, description, label, secret, whatWasCopied, onClose }: SecretDialogProps) => (
  <Dialog
    isShownOnce
    onClose={onClose}
    title={title}
    description={description}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label}>
          {props => (
            <Input
              {...props}
              readOnly
              value={secret}
              onFocus={event => event.currentTarget.select()}
              className="font-mono"
            />
          )}
        </Field>
      </div>
      <CopyButton text={secret} whatWasCopied={whatWasCopied} />
    </div>
  </Dialog>
)
