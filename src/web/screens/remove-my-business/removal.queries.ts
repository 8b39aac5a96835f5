import type { askForRemoval, confirmRemoval, RemovalInput } from '#contract/places/suppression.ts'
import { addressOf, call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

// Declared without their schemas, so that a public page does not load the validation library.
const askForRemovalCall = addressOf<typeof askForRemoval>({ method: 'POST', path: '/api/removal-requests' })
const confirmRemovalCall = addressOf<typeof confirmRemoval>({ method: 'POST', path: '/api/removal-requests/confirm' })

export const useAskForRemoval = () =>
  useMutation({ mutationFn: (body: RemovalInput) => call(askForRemovalCall, { body }), onError: showNotSent })

export const useConfirmRemoval = (token: string) =>
  useMutation({ mutationFn: () => call(confirmRemovalCall, { body: { token } }) })

export const showNotSent = (error: unknown): void =>
  showError('Request not sent', error, 'Your text is still here. Please try again.')
