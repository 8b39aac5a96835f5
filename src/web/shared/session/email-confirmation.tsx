import type { ComponentProps } from 'react'
import type { resendVerification } from '#contract/accounts/security.ts'
import { addressOf, call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { showToast } from '../toast/toast.store.ts'
import { Button } from '../ui/button.tsx'
import { useUser } from './session-user.tsx'
import { userKey } from './session.queries.ts'

export function ConfirmEmail() {
  const { email, emailVerified } = useUser()
  if (emailVerified) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      <span className="min-w-0 wrap-anywhere">
        Please confirm your email. We sent a link to <span className="font-medium text-ink">{email}</span>.
      </span>
      <ResendButton variant="link" size="inline" />
    </p>
  )
}

// Declared without its schema, because this is on the first page of every new user.
const resendCall = addressOf<typeof resendVerification>({ method: 'POST', path: '/api/verify-email/resend' })

/** Sends another confirmation link. */
export function ResendButton(look: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const sending = useMutation({
    mutationFn: () => call(resendCall),
    onSuccess: ({ message }, _input, client) => {
      showToast({ title: message })
      // The email may have been confirmed meanwhile.
      void client.invalidateQueries({ queryKey: userKey })
    },
    failure: 'Error',
  })
  return (
    <Button {...look} isLoading={sending.isPending} onClick={() => sending.mutate()}>
      Send again
    </Button>
  )
}
