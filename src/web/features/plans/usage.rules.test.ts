import { expect, test } from 'vitest'
import { UNLIMITED } from '#contract/plans.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { usageOf } from './usage.rules.ts'

const pulls = (monthly: number, purchased = 0) => ({
  monthlyContactPulls: monthly,
  purchasedContactPulls: purchased,
  remainingContactPulls: monthly + purchased,
})

test('purchased leads count as left', () => {
  expect(usageOf(makeUser({ ...pulls(7, 300), remainingSearches: 1 }))).toEqual({
    leads: { left: 307, state: 'plenty' },
    searches: { left: 1, state: 'low' },
  })
})

test('a fifth or less is low, and nothing is none', () => {
  expect(usageOf(makeUser(pulls(10))).leads.state).toBe('low')
  expect(usageOf(makeUser(pulls(11))).leads.state).toBe('plenty')
  expect(usageOf(makeUser({ ...pulls(0), remainingSearches: 0 }))).toEqual({
    leads: { left: 0, state: 'none' },
    searches: { left: 0, state: 'none' },
  })
})

test('a plan without a limit of searches shows none', () => {
  expect(usageOf(makeUser({ remainingSearches: UNLIMITED })).searches).toBeNull()
})
