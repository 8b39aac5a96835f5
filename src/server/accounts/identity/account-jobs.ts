import { z } from 'zod'
import type { JobKind } from '#server/platform/jobs/job.ts'

const payload = z.object({ userId: z.number().int() })

/** Queued when an email is confirmed, to update the payment provider. */
export const emailConfirmedJob: JobKind<{ userId: number }> = { name: 'email-of-customer', queue: 'jobs', payload }

/** Queued when an administrator disables an account, so that its plan stops renewing. */
export const accountDisabledJob: JobKind<{ userId: number }> = {
  name: 'payments-of-disabled-account',
  queue: 'jobs',
  payload,
}
