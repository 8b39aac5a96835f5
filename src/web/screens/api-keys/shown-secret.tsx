import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'

/** Shows a new key, for the only time. */
export const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    isOpen
    isShownOnce
    onClose={onClose}
    title="Copy your API key now"
    description="We do not store it, so it cannot be shown again."
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label="API key">
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
      <CopyButton text={secret} whatWasCopied="Key copied" />
    </div>
  </Dialog>
)
