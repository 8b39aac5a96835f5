import type { getSupportDetails, sendContactMessage } from '#contract/contact.ts'

// Named here without their schemas: a public page loads no validation library before it is needed.
export const sendMessageCall = { method: 'POST', path: '/api/contact' } as typeof sendContactMessage
export const supportDetailsCall = { method: 'GET', path: '/api/support' } as typeof getSupportDetails
