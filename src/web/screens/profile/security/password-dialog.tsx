import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { AccountName } from '../../../shared/ui/account-name.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Field } from '../../../shared/ui/field.tsx'
import { PasswordInput } from '../../../shared/ui/password-input.tsx'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  action: string
  isDanger?: boolean
  asking: {
    isPending: boolean
    error: unknown
    mutate: (password: string) => void
  }
  onClose: () => void
}

/** Asks for the password before something that only the owner may do. */
export function PasswordDialog({ title, description, action, isDanger = false, asking, onClose }: PasswordDialogProps) {
  const { username } = useUser()
  const [password, setPassword] = useState('')
  const formId = useId()
  const error = asking.error === null ? undefined : messageOf(asking.error, 'That did not work. Please try again.')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? 'danger' : 'primary'}
            disabled={password === ''}
            isLoading={asking.isPending}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          asking.mutate(password)
        }}
      >
        <AccountName username={username} />
        <Field label="Your password" error={error}>
          {wiring => (
            <PasswordInput
              {...wiring}
              value={password}
              onChange={event => setPassword(event.target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
