import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { ChangePasswordInput, downloadOwnData } from '#contract/accounts/security.ts'
import { PasswordField } from '../../../shared/form/form-fields.tsx'
import { passwordRules } from '../../../shared/form/password-hint.tsx'
import { useSchemaForm } from '../../../shared/form/schema-form.ts'
import { showRefusalAt } from '../../../shared/form/use-form.ts'
import { paths } from '../../../shared/paths.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { useSetUser } from '../../../shared/session/session.queries.ts'
import { showToast } from '../../../shared/toast/toast.store.ts'
import { Button, buttonClass } from '../../../shared/ui/button.tsx'
import { HiddenUsername } from '../../../shared/ui/password-input.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { ProgramList } from './program-list.tsx'
import { SecurityLog } from './security-log.tsx'
import { useChangePassword, useDeleteAccount } from './security.queries.ts'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export const SecuritySection = () => (
  <div className="divide-y divide-line">
    <Part title="Password">
      <ChangePasswordForm />
    </Part>
    <Part title="Two-factor sign-in">
      <TwoFactorPanel />
    </Part>
    <Part title="Where you are signed in">
      <SessionList />
    </Part>
    <Part title="Programs with access">
      <ProgramList />
    </Part>
    <Part title="Security log">
      <SecurityLog />
    </Part>
    <Part title="Your data">
      <OwnData />
    </Part>
  </div>
)

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="py-5 first:pt-0 last:pb-0">
      <h3 id={titleId} className="mb-3 text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

function OwnData() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <p className="text-sm text-ink-2">
        Download all your data as one file, or delete your account with its searches and leads. Deleting it also ends a
        paid plan immediately.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={downloadOwnData.path} download className={buttonClass({})}>
          Download my data
        </a>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount()
  const setUser = useSetUser()
  const [, navigate] = useLocation()
  const leave = ({ message }: { message: string }) => {
    navigate(paths.home)
    setUser(null)
    showToast({ title: 'Account deleted', description: message })
  }
  return (
    <PasswordDialog
      title="Delete your account?"
      description="Your searches, leads, and personal details are deleted and cannot be restored. You lose what you paid for."
      action="Delete permanently"
      isDanger
      asking={deletion}
      onDone={leave}
      onClose={onClose}
    />
  )
}

function ChangePasswordForm() {
  const { username } = useUser()
  const change = useChangePassword()
  const form = useSchemaForm(ChangePasswordInput, { currentPassword: '', newPassword: '' })
  const submit = form.handleSubmit(input =>
    change.mutate(input, {
      onSuccess: () => form.reset(),
      onError: error => showRefusalAt(form, 'newPassword', error, 'That did not work. Please try again.'),
    }),
  )
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <HiddenUsername username={username} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField form={form} name="currentPassword" label="Current password" autoComplete="current-password" />
        <PasswordField
          form={form}
          name="newPassword"
          label="New password"
          hint={passwordRules}
          autoComplete="new-password"
        />
      </div>
      <Button type="submit" isLoading={change.isPending} className="self-start">
        {change.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  )
}
