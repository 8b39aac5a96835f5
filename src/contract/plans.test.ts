import { expect, test } from 'vitest'
import { allowsPolygons, featureMessages, leadPackage, offeredPlans, plans, plansWith, quotaPeriod } from './plans.ts'

test('the plans have the specified prices and quotas', () => {
  const table = offeredPlans.map(plan => [
    plan.tier,
    plan.pricePerMonthCents,
    plan.contactPullQuota,
    plan.searchQuota,
    plan.costPerLead,
  ])
  expect(table).toEqual([
    ['free', 0, 50, 5, undefined],
    ['starter', 1900, 500, 50, 1.6],
    ['pro', 4900, 2000, 200, 6.8],
    ['elite', 12_900, 7000, 1000, 48],
  ])
  expect(offeredPlans.filter(plan => plan.isPopular)).toEqual([plans.pro])
  expect(leadPackage).toEqual({ leads: 300, priceCents: 1000 })
})

test('the plans have the specified limits of places, lists, saved searches, websites, and rows of own files', () => {
  const table = offeredPlans.map(plan => [
    plan.tier,
    plan.areasPerSearch,
    allowsPolygons(plan.tier),
    plan.leadLists,
    plan.doNotContactEntries,
    plan.savedSearches,
    plan.alertsEvery,
    plan.siteChecks,
    plan.filledRows,
  ])
  expect(table).toEqual([
    ['free', 1, false, 3, 500, 1, 'week', 10, 200],
    ['starter', 5, false, 20, 5000, 5, 'week', 100, 5000],
    ['pro', 50, true, 200, 50_000, 50, 'day', null, 50_000],
    ['elite', 500, true, 1000, 200_000, 200, 'day', null, 200_000],
  ])
})

test('the plans include the specified features, and the service allows the same ones', () => {
  const added = offeredPlans.map(({ features }) => features.filter(({ included }) => included).map(({ name }) => name))
  const basic = ['Basic lead information', 'CSV export', 'Email support']
  const pro = [...basic, 'Advanced search filters', 'Priority support']
  const elite = [...pro, 'Advanced search and analytics', 'Dedicated account manager', 'API access']
  expect(added).toEqual([basic, basic, pro, elite])
  expect(offeredPlans.map(({ gates }) => gates)).toEqual([
    [],
    [],
    ['advancedFilters'],
    ['advancedFilters', 'advancedAnalytics', 'api'],
  ])
})

test('messages name the offered plans that include a feature', () => {
  expect(plansWith('advancedFilters')).toBe('Pro and Elite')
  expect(featureMessages).toEqual({
    advancedFilters: 'Advanced search filters are part of the Pro and Elite plans.',
    advancedAnalytics: 'Advanced analytics are part of the Elite plan.',
    api: 'API access is part of the Elite plan.',
  })
})

test.each([
  ['2026-01-31T10:00:00Z', '2026-02-28T09:59:59Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', '2026-04-30T11:00:00Z', '2026-04-30T10:00:00.000Z', '2026-05-31T10:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2025-03-01T00:00:00Z', '2025-02-28T00:00:00.000Z', '2025-03-29T00:00:00.000Z'],
  ['2026-03-15T00:00:00Z', '2026-03-15T00:00:00Z', '2026-03-15T00:00:00.000Z', '2026-04-15T00:00:00.000Z'],
  ['2026-11-30T00:00:00Z', '2027-01-05T00:00:00Z', '2026-12-30T00:00:00.000Z', '2027-01-30T00:00:00.000Z'],
])('a month counted from %s contains %s, from %s to %s', (anchor, now, start, end) => {
  const period = quotaPeriod({ anchor: new Date(anchor), now: new Date(now) })
  expect([period.start.toISOString(), period.end.toISOString()]).toEqual([start, end])
})
