import { BothFactorsInput } from '#contract/accounts/security.ts'
import { FormDialog } from '../../../shared/form/form-dialog.tsx'
import { PasswordField, TextField } from '../../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../../shared/form/schema-form.ts'
import { showRefusalAt } from '../../../shared/form/use-form.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { HiddenUsername } from '../../../shared/ui/password-input.tsx'

type PasswordDialogProps<Reply> = {
  title: string
  description: string
  action: string
  isDanger?: boolean
  /** Whether the code of the second factor is also needed. */
  asksForCode?: boolean
  asking: {
    isPending: boolean
    mutate: (
      proof: BothFactorsInput,
      then: { onSuccess: (reply: Reply) => void; onError: (error: Error) => void },
    ) => void
  }
  onDone: (reply: Reply) => void
  onClose: () => void
}

const schema = BothFactorsInput.partial({ code: true })

/** Asks for the password before an action that only the owner may perform. */
export function PasswordDialog<Reply>(props: PasswordDialogProps<Reply>) {
  const { asksForCode = false, asking, onDone, ...dialog } = props
  const { username } = useUser()
  const form = useSchemaForm(schema, { currentPassword: '', ...(asksForCode && { code: '' }) })
  const onError = (error: Error) =>
    showRefusalAt(form, 'currentPassword', error, 'That did not work. Please try again.')
  const submit = form.handleSubmit(input => asking.mutate({ code: '', ...input }, { onSuccess: onDone, onError }))
  return (
    <FormDialog {...dialog} cancel="Not now" isBusy={asking.isPending} onSubmit={submit}>
      <HiddenUsername username={username} />
      <PasswordField form={form} name="currentPassword" label="Your password" autoComplete="current-password" />
      {asksForCode && (
        <TextField
          form={form}
          name="code"
          label="Code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
        />
      )}
    </FormDialog>
  )
}
