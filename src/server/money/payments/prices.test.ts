import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { openSandbox } from '#tests/support/sandbox.ts'
import { matchesPlan } from './prices.rules.ts'
import { ensurePrices } from './prices.usecases.ts'

const price = { active: true, currency: 'usd', recurring: { interval: 'month' }, unit_amount: 4900 }

test.each([
  [{}, true],
  [{ active: false }, false],
  [{ currency: 'cad' }, false],
  [{ recurring: { interval: 'year' } }, false],
  [{ recurring: null }, false],
  [{ unit_amount: 3900 }, false],
])('a plan is only sold at its own price: %j', (own, isOurs) => {
  expect(matchesPlan({ ...price, ...own } as Stripe.Price, 'pro')).toBe(isOurs)
})

describeOnPostgres('prices at the payment provider', openDatabase => {
  test('two processes that create them at the same time both succeed, and create each only once', async () => {
    const { stripe, sandbox } = await openSandbox(await openDatabase())
    await Promise.all([ensurePrices(stripe), ensurePrices(stripe)])
    expect(await sandbox.controls.list('product')).toHaveLength(3)
    expect((await ensurePrices(stripe)).map(({ wasMade }) => wasMade)).toEqual([false, false, false])
  })
})
