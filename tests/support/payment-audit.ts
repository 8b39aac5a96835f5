import { expect } from 'vitest'
import { type OfferedTier, paidTiers, plans } from '#contract/plans.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Life } from './payment-life.ts'
import type { Customer } from './payments-app.ts'

const GRACE_SECONDS = 7 * 86_400

const tierOf = (product: string | undefined): OfferedTier =>
  paidTiers.find(paid => product === `leadline_${paid}`) ?? 'free'

type Payment = { id: string; cents: number }
const byId = (a: Payment, b: Payment) => (a.id < b.id ? -1 : 1)

/** The payments that our database records. */
async function paymentsHere(db: Db, { signedIn }: Customer): Promise<Payment[]> {
  const rows = await db.query<Payment>(
    `SELECT invoice_id AS id, charged_cents AS cents FROM billing_invoice WHERE user_id = $1 AND status = 'paid'
     UNION ALL
     SELECT session_id, paid_cents FROM lead_purchase WHERE user_id = $1 AND paid_at IS NOT NULL`,
    [signedIn.user.id],
  )
  return rows.toSorted(byId)
}

const balancesOff = (db: Db, { signedIn }: Customer) =>
  db.query(
    `SELECT bucket, balance FROM quota_balance q WHERE user_id = $1 AND (balance < 0 OR balance <> coalesce(
       (SELECT sum(amount) FROM ledger_entry e WHERE e.user_id = q.user_id AND e.bucket = q.bucket), 0))`,
    [signedIn.user.id],
  )

/** A plan canceled for a certain moment ends then, but not before the paid period. */
const endOf = (cancelAt: number | null | undefined, paidUntil: number): number =>
  cancelAt == null ? Infinity : Math.max(cancelAt, paidUntil)

/**
 * Compares what the provider charged with what we recorded and gave. Reads from the provider and the ledger, not
 * through our own billing code.
 */
export async function audit({ ann, processes }: Life): Promise<void> {
  const { deps, stripe } = processes[0]
  const { db, clock } = deps
  const customer = await ann.customerId()
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const live = subscriptions.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  expect(live.length, 'live subscriptions').toBeLessThanOrEqual(1)

  const { data: allInvoices } = await stripe.invoices.list({ customer, limit: 100 })
  const open = allInvoices
    .filter(({ status }) => status === 'open')
    .map(({ parent }) => parent?.subscription_details?.subscription)
  expect(
    open.filter(id => !live.some(one => one.id === id)),
    'open charges of ended plans',
  ).toEqual([])
  const invoices = allInvoices.filter(({ status }) => status === 'paid')
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, status: 'complete', limit: 100 })
  const paidThere = [
    ...invoices.map(({ id, amount_paid: cents }) => ({ id, cents })),
    ...sessions.map(({ id, amount_total: cents }) => ({ id, cents: cents ?? 0 })),
  ]
  expect(await paymentsHere(db, ann), 'payments here').toEqual(paidThere.toSorted(byId))
  expect(await ann.paidCents(), 'what was charged').toBe(paidThere.reduce((sum, { cents }) => sum + cents, 0))
  expect(await balancesOff(db, ann), 'balances that are not the sum of the ledger').toEqual([])

  const [main] = live
  const bought = invoices
    .filter(({ parent }) => parent?.subscription_details?.subscription === main?.id)
    .flatMap(({ lines }) => lines.data.filter(({ amount }) => amount > 0))
  const end = Math.max(0, ...bought.map(({ period }) => period.end))
  const present = bought.filter(({ period }) => period.end === end)
  const [newest] = present.toSorted((a, b) => b.period.start - a.period.start || b.amount - a.amount)
  const lasts = Math.min(end + (main?.cancel_at_period_end === true ? 0 : GRACE_SECONDS), endOf(main?.cancel_at, end))
  const isOn = main !== undefined && clock.now().getTime() / 1000 < lasts
  const user = await ann.user()
  expect(user.subscriptionTier, 'the plan').toBe(isOn ? tierOf(newest?.pricing?.price_details?.product) : 'free')

  const ledger = await db.query<{ bucket: string; amount: number; reason: string }>(
    'SELECT bucket, amount, reason FROM ledger_entry WHERE user_id = $1 ORDER BY id',
    [user.id],
  )
  const amounts = (bucket: string, reason: RegExp) =>
    ledger.filter(entry => entry.bucket === bucket && reason.test(entry.reason)).map(({ amount }) => amount)
  const months = invoices.flatMap(({ lines }) =>
    lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false),
  )
  expect(amounts('pulls', /^month paid/), 'months given').toHaveLength(months.length)
  expect(amounts('extra_pulls', /^leads bought/), 'packages given').toEqual(sessions.map(() => 300))
  const returned = await db.query('SELECT FROM lead_return WHERE user_id = $1', [user.id])
  expect(amounts('extra_pulls', /^returned$/), 'leads returned').toEqual(returned.map(() => 1))
  const extra = amounts('extra_pulls', /./).reduce((sum, amount) => sum + amount, 0)
  const quotas = present.map(({ pricing }) => plans[tierOf(pricing?.price_details?.product)].contactPullQuota)
  const leftOfMonth = user.remainingContactPulls - extra
  expect(leftOfMonth, 'left of the month').toBeGreaterThanOrEqual(0)
  expect(leftOfMonth, 'left of the month').toBeLessThanOrEqual(isOn ? Math.max(...quotas) : plans.free.contactPullQuota)
}
