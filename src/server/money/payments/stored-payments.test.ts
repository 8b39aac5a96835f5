import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { findInvoices } from './billing-state.repository.ts'
import { findExpiringCards, markExpiryNotified } from './reconcile.repository.ts'
import { replaceCards } from './sync.repository.ts'

const now = new Date('2026-03-01T00:00:00Z')

describeOnPostgres('stored payments', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
    await db.query(
      `INSERT INTO user_account (id, username, username_key, email, password_hash, quota_anchor, created_at)
       OVERRIDING SYSTEM VALUE VALUES (1, 'ann', 'ann', 'ann@example.com', '', $1, $1)`,
      [now],
    )
  })
  beforeEach(() => db.query('TRUNCATE billing_subscription, billing_card, billing_invoice'))

  const subscribe = (status: string, { isCanceled = false, isLive = true } = {}) =>
    db.query(
      `INSERT INTO billing_subscription (subscription_id, user_id, customer_id, status, is_live, next_tier, paid_until,
         cancel_at_period_end, created_at) VALUES ('sub_1', 1, 'cus_1', $1, $2, 'pro', $3, $4, $3)`,
      [status, isLive, now, isCanceled],
    )

  test.each([
    ['active', false],
    ['past_due', true],
    ['unpaid', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['canceled', false],
  ])('an open charge of a plan that is %s is listed as owed: %s', async (status, isOwed) => {
    await subscribe(status)
    await db.query(
      `INSERT INTO billing_invoice (invoice_id, user_id, description, total_cents, status, created_at)
       SELECT 'in_' || status, 1, 'Pro', 4900, status, $1 FROM unnest('{open,paid,void}'::text[]) AS status`,
      [now],
    )
    const ids = (await findInvoices(db, 1)).map(({ id }) => id)
    expect(ids).toEqual(isOwed ? ['in_open', 'in_paid'] : ['in_paid'])
  })

  const addCard = (month: string, isDefault = true) =>
    db.query(
      `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at)
       VALUES ('pm_1', 1, 'visa', '4242', $1, $2, $3, $4)`,
      [Number(month.slice(5)), Number(month.slice(0, 4)), isDefault, now],
    )

  test.each([
    ['2026-01', true],
    ['2026-02', true],
    ['2026-03', false],
    ['2027-01', false],
  ])('a card of %s expires before the charge of March 1: %s', async (month, expires) => {
    await subscribe('active')
    await addCard(month)
    expect(await findExpiringCards(db)).toHaveLength(Number(expires))
    if (!expires) return
    expect([await markExpiryNotified(db, 'pm_1'), await markExpiryNotified(db, 'pm_1')]).toEqual([true, false])
    expect(await findExpiringCards(db)).toEqual([])
  })

  test('the month of a card ends in UTC, in whatever time zone the database runs', async () => {
    await subscribe('active')
    await addCard('2026-02')
    const session = await db.connect()
    await session.query(`SET timezone = 'America/New_York'`)
    const found = await findExpiringCards(session)
    await session.query('RESET timezone')
    session.release()
    expect(found).toHaveLength(1)
  })

  test('the owner of a card that was renewed until a later month of the year is told again', async () => {
    await subscribe('active')
    await addCard('2026-01')
    await markExpiryNotified(db, 'pm_1')
    const renewed = { brand: 'visa', last4: '4242', fingerprint: null, expYear: 2026, expMonth: 2, isDefault: true }
    const cards = [{ id: 'pm_1', createdAt: now, ...renewed }]
    for (let each = 0; each < 2; each++) await replaceCards(db, { userId: 1, cards })
    expect(await findExpiringCards(db)).toHaveLength(1)
    await markExpiryNotified(db, 'pm_1')
    await replaceCards(db, { userId: 1, cards })
    expect(await findExpiringCards(db)).toEqual([])
  })

  test('nobody is told of a card that no plan is charged to', async () => {
    await addCard('2026-01')
    expect(await findExpiringCards(db)).toEqual([])
    await subscribe('active', { isCanceled: true })
    expect(await findExpiringCards(db)).toEqual([])
    await db.query('UPDATE billing_subscription SET cancel_at_period_end = false')
    expect(await findExpiringCards(db)).toHaveLength(1)
    await db.query('UPDATE billing_card SET is_default = false')
    expect(await findExpiringCards(db)).toEqual([])
    await db.query('UPDATE billing_card SET is_default = true')
    await db.query('UPDATE billing_subscription SET is_live = false')
    expect(await findExpiringCards(db)).toEqual([])
  })
})
