import { queryOptions } from '@tanstack/react-query'
import type { ContactInput, getSupportDetails, sendContactMessage } from '#contract/contact.ts'
import { addressOf, call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

// Declared without their schemas, so that a public page does not load the validation library.
const sendMessageCall = addressOf<typeof sendContactMessage>({ method: 'POST', path: '/api/contact' })
const supportDetailsCall = addressOf<typeof getSupportDetails>({ method: 'GET', path: '/api/support' })

const SENDING_MS = 1000

export const supportDetailsQuery = queryOptions({
  queryKey: ['support details'],
  queryFn: ({ signal }) => call(supportDetailsCall, { signal }),
})

/** Sends a message. The sending state lasts long enough to be noticed. */
export const useSendMessage = () =>
  useMutation({
    mutationFn: async (body: ContactInput) => {
      const [sent] = await Promise.allSettled([call(sendMessageCall, { body }), pause(SENDING_MS)])
      if (sent.status === 'rejected') throw sent.reason
    },
    onSuccess: () =>
      showToast({ title: 'Message Sent', description: "Thank you for contacting us. We'll get back to you soon!" }),
    onError: showNotSent,
  })

export const showNotSent = (error: unknown): void =>
  showError('Message not sent', error, 'Your text is still here. Please try again.')

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
