import { useMutation } from '@tanstack/react-query'
import type { askForRemoval, confirmRemoval, RemovalInput } from '#contract/suppression.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { addressOf, call } from '../../shared/api/call.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

// Declared without their schemas, so that a public page does not load the validation library.
const askForRemovalCall = addressOf<typeof askForRemoval>({ method: 'POST', path: '/api/removal-requests' })
const confirmRemovalCall = addressOf<typeof confirmRemoval>({ method: 'POST', path: '/api/removal-requests/confirm' })

export const useAskForRemoval = () =>
  useMutation({ mutationFn: (body: RemovalInput) => call(askForRemovalCall, { body }), onError: showNotSent })

export const useConfirmRemoval = () =>
  useMutation({ mutationFn: (token: string) => call(confirmRemovalCall, { body: { token } }) })

export const showNotSent = (error: unknown): void =>
  showToast({
    title: 'Request not sent',
    description: messageOf(error, 'Your text is still here. Please try again.'),
    variant: 'destructive',
  })
