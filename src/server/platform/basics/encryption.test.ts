import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const [old, next] = ['an old key of at least 32 characters', 'a new key of at least 32 characters!']

test('an encrypted text does not contain the original, differs each time, and can be decrypted', () => {
  const encryption = createEncryption([old])
  const [one, two] = [encryption.encrypt(secret, 'user 1'), encryption.encrypt(secret, 'user 1')]
  expect(Buffer.from(one).toString('latin1')).not.toContain('whsec')
  expect(one).not.toEqual(two)
  expect([encryption.decrypt(one, 'user 1'), encryption.decrypt(two, 'user 1')]).toEqual([secret, secret])
})

test('it cannot be decrypted for something else, or if it was changed, cut, or encrypted with another key', () => {
  const encryption = createEncryption([old])
  const encrypted = Buffer.from(encryption.encrypt(secret, 'user 1'))
  const changed = Buffer.from(encrypted)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  expect(encryption.decrypt(encrypted, 'user 2')).toBeNull()
  expect(encryption.decrypt(changed, 'user 1')).toBeNull()
  for (const length of [0, 5, 12, 27, encrypted.length - 1])
    expect(encryption.decrypt(encrypted.subarray(0, length), 'user 1')).toBeNull()
  expect(createEncryption([next]).decrypt(encrypted, 'user 1')).toBeNull()
})

test('after a new key was put in front, what the old one encrypted can still be decrypted', () => {
  const encrypted = createEncryption([old]).encrypt(secret, 'user 1')
  const both = createEncryption([next, old])
  expect(both.decrypt(encrypted, 'user 1')).toBe(secret)
  expect(createEncryption([next]).decrypt(both.encrypt(secret, 'user 1'), 'user 1')).toBe(secret)
})
