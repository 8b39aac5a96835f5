import { expect, test } from 'vitest'
import { entitlement, nameKey } from './account.rules.ts'

const now = new Date('2026-03-15T12:00:00Z')
const anchor = new Date('2026-03-01T00:00:00Z')
const pro = {
  subscription_tier: 'pro',
  subscription_status: 'canceled',
  plan_ends_at: null,
  quota_anchor: anchor,
  plan_source: 'payment',
  granted_pulls: null,
} as const

test('a plan counts until it ends', () => {
  const active = {
    tier: 'pro',
    subscriptionStatus: 'canceled',
    quotaAnchor: anchor,
    quotaRenewal: 'by payment',
    grantedPulls: null,
  }
  expect(entitlement(pro, now)).toEqual(active)
  expect(entitlement({ ...pro, plan_ends_at: new Date(now.getTime() + 1) }, now)).toEqual(active)
})

test('after its plan ends, the account is free, with a quota month that starts there', () => {
  expect(entitlement({ ...pro, plan_ends_at: now }, now)).toEqual({
    tier: 'free',
    subscriptionStatus: 'active',
    quotaAnchor: now,
    quotaRenewal: 'monthly',
    grantedPulls: null,
  })
})

test('a granted plan renews its quota every month', () => {
  expect(entitlement({ ...pro, plan_source: 'grant' }, now)).toMatchObject({ quotaRenewal: 'monthly' })
})

test('a free account is active, even after a canceled subscription', () => {
  expect(entitlement({ ...pro, subscription_tier: 'free' }, now)).toMatchObject({ subscriptionStatus: 'active' })
})

test.each([
  ['Ann', 'aNN'],
  [' ann  lee ', 'Ann Lee'],
  ['ａｎｎ', 'ANN'],
  ['Müßig', 'MÜSSIG'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
])('%s and %s are the same username', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test('an accent makes a different name', () => {
  expect(nameKey('René')).not.toBe(nameKey('Rene'))
})
