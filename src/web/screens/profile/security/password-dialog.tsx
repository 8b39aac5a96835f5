import { type ReactNode, useEffect } from 'react'
import { BothFactorsInput } from '#contract/accounts/security.ts'
import { FormDialog } from '../../../shared/form/form-dialog.tsx'
import { PasswordField, TextField } from '../../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../../shared/form/schema-form.ts'
import { showRefusalAt } from '../../../shared/form/use-form.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { HiddenUsername } from '../../../shared/ui/password-input.tsx'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  action: string
  isDanger?: boolean
  /** Whether the code of the second factor is also needed. */
  asksForCode?: boolean
  asking: {
    isPending: boolean
    error: unknown
    mutate: (given: { currentPassword: string; code: string }) => void
  }
  onClose: () => void
}

const schema = BothFactorsInput.partial({ code: true })

/** Asks for the password before an action that only the owner may perform. */
export function PasswordDialog({ asksForCode = false, asking, ...dialog }: PasswordDialogProps) {
  const { username } = useUser()
  const form = useSchemaForm(schema, { currentPassword: '', ...(asksForCode && { code: '' }) })
  const { error } = asking
  useEffect(() => {
    if (error !== null) showRefusalAt(form, 'currentPassword', error, 'That did not work. Please try again.')
  }, [form, error])
  const submit = form.handleSubmit(input => asking.mutate({ code: '', ...input }))
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
