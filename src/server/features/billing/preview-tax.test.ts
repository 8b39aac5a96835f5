import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferedTier } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { previewPlan } from './preview.usecases.ts'

describeOnPostgres('tax that the provider calculates', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  test('amounts to which tax is added are never shown as totals', async () => {
    const { deps } = product
    const ann = await Customer.signUp(product)
    const taxed = { ...deps, config: { ...deps.config, STRIPE_AUTOMATIC_TAX: true } }
    const tax = async (tier: OfferedTier) => {
      const account = await readAccount(deps, ann.signedIn.user.id)
      return account === undefined ? undefined : (await previewPlan(taxed, account, tier)).tax
    }
    expect(await tax('pro')).toBe('to all')
    await ann.addCard()
    await ann.choose('pro')
    expect(await tax('starter')).toBe('to the next charges')
    expect(await tax('elite')).toBe('to the next charges')
    await ann.choose('starter')
    expect(await tax('elite')).toBe('to all')
    expect((await ann.get('/api/subscription/preview?tier=elite')).body).toMatchObject({ tax: 'to none' })
  })
})
