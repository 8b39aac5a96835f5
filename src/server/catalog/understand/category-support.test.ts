import { expect, test } from 'vitest'
import { isNamedIn } from './category-support.ts'

test.each([
  ['volk photography', 'event_photography'],
  ['the law offices of ann lee', 'bankruptcy_law'],
  ['jonesplumbing.example', 'plumbing'],
  ['golden spa', 'day_spa'],
  ['warm studio photos', 'event_photography'],
])('"%s" has a word for %s', (text, key) => {
  expect(isNamedIn(text, key)).toBe(true)
})

test.each([
  ['dominion voting', 'mortgage_broker'],
  ['collective space', 'day_spa'],
  ['quality home services', 'plumbing'],
  ['', 'plumbing'],
  ['a general company', 'professional_services'],
])('"%s" has no word for %s', (text, key) => {
  expect(isNamedIn(text, key)).toBe(false)
})
