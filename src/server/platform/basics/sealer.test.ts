import { expect, test } from 'vitest'
import { createSealer } from './sealer.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const [old, next] = ['an old key of at least 32 characters', 'a new key of at least 32 characters!']

test('a sealed text shows nothing of itself, is different each time, and opens again', () => {
  const sealer = createSealer([old])
  const [one, two] = [sealer.seal(secret, 'user 1'), sealer.seal(secret, 'user 1')]
  expect(Buffer.from(one).toString('latin1')).not.toContain('whsec')
  expect(one).not.toEqual(two)
  expect([sealer.open(one, 'user 1'), sealer.open(two, 'user 1')]).toEqual([secret, secret])
})

test('it opens neither for something else, nor when it was changed, cut, or sealed with another key', () => {
  const sealer = createSealer([old])
  const sealed = Buffer.from(sealer.seal(secret, 'user 1'))
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  expect(sealer.open(sealed, 'user 2')).toBeNull()
  expect(sealer.open(changed, 'user 1')).toBeNull()
  for (const length of [0, 5, 12, 27, sealed.length - 1])
    expect(sealer.open(sealed.subarray(0, length), 'user 1')).toBeNull()
  expect(createSealer([next]).open(sealed, 'user 1')).toBeNull()
})

test('after a new key was put in front, what the old one sealed still opens', () => {
  const sealed = createSealer([old]).seal(secret, 'user 1')
  const both = createSealer([next, old])
  expect(both.open(sealed, 'user 1')).toBe(secret)
  expect(createSealer([next]).open(both.seal(secret, 'user 1'), 'user 1')).toBe(secret)
})
