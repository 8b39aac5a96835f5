import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { AccountBanners } from './account-banners.tsx'

const show = (own: Parameters<typeof makeUser>[0]) => renderAt('/dashboard', <AccountBanners />, makeUser(own))
const strip = () => screen.getByRole('region', { name: 'About your account' })

test('all notices are in one strip, the most urgent first, each with its ways out', () => {
  show({ remainingContactPulls: 0, remainingSearches: 0 })
  const text = strip().textContent
  const order = ['You have no leads left', 'Usage limit reached', 'You are on a trial.'].map(notice =>
    text.indexOf(notice),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(within(strip()).getAllByText('Upgrade Plan')).toHaveLength(2)
  expect(within(strip()).getAllByText('Buy More Leads')).toHaveLength(2)
})

test('if no searches are left, the notice says that purchased leads do not add searches', () => {
  show({ remainingSearches: 0 })
  expect(strip().textContent).toContain('Purchased leads add no searches.')
})

test.each([
  ['active', 'free', 'You are on a trial.See plans'],
  ['canceled', 'pro', 'Your Pro plan is canceled but still active until it ends.Manage plan'],
  ['past_due', 'pro', 'The payment for your Pro plan is overdue.Manage plan'],
  ['unpaid', 'starter', 'The payment for your Starter plan is overdue.Manage plan'],
  ['incomplete', 'elite', 'Your Elite plan is not active.Manage plan'],
] as const)('a plan with the status %s says what it means (%s)', (subscriptionStatus, subscriptionTier, words) => {
  show({ subscriptionStatus, subscriptionTier })
  expect(strip().textContent).toBe(words)
})

test('a paid user with quota sees no strip', () => {
  show({ subscriptionTier: 'pro' })
  expect(screen.queryByRole('region', { name: 'About your account' })).toBeNull()
})
