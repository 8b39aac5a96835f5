import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { resendVerification } from '#contract/security.ts'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { showToast } from '../toast/toast.store.ts'
import { userKey } from './user-key.ts'
import { Button } from '../ui/button.tsx'

// Named here without its schema: this stands on the first page of every new user.
const resendCall = { method: 'POST', path: '/api/verify-email/resend' } as typeof resendVerification

/** Asks for the confirmation of the email; nothing waits for it. */
export function VerifyBanner({ email }: { email: string }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(resendCall),
    onSuccess: ({ message }) => {
      showToast({ title: message })
      // It may have been confirmed meanwhile.
      void client.invalidateQueries({ queryKey: userKey })
    },
    onError: error =>
      showToast({ title: 'Error', description: messageOf(error, 'Please try again.'), variant: 'destructive' }),
  })
  return (
    <p className="flex items-center justify-between gap-x-2 rounded-lg bg-sunken px-4 py-2 text-sm text-ink-2 touch:py-0">
      <span className="min-w-0 wrap-anywhere touch:py-2">
        Please confirm your email: we have sent a link to <span className="font-medium text-ink">{email}</span>.
      </span>
      <Button variant="link" size="inline" isLoading={sending.isPending} onClick={() => sending.mutate()}>
        Send again
      </Button>
    </p>
  )
}
