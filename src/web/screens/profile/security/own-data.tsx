import { useState } from 'react'
import { useLocation } from 'wouter'
import { downloadOwnData } from '#contract/accounts/security.ts'
import { paths } from '../../../shared/paths.ts'
import { useSetUser } from '../../../shared/session/session.queries.ts'
import { showToast } from '../../../shared/toast/toast.store.ts'
import { Button, buttonClass } from '../../../shared/ui/button.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useDeleteAccount } from './security.queries.ts'

export function OwnData() {
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
      description="Your searches, leads, and personal details are deleted immediately and cannot be restored. You lose what you paid for."
      action="Delete permanently"
      isDanger
      asking={{ ...deletion, mutate: ({ currentPassword }) => deletion.mutate(currentPassword, { onSuccess: leave }) }}
      onClose={onClose}
    />
  )
}
