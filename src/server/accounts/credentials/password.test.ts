import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

test('a password is right for its own hash, and for no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(await isPassword('correct horse', hash)).toBe(true)
  expect(await isPassword('correct horsE', hash)).toBe(false)
})

test('nobody has a password where there is no account', async () => {
  expect(await isPassword('nobody has this password', undefined)).toBe(false)
})

test('an accent is the same however the keyboard composed it', async () => {
  expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00E9 noir'))).toBe(true)
})

test('a flood of passwords is worked off in turn, and beyond a bound refused at once with a time to come back', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => isPassword('guess', undefined)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(40)
  expect(refused.length).toBeLessThan(50)
  expect(refused[0]).toMatchObject({ reason: { errorType: 'UNAVAILABLE', details: { retryAfterSeconds: 3 } } })
  expect(await isPassword('guess', undefined)).toBe(false)
})
