import { useWatch } from 'react-hook-form'
import { ApiKeyInput, keyScopes, type KeyScope } from '#contract/accounts/api-keys.ts'
import { showError } from '../../shared/api/failures.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { PasswordField, SelectField, TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { showRefusal } from '../../shared/form/use-form.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { HiddenUsername } from '../../shared/ui/password-input.tsx'
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx'
import { useCreateApiKey } from './api-keys.queries.ts'

export const scopeLabels: Record<KeyScope, string> = {
  read: 'Read',
  search: 'Read and search',
  write: 'Read, search, and change',
}
export const scopeHints: Record<KeyScope, string> = {
  read: 'Reads your leads, searches, and usage, and exports. Uses no quota.',
  search: 'Also runs searches, which use your quota.',
  write: 'Also changes lists, saved searches, and the status and notes of leads. Deletes no leads and buys nothing.',
}

const expiryOptions = [
  { value: '', label: 'Never' },
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
]
const daysIn = (value: unknown): number | undefined => (value === '' || value === undefined ? undefined : Number(value))
const scopeOptions = keyScopes.map(scope => ({ value: scope, label: scopeLabels[scope] }))

/** Asks for the key's name and access, then shows the new key once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateApiKey()
  const { username } = useUser()
  const form = useSchemaForm(ApiKeyInput, { name: '', scope: 'read', currentPassword: '' })
  const scope = useWatch({ control: form.control, name: 'scope' })
  const submit = form.handleSubmit(input =>
    create.mutate(input, {
      onError: error => {
        if (!showRefusal(form, error)) showError('The key was not created', error)
      },
    }),
  )
  if (create.data !== undefined)
    return (
      <SecretDialog
        title="Copy your API key now"
        description="We do not store it, so it cannot be shown again."
        label="API key"
        secret={create.data.secret}
        whatWasCopied="Key copied"
        onClose={onClose}
      />
    )
  return (
    <FormDialog title="New API key" action="Create key" isBusy={create.isPending} onClose={onClose} onSubmit={submit}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Which program uses it"
        autoComplete="off"
        placeholder="Nightly sync"
      />
      <SelectField form={form} name="scope" label="Access" hint={scopeHints[scope]} options={scopeOptions} />
      <SelectField
        form={form}
        name="expiresInDays"
        label="Expires"
        hint="After that day, programs that use it get an error"
        reads={{ setValueAs: daysIn }}
        options={expiryOptions}
      />
      <HiddenUsername username={username} />
      <PasswordField
        form={form}
        name="currentPassword"
        label="Your password"
        hint="A key works until it expires or you revoke it, even when you are logged out"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
