import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { resendVerification } from '#contract/security.ts'
import { messageOf } from '../api/api-error.ts'
import { addressOf, call } from '../api/call.ts'
import { showToast } from '../toast/toast.store.ts'
import { Button } from '../ui/button.tsx'
import { userKey } from './user-key.ts'

// Declared without its schema, because this is on the first page of every new user.
const resendCall = addressOf<typeof resendVerification>({ method: 'POST', path: '/api/verify-email/resend' })

/** Sends another confirmation link. */
export function ResendButton(look: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(resendCall),
    onSuccess: ({ message }) => {
      showToast({ title: message })
      // The email may have been confirmed meanwhile.
      void client.invalidateQueries({ queryKey: userKey })
    },
    onError: error =>
      showToast({ title: 'Error', description: messageOf(error, 'Please try again.'), variant: 'destructive' }),
  })
  return (
    <Button {...look} isLoading={sending.isPending} onClick={() => sending.mutate()}>
      Send again
    </Button>
  )
}
