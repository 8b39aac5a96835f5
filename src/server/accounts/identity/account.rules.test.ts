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

test('from its end on the account is a free one, with a quota month that begins there', () => {
  expect(entitlement({ ...pro, plan_ends_at: now }, now)).toEqual({
    tier: 'free',
    subscriptionStatus: 'active',
    quotaAnchor: now,
    quotaRenewal: 'monthly',
    grantedPulls: null,
  })
})

test('a plan that the operator gave renews its quota by the calendar', () => {
  expect(entitlement({ ...pro, plan_source: 'grant' }, now)).toMatchObject({ quotaRenewal: 'monthly' })
})

test('a free account is active, whatever became of an earlier subscription', () => {
  expect(entitlement({ ...pro, subscription_tier: 'free' }, now)).toMatchObject({ subscriptionStatus: 'active' })
})

test.each([
  ['Ann', 'aNN'],
  [' ann  lee ', 'Ann Lee'],
  ['ａｎｎ', 'ANN'],
  ['Müßig', 'MÜSSIG'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
])('%s and %s are one user name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test('an accent makes another name', () => {
  expect(nameKey('René')).not.toBe(nameKey('Rene'))
})
