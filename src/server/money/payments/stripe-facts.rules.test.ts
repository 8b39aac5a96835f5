import { expect, test } from 'vitest'
import {
  entitlementOf,
  type InvoiceFacts,
  type InvoiceLine,
  isRenewing,
  paidPeriodOf,
  quotaChangeOf,
  type SubscriptionFacts,
} from './stripe-facts.rules.ts'

const day = (date: string): Date => new Date(`${date}T00:00:00Z`)
const [march, april, may] = [day('2026-03-01'), day('2026-04-01'), day('2026-05-01')]
const subscription: SubscriptionFacts = {
  id: 'sub_1',
  status: 'active',
  itemId: 'si_1',
  itemTier: 'starter',
  priceId: 'price_1',
  priceCents: 1900,
  periodEnd: may,
  cancelAt: null,
  endsOnOwnDate: false,
  isTaxed: false,
  hasPendingUpdate: false,
  latestInvoiceId: null,
  createdAt: march,
  endedAt: null,
}
const line = (tier: InvoiceLine['tier'], start: Date, end: Date, amountCents = 1900): InvoiceLine => ({
  tier,
  amountCents,
  isProration: false,
  start,
  end,
})
const invoice = (lines: InvoiceLine[], status = 'paid', subscriptionId = 'sub_1'): InvoiceFacts => ({
  id: 'in_1',
  subscriptionId,
  status,
  number: null,
  description: '',
  totalCents: 0,
  taxCents: 0,
  chargedCents: 0,
  dueCents: 0,
  hostedUrl: null,
  pdfUrl: null,
  createdAt: march,
  lines,
})
const paid = { tier: 'starter', start: march, end: april, tierSince: march } as const

test('only a paid invoice of the subscription activates a plan', () => {
  const month = [line('starter', march, april)]
  expect(paidPeriodOf(subscription, [invoice(month)])).toEqual(paid)
  expect(paidPeriodOf(subscription, [invoice(month, 'open'), invoice(month, 'void')])).toBeNull()
  expect(paidPeriodOf(subscription, [invoice(month, 'paid', 'sub_2')])).toBeNull()
  expect(paidPeriodOf(subscription, [invoice([line(undefined, march, april)])])).toBeNull()
})

const endOf = (change: Partial<SubscriptionFacts>) => entitlementOf({ ...subscription, ...change }, paid).endsAt

test('a canceled plan ends with its paid month, and one that renews a week later unless it is paid', () => {
  expect(endOf({ cancelAt: april })).toEqual(april)
  expect(endOf({})).toEqual(day('2026-04-08'))
  expect(endOf({ cancelAt: may })).toEqual(day('2026-04-08'))
  expect(endOf({ endedAt: day('2026-03-20') })).toEqual(day('2026-03-20'))
})

test('a plan that the provider ends with the paid days does not renew, however long its period is', () => {
  const renews = (cancelAt: Date | null) => isRenewing({ ...subscription, periodEnd: may, cancelAt }, paid, march)
  expect([null, may, april].map(renews)).toEqual([true, true, false])
})

test('a month that has started but is not paid does not count', () => {
  const invoices = [invoice([line('starter', april, may)], 'draft'), invoice([line('starter', march, april)])]
  expect(paidPeriodOf(subscription, invoices)).toEqual(paid)
})

test('an upgrade counts from its day on, and its refund line is not a plan', () => {
  const middle = day('2026-03-16')
  const upgrade = invoice([line('starter', middle, april, -950), line('pro', middle, april, 2450)])
  expect(paidPeriodOf(subscription, [upgrade, invoice([line('starter', march, april)])])).toEqual({
    ...paid,
    tier: 'pro',
    tierSince: middle,
  })
})

test('a month that is free because of a coupon counts as paid', () => {
  expect(paidPeriodOf(subscription, [invoice([line('starter', march, april, 0)])])).toEqual(paid)
})

test('a quota is not granted twice', () => {
  expect(quotaChangeOf(paid, null)).toMatchObject({ kind: 'new month', periodStart: march })
  expect(quotaChangeOf(paid, { tier: 'starter', periodStart: march })).toBeNull()
  expect(quotaChangeOf(paid, { tier: 'elite', periodStart: march })).toBeNull()
  expect(quotaChangeOf(paid, { tier: 'starter', periodStart: april })).toBeNull()
})

test('an upgrade adds quota for the rest of the month', () => {
  const upgraded = { ...paid, tier: 'pro', start: day('2026-03-02'), tierSince: day('2026-03-17') } as const
  const change = quotaChangeOf(upgraded, { tier: 'starter', periodStart: day('2026-03-02') })
  expect(change).toEqual({ kind: 'top up', from: 'starter', to: 'pro', share: 0.5 })
})
