import { expect, test } from 'vitest'
import { UNLIMITED } from '#contract/plans.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { usageOf } from './usage.rules.ts'

const pulls = (monthly: number, purchased = 0) => ({
  monthlyContactPulls: monthly,
  purchasedContactPulls: purchased,
  remainingContactPulls: monthly + purchased,
})

test('leads and searches are counted as used, from the month alone', () => {
  expect(usageOf(makeUser({ ...pulls(7, 300), remainingSearches: 1 }))).toEqual({
    leads: { used: 43, quota: 50, state: 'plenty' },
    searches: { used: 4, quota: 5, state: 'low' },
  })
})

test('a fifth or less is low, and nothing is none', () => {
  expect(usageOf(makeUser(pulls(10))).leads.state).toBe('low')
  expect(usageOf(makeUser(pulls(11))).leads.state).toBe('plenty')
  expect(usageOf(makeUser({ ...pulls(0), remainingSearches: 0 }))).toMatchObject({
    leads: { used: 50, state: 'none' },
    searches: { used: 5, state: 'none' },
  })
})

test('a plan without a limit of searches shows none', () => {
  expect(usageOf(makeUser({ remainingSearches: UNLIMITED })).searches).toBeNull()
})
