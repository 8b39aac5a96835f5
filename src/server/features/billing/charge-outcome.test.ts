import { expect, test } from 'vitest'
import { outcomeOf } from './charge-outcome.ts'

const unpaid = (status: string) =>
  ({
    status: 'open',
    amount_remaining: 1900,
    confirmation_secret: { client_secret: 'pi_1_secret_1', type: 'payment_intent' },
    payments: { data: [{ payment: { payment_intent: { status, last_payment_error: null } } }] },
  }) as unknown as Parameters<typeof outcomeOf>[0]

test('a charge that is still processing or not settled yet is not treated as declined', () => {
  expect(outcomeOf(unpaid('processing'))).toEqual({ kind: 'processing' })
  expect(outcomeOf(unpaid('succeeded'))).toEqual({ kind: 'processing' })
  expect(outcomeOf(unpaid('requires_payment_method'))).toMatchObject({ kind: 'declined' })
  expect(outcomeOf(unpaid('canceled'))).toMatchObject({ kind: 'declined' })
  expect(outcomeOf(unpaid('requires_action'))).toEqual({ kind: 'action', clientSecret: 'pi_1_secret_1' })
  expect(outcomeOf({ ...unpaid('processing'), status: 'paid' })).toEqual({ kind: 'paid' })
})
