import { useWatch } from 'react-hook-form'
import { ApiKeyInput, keyScopes, type KeyScope } from '#contract/accounts/api-keys.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { showError } from '../../shared/api/failures.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { DialogChoice } from '../../shared/ui/dialog-choice.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { HiddenUsername, PasswordInput } from '../../shared/ui/password-input.tsx'
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx'
import { Select } from '../../shared/ui/select.tsx'
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
  const { register, handleSubmit, setError, control, formState } = useForm<ApiKeyInput>({
    resolver: zodResolver(ApiKeyInput),
    defaultValues: { name: '', scope: 'read', currentPassword: '' },
  })
  const scope = useWatch({ control, name: 'scope' })
  const submit = handleSubmit(input =>
    create.mutate(input, {
      onError: error => {
        const message = problemOf(error)?.issues?.find(({ path }) => path === 'currentPassword')?.message
        if (message === undefined) showError('The key was not created', error)
        else setError('currentPassword', { message }, { shouldFocus: true })
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
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={create.isPending}
      title="New API key"
      footer={
        <DialogChoice onCancel={onClose} type="submit" form="new-key" isLoading={create.isPending}>
          Create key
        </DialogChoice>
      }
    >
      <form id="new-key" noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
        <Field label="Name" error={formState.errors.name?.message} hint="Which program uses it">
          {props => <Input {...props} {...register('name')} autoComplete="off" placeholder="Nightly sync" />}
        </Field>
        <Field label="Access" hint={scopeHints[scope]}>
          {props => <Select {...props} {...register('scope')} options={scopeOptions} />}
        </Field>
        <Field label="Expires" hint="After that day, programs that use it get an error">
          {props => (
            <Select {...props} {...register('expiresInDays', { setValueAs: daysIn })} options={expiryOptions} />
          )}
        </Field>
        <HiddenUsername username={username} />
        <Field
          label="Your password"
          error={formState.errors.currentPassword?.message}
          hint="A key works until it expires or you revoke it, even when you are logged out"
        >
          {props => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
      </form>
    </Dialog>
  )
}
