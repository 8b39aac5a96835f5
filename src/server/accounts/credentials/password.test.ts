import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

test('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(await isPassword('correct horse', hash)).toBe(true)
  expect(await isPassword('correct horsE', hash)).toBe(false)
})

test('without an account, no password matches', async () => {
  expect(await isPassword('nobody has this password', undefined)).toBe(false)
})

test('an accented letter matches however the keyboard composed it', async () => {
  expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00E9 noir'))).toBe(true)
})

test('many passwords are hashed in turn, and those beyond a limit are refused immediately with a Retry-After', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => isPassword('guess', undefined)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(40)
  expect(refused.length).toBeLessThan(50)
  expect(refused[0]).toMatchObject({ reason: { errorType: 'UNAVAILABLE', details: { retryAfterSeconds: 3 } } })
  expect(await isPassword('guess', undefined)).toBe(false)
})
