import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { changeProfile, ProfileInput, type User } from '#contract/accounts/account.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showIssues, useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { changeUser, userKey } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { emailInput, Input, usernameInput } from '../../shared/ui/input.tsx'
import { PasswordInput } from '../../shared/ui/password-input.tsx'

const isField = (path: string): path is keyof ProfileInput => path in ProfileInput.shape
const valuesOf = ({ firstName, lastName, email, username }: User) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
  username,
  currentPassword: '',
})

/** Says that a new email waits for confirmation, with a button to keep the old one. */
function PendingEmail({ user: { email, activeEmail } }: { user: User }) {
  const keep = useChangeProfile()
  return (
    <p className="wrap-anywhere">
      We sent a link to {email}. Until you open it, our mail goes to {activeEmail}, and that is the email you sign in
      with.{' '}
      <Button
        variant="link"
        size="inline"
        className="shrink text-left whitespace-normal"
        isLoading={keep.isPending}
        onClick={() => keep.mutate({ email: activeEmail })}
      >
        Keep {activeEmail}
      </Button>
    </p>
  )
}

export function ProfileForm({ user }: { user: User }) {
  const change = useChangeProfile()
  const { register, handleSubmit, setError, reset, control, formState } = useForm<ProfileInput>({
    resolver: zodResolver(ProfileInput),
    // Values changed elsewhere, by a mail link or in another tab, must not be overwritten by saving another field.
    values: valuesOf(user),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = formState
  const isNewEmail = useWatch({ control, name: 'email' }) !== user.email
  const submit = handleSubmit(({ currentPassword, ...input }) => {
    if (isNewEmail && !currentPassword)
      return setError('currentPassword', { message: 'Please enter your password' }, { shouldFocus: true })
    return change.mutate(isNewEmail ? { ...input, currentPassword } : input, {
      onSuccess: saved => reset(valuesOf(saved)),
      onError: error => {
        const issues = problemOf(error)?.issues ?? []
        showIssues(
          setError,
          issues.flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : [])),
        )
      },
    })
  })
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" isOptional error={errors.firstName?.message}>
          {props => <Input {...props} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" isOptional error={errors.lastName?.message}>
          {props => <Input {...props} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field
        label="Email"
        error={errors.email?.message}
        hint={user.email === user.activeEmail ? undefined : <PendingEmail user={user} />}
      >
        {props => <Input {...props} {...register('email')} {...emailInput} />}
      </Field>
      <Field label="Username" error={errors.username?.message}>
        {props => <Input {...props} {...register('username')} {...usernameInput} />}
      </Field>
      {isNewEmail && (
        <Field label="Current password" hint="To change your email" error={errors.currentPassword?.message}>
          {props => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
      )}
      <Button type="submit" variant="primary" isLoading={change.isPending} className="mt-1 self-start">
        {change.isPending ? 'Saving...' : 'Save changes'}
      </Button>
    </form>
  )
}

function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => call(changeProfile, { body }),
    onSuccess: user => {
      changeUser(client, () => user)
      showToast({ title: 'Profile updated' })
    },
    onError: error => {
      // The page may show outdated values.
      void client.invalidateQueries({ queryKey: userKey })
      showError('Profile not updated', error)
    },
  })
}
