import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { ApiKeyInput, keyScopes } from '#contract/api-keys.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { HiddenUsername } from '../../shared/ui/hidden-username.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { showKeyNotCreated, useCreateApiKey } from './api-keys.queries.ts'
import { scopeHints, scopeLabels } from './key-scopes.ts'
import { ShownSecret } from './shown-secret.tsx'

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
        if (message === undefined) showKeyNotCreated(error)
        else setError('currentPassword', { message }, { shouldFocus: true })
      },
    }),
  )
  if (create.data !== undefined) return <ShownSecret secret={create.data.secret} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={create.isPending}
      title="New API key"
      footer={
        <>
          <Button disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-key" variant="primary" isLoading={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <form id="new-key" noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
        <Field label="Name" error={formState.errors.name?.message} hint="Which program uses it">
          {props => <Input {...props} {...register('name')} autoComplete="off" placeholder="Nightly sync" />}
        </Field>
        <Field label="Access" hint={scopeHints[scope]}>
          {props => <Select {...props} {...register('scope')} options={scopeOptions} />}
        </Field>
        <HiddenUsername username={username} />
        <Field
          label="Your password"
          error={formState.errors.currentPassword?.message}
          hint="A key works until you revoke it, even when you are logged out"
        >
          {props => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
      </form>
    </Dialog>
  )
}
