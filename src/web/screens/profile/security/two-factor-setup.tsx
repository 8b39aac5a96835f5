import { useId, useMemo } from 'react'
import { encode } from 'uqr'
import { CodeInput } from '#contract/accounts/security.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { zodResolver } from '../../../shared/form/validation.ts'
import { CopyIcon } from '../../../shared/ui/copy-button.tsx'
import { DialogChoice } from '../../../shared/ui/dialog-choice.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Field } from '../../../shared/ui/field.tsx'
import { Input } from '../../../shared/ui/input.tsx'
import { useConfirmTwoFactor } from './security.queries.ts'

type TwoFactorSetupProps = {
  setup: { secret: string; uri: string }
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows the secret for the authenticator app and asks for its first code. */
export default function TwoFactorSetup({ setup, onDone, onClose }: TwoFactorSetupProps) {
  const { register, handleSubmit, formState } = useForm<CodeInput>({
    resolver: zodResolver(CodeInput),
    defaultValues: { code: '' },
  })
  const confirm = useConfirmTwoFactor()
  const submit = handleSubmit(({ code }) =>
    confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  )
  const formId = useId()
  const error = confirm.error === null ? undefined : messageOf(confirm.error, 'That did not work. Please try again.')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={confirm.isPending}
      title="Set up two-factor sign-in"
      description="Scan the QR code with an authenticator app, then enter the code it shows. All other sessions end."
      footer={
        <DialogChoice cancel="Not now" onCancel={onClose} type="submit" form={formId} isLoading={confirm.isPending}>
          Turn on
        </DialogChoice>
      }
    >
      <div className="flex flex-col items-center gap-3">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        {/* On a phone, its own camera cannot scan the code. */}
        <p className="flex items-center gap-1 text-sm text-ink-2">
          <span>
            Or enter this key: <code className="font-mono wrap-anywhere text-ink">{setup.secret}</code>
          </span>
          <CopyIcon text={setup.secret} fact="key" />
        </p>
      </div>
      <form id={formId} noValidate className="mt-4" onSubmit={event => void submit(event)}>
        <Field label="Code" error={formState.errors.code?.message ?? error}>
          {props => <Input {...props} {...register('code')} inputMode="numeric" autoComplete="one-time-code" />}
        </Field>
      </form>
    </Dialog>
  )
}

/** A QR code as one path, always dark on white, because many cameras cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need the secret in a URL
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-md bg-white">
      <path d={path} className="fill-black" shapeRendering="crispEdges" />
    </svg>
  )
}

function pathOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: modules.join('') }
}
