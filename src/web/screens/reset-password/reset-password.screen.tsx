import { useEffect } from 'react'
import { Link } from 'wouter'
import { resetPassword, ResetPasswordInput } from '#contract/accounts/security.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { PasswordField } from '../../shared/form/form-fields.tsx'
import { passwordRules } from '../../shared/form/password-hint.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { showRefusal } from '../../shared/form/use-form.ts'
import { paths } from '../../shared/paths.ts'
import { userKey, useSession } from '../../shared/session/session.queries.ts'
import { useLogout } from '../../shared/session/use-logout.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { focusNearby } from '../../shared/ui/focus-nearby.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { LinkNeeded, NarrowPage } from '../../shared/ui/narrow-page.tsx'
import { HiddenUsername } from '../../shared/ui/password-input.tsx'
import { useLinkToken } from '../../shared/use-link-token.ts'
import { titled, useTitle } from '../../shared/use-title.ts'

export default function ResetPasswordScreen() {
  useTitle(titled('Set a new password'))
  const token = useLinkToken()
  const resetting = useMutation({
    mutationFn: (body: ResetPasswordInput) => call(resetPassword, { body }),
    // The reset ended all sessions of that account, perhaps including this browser's.
    onSuccess: (_reply, _input, client) => client.invalidateQueries({ queryKey: userKey }),
  })
  if (token === '') return <LinkNeeded title="Set a new password" />
  if (resetting.isSuccess) return <Done />
  return (
    <NarrowPage
      title="Set a new password"
      intro="This logs you out everywhere, revokes all API keys, and puts webhooks on hold."
    >
      <OtherAccount />
      <ResetForm
        token={token}
        isPending={resetting.isPending}
        onReset={(input, onRefused) => resetting.mutate(input, { onError: onRefused })}
      />
    </NarrowPage>
  )
}

/** Shown to everyone who is logged in, because the link does not reveal whose account it belongs to. */
function OtherAccount() {
  const { data: user } = useSession()
  if (!user) return null
  return (
    <p className="mb-4 text-ink-2">
      You are logged in as <strong className="font-semibold text-ink">{user.username}</strong>. If the link is for
      another account, only that account changes, and you stay logged in here.
    </p>
  )
}

/** If a user is still logged in, the link was for another account: a reset ends all sessions of its account. */
function Done() {
  const { data: user } = useSession()
  const logout = useLogout(paths.auth)
  // The form had the focus.
  useEffect(() => focusNearby([]), [])
  if (!user)
    return (
      <NarrowPage title="Your password was changed">
        {/* If the session could not be read, this is not known. */}
        <Alert live="status">{user === null && 'You are logged out everywhere. '}Log in with the new password.</Alert>
        <Link href={paths.auth} className={buttonClass({ variant: 'primary', size: 'lg', className: 'mt-6 w-full' })}>
          Log in
        </Link>
      </NarrowPage>
    )
  const name = <strong className="font-semibold text-ink">{user.username}</strong>
  return (
    <NarrowPage title="The password of the other account was changed">
      <Alert live="status">
        You are still logged in here as {name}. The password of {name} is the same as before.
      </Alert>
      <div className="mt-6 flex flex-col gap-3">
        <Button variant="primary" size="lg" isLoading={logout.isPending} onClick={() => logout.mutate()}>
          Log out to use the other account
        </Button>
        <Link href={paths.dashboard} className={buttonClass({ size: 'lg' })}>
          Continue as {user.username}
        </Link>
      </div>
    </NarrowPage>
  )
}

type ResetFormProps = {
  token: string
  isPending: boolean
  onReset: (input: ResetPasswordInput, onRefused: (error: unknown) => void) => void
}

/** The token of the link has no field. */
const NewPasswordInput = ResetPasswordInput.omit({ token: true })

function ResetForm({ token, isPending, onReset }: ResetFormProps) {
  const form = useSchemaForm(NewPasswordInput, { newPassword: '' })
  const fault = form.formState.errors.root?.message
  const refuse = (error: unknown) => {
    const isShown = showRefusal(form, error)
    if (!isShown)
      form.setError('root', { message: messageOf(error, 'We could not set the password. Please try again.') })
  }
  const submit = form.handleSubmit(input => onReset({ ...input, token }, refuse))
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      {/* The link does not reveal whose account it belongs to. */}
      <HiddenUsername username="" />
      <PasswordField
        form={form}
        name="newPassword"
        label="New password"
        hint={passwordRules}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
        {isPending ? 'Saving...' : 'Set new password'}
      </Button>
      {fault !== undefined && (
        <Alert tone="danger" live="alert" actions={<TextLink href={paths.forgotPassword}>Request a new link</TextLink>}>
          {fault}
        </Alert>
      )}
    </form>
  )
}
