import { useWatch } from 'react-hook-form'
import { changeProfile, ProfileInput, type User } from '#contract/accounts/account.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { PasswordField, TextField } from '../../shared/form/form-fields.tsx'
import { showIssues, showRefusal, useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { changeUser, userKey } from '../../shared/session/session.queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { emailInput, usernameInput } from '../../shared/ui/input.tsx'

const valuesOf = ({ firstName, lastName, email, username }: User) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
  username,
  currentPassword: '',
})

/** Says that a new email waits for confirmation, with a button to keep the old one. */
function PendingEmail({ user: { activeEmail } }: { user: User }) {
  const keep = useChangeProfile()
  return (
    <p className="wrap-anywhere">
      Until you confirm it, our mail goes to {activeEmail}, and that is the email you sign in with.{' '}
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
  const form = useForm<ProfileInput>({
    resolver: zodResolver(ProfileInput),
    // Values changed elsewhere, by a mail link or in another tab, must not be overwritten by saving another field.
    values: valuesOf(user),
    resetOptions: { keepDirtyValues: true },
  })
  const isNewEmail = useWatch({ control: form.control, name: 'email' }) !== user.email
  const submit = form.handleSubmit(({ currentPassword, ...input }) => {
    if (isNewEmail && !currentPassword)
      return showIssues(form, [{ path: 'currentPassword', message: 'Please enter your password' }])
    return change.mutate(isNewEmail ? { ...input, currentPassword } : input, {
      onSuccess: saved => {
        // The password field disappears.
        if (document.activeElement?.getAttribute('name') === 'currentPassword') form.setFocus('email')
        form.reset(valuesOf(saved))
      },
      onError: error => showRefusal(form, error),
    })
  })
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="firstName" label="First name" isOptional autoComplete="given-name" />
        <TextField form={form} name="lastName" label="Last name" isOptional autoComplete="family-name" />
      </div>
      <TextField
        form={form}
        name="email"
        label="Email"
        hint={user.email === user.activeEmail ? undefined : <PendingEmail user={user} />}
        {...emailInput}
      />
      <TextField form={form} name="username" label="Username" {...usernameInput} />
      {isNewEmail && (
        <PasswordField
          form={form}
          name="currentPassword"
          label="Current password"
          hint="To change your email"
          autoComplete="current-password"
        />
      )}
      <Button type="submit" variant="primary" isLoading={change.isPending} className="mt-1 self-start">
        {change.isPending ? 'Saving...' : 'Save changes'}
      </Button>
    </form>
  )
}

const useChangeProfile = () =>
  useMutation({
    mutationFn: (body: ProfileInput) => call(changeProfile, { body }),
    onSuccess: (user, _input, client) => changeUser(client, () => user),
    done: 'Profile updated',
    failure: 'Profile not updated',
    // The page may show outdated values.
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: userKey }),
  })
