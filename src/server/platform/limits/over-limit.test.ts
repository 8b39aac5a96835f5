import { expect, test } from 'vitest'
import { overLimit } from './over-limit.ts'

test.each([
  [20, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [2401, '41 minutes'],
  [90 * 60, '90 minutes'],
  [90 * 60 + 1, '2 hours'],
  [20 * 3600, '20 hours'],
])('a refusal by a limit says what is limited, and until when: %i s', (seconds, wait) => {
  const { errorType, message, details } = overLimit({ name: 'downloads of your data' }, seconds)
  expect(message).toBe(`Too many downloads of your data. Please try again in ${wait}.`)
  expect([errorType, details]).toEqual(['TOO_MANY_REQUESTS', { retryAfterSeconds: seconds }])
})

test('it also says what lifts the limit, and what did not happen', () => {
  const limit = { name: 'contact pulls', note: 'Nothing was charged.', isLiftedByEmail: true } as const
  const { errorType, message } = overLimit(limit, 60)
  expect(errorType).toBe('UNCONFIRMED_LIMIT')
  expect(message).toBe(
    'Too many contact pulls. Nothing was charged. Open the link in the email we sent you to continue right away, or try again in a minute.',
  )
})
