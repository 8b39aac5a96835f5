import { expect, test } from 'vitest'
import type { FoundPlace } from '#server/catalog/place/places-provider.ts'
import { shownInPublic, wholePercent } from './public-preview.rules.ts'

const shown = (own: Partial<FoundPlace>) =>
  shownInPublic({ name: 'Ace Pipes', phone: null, website: null, email: null, quality: 80, ...own } as FoundPlace, {
    datasets: new Map(),
  })

test.each([
  [13035550142, '(303) 555-••••'],
  [null, null],
])('the end of the phone %j is hidden', (phone, masked) => {
  expect(shown({ phone }).phone).toBe(masked)
})

test.each([
  ['https://www.flatirons-plumbing.com/contact', 'fla•••.com'],
  ['http://ab.com', 'a•••.com'],
  ['https://x.com/acepipes', '•••.com'],
  ['https://acepipes.wixsite.com', 'ace•••.wixsite.com'],
  [null, null],
])('most of the website %j is hidden', (website, masked) => {
  expect(shown({ website }).website).toBe(masked)
})

test.each([
  ['info@flatirons-plumbing.com', 'in•••@fla•••.com'],
  ['a@ab.com', '•••@a•••.com'],
  ['acepipes@gmail.com', 'ac•••@gma•••.com'],
  [null, null],
])('most of the email %s is hidden', (email, masked) => {
  expect(shown({ email }).email).toBe(masked)
})

test('only all are 100 percent, and only none are 0 percent', () => {
  expect([wholePercent(0, 1000), wholePercent(1, 1000), wholePercent(999, 1000), wholePercent(1000, 1000)]).toEqual([
    0, 1, 99, 100,
  ])
  expect(wholePercent(1, 3)).toBe(33)
})
