import { expect, test } from 'vitest'
import { maskedName } from './masked-contacts.rules.ts'

test.each([
  ['A', '•••'],
  ['Jo', 'J•••'],
  ['Ann', 'An•••'],
  ['Anna Plumbing', 'Ann•••'],
])('a short name is not shown whole, either: %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})
