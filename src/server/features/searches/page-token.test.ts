import { expect, test } from 'vitest'
import { pageTokenOf, readPageToken } from './page-token.ts'

const key = new Uint8Array(32).fill(7)
const bound = { searchId: 5, userId: 9 }
const cursor = { after: { value: 'mountain view', id: 12 }, delivered: 20 }

test('a token contains the position of its page', () => {
  expect(readPageToken(key, bound, pageTokenOf(key, bound, cursor))).toEqual(cursor)
})

test('a token only works for its search, its user, and its key', () => {
  const token = pageTokenOf(key, bound, cursor)
  expect(readPageToken(key, { ...bound, searchId: 6 }, token)).toBeNull()
  expect(readPageToken(key, { ...bound, userId: 8 }, token)).toBeNull()
  expect(readPageToken(new Uint8Array(32), bound, token)).toBeNull()
})

test.each(['', '.', 'x', 'x.y', 'x.y.z', `${'a'.repeat(900)}.b`])('%j is no token', token => {
  expect(readPageToken(key, bound, token)).toBeNull()
})
