import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { extendLock, releaseLock, takeLock } from './billing-lock.repository.ts'
import { assertLockHeld, withBillingLock } from './billing-lock.ts'

describeOnBothDatabases('a user with many concurrent plan changes', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  test('has a few of them queued; the others are refused immediately and do not delay other users', async () => {
    const ann = await Customer.signUp(product)
    const answered: number[] = []
    const ask = async () => void answered.push((await ann.post('/api/cancel-subscription')).status)
    const asked = await withBillingLock(product.deps, ann.signedIn.user.id, async () => {
      const all = Array.from({ length: 10 }, ask)
      await expect.poll(() => answered).toEqual([429, 429, 429, 429])
      const bob = await Customer.signUp(product)
      expect(await bob.post('/api/cancel-subscription')).toMatchObject({ status: 409 })
      return { all }
    })
    await Promise.all(asked.all)
    expect(answered.slice(4)).toEqual([409, 409, 409, 409, 409, 409])
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ status: 409 })
  })

  test('keeps the lock of the request that has it, whatever an earlier one does that lost it', async () => {
    const ann = await Customer.signUp(product)
    const { db } = product.deps
    const userId = ann.signedIn.user.id
    const lost = { userId, holder: 'lost' }
    const held = { userId, holder: 'held' }
    expect(await takeLock(db, held, 20)).toBe(true)
    const stored = () => db.query('SELECT holder, until FROM billing_lock WHERE user_id = $1', [userId])
    const before = await stored()
    await extendLock(db, lost, 40)
    await releaseLock(db, lost)
    expect(await stored()).toEqual(before)
    await expect(db.transaction(tx => assertLockHeld(tx, lost))).rejects.toMatchObject({ errorType: 'UNAVAILABLE' })
    await releaseLock(db, held)
    expect(await stored()).toEqual([])
  })

  test('does not wait for a process that died before the clock of the database was set back an hour', async () => {
    const ann = await Customer.signUp(product)
    await product.deps.db.query(
      `INSERT INTO billing_lock (user_id, holder, until) VALUES ($1, 'dead', clock_timestamp() + interval '1 hour')`,
      [ann.signedIn.user.id],
    )
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ status: 409 })
  })
})
