import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'

/** A key, the one time that it can be seen. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setIsCopied(true))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Copy your API key now"
      description="It is not kept here, and can not be shown again."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="API key">
            {wiring => (
              <Input
                {...wiring}
                readOnly
                value={secret}
                onFocus={event => event.currentTarget.select()}
                className="font-mono"
              />
            )}
          </Field>
        </div>
        <Button onClick={copy}>
          {isCopied ? <Check className="size-4" aria-hidden="true" /> : <Copy className="size-4" aria-hidden="true" />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <output className="sr-only">{isCopied ? 'The key was copied' : ''}</output>
    </Dialog>
  )
}
