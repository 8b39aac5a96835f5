import { expect, test } from 'vitest'
import type { PaidPeriod, SubscriptionFacts } from '#server/money/payments/stripe-facts.rules.ts'
import { isDowngradeNear, isFreshProration } from './plan-change.rules.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  [-900, false],
  [-899, true],
  [0, true],
  [60, true],
  [61, false],
])('an upgrade is charged for the moment that was previewed %i seconds from now: %s', (seconds, isFresh) => {
  expect(isFreshProration(now.getTime() / 1000 + seconds, now)).toBe(isFresh)
})

test.each([
  ['starter', 26, true],
  ['starter', 26.01, false],
  ['pro', 1, false],
])('with %s planned in %f hours, a failed upgrade from Pro could prevent it: %s', (itemTier, hours, isNear) => {
  const end = new Date(now.getTime() + hours * 3_600_000)
  expect(isDowngradeNear({ itemTier } as SubscriptionFacts, { tier: 'pro', end } as PaidPeriod, now)).toBe(isNear)
})
