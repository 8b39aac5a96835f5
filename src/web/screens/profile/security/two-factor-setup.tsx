import { useMemo } from 'react'
import { encode } from 'uqr'
import { CodeInput } from '#contract/accounts/security.ts'
import { FormDialog } from '../../../shared/form/form-dialog.tsx'
import { TextField } from '../../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../../shared/form/schema-form.ts'
import { showRefusalAt } from '../../../shared/form/use-form.ts'
import { CopyIcon } from '../../../shared/ui/copy-button.tsx'
import { useConfirmTwoFactor } from './security.queries.ts'

type TwoFactorSetupProps = {
  setup: { secret: string; uri: string }
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Shows the secret for the authenticator app and asks for its first code. */
export default function TwoFactorSetup({ setup, onDone, onClose }: TwoFactorSetupProps) {
  const form = useSchemaForm(CodeInput, { code: '' })
  const confirm = useConfirmTwoFactor()
  const submit = form.handleSubmit(({ code }) =>
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: error => showRefusalAt(form, 'code', error, 'That did not work. Please try again.'),
    }),
  )
  return (
    <FormDialog
      title="Set up two-factor sign-in"
      description="Scan the QR code with an authenticator app, then enter the code it shows. All other sessions end."
      cancel="Not now"
      action="Turn on"
      isBusy={confirm.isPending}
      onClose={onClose}
      onSubmit={submit}
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
      <TextField form={form} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
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
