import type { askForRemoval, confirmRemoval } from '#contract/suppression.ts'

// Named here without their schemas: a public page loads no validation library before it is needed.
export const askForRemovalCall = { method: 'POST', path: '/api/removal-requests' } as typeof askForRemoval
export const confirmRemovalCall = { method: 'POST', path: '/api/removal-requests/confirm' } as typeof confirmRemoval
