import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { endSubscriptionForGood } from './end-subscription.usecases.ts'

describeOnBothDatabases('an account that is deleted', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  test('is never charged again, and the provider forgets its cards', async () => {
    const { deps, stripe, sandbox } = product
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
    const customerId = await ann.customerId()
    await endSubscriptionForGood(deps, ann.signedIn.user)
    await sandbox.controls.advance({ days: 62 })
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
    const charges = await sandbox.controls.list('charge', customerId)
    expect(charges.map(({ amount }) => amount)).toEqual([4900])
    await ann.signIn()
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free', remainingContactPulls: 50 })
  })

  test('can not be paid for by a checkout that was left open', async () => {
    const { deps, sandbox } = product
    const cy = await Customer.signUp(product)
    const sessionId = await cy.beginCheckout()
    await endSubscriptionForGood(deps, cy.signedIn.user)
    await expect(sandbox.controls.payCheckout(sessionId)).rejects.toThrow('no longer open')
    expect(await cy.user()).toMatchObject({ remainingContactPulls: 50 })
  })

  test('without any payment is left alone, and while the provider is away it stays', async () => {
    const { deps, sandbox } = product
    const bob = await Customer.signUp(product)
    await endSubscriptionForGood(deps, bob.signedIn.user)
    await bob.addCard()
    await bob.choose('starter')
    await sandbox.controls.setFault('error')
    await expect(endSubscriptionForGood(deps, bob.signedIn.user)).rejects.toThrow('sandbox')
    await sandbox.controls.setFault('none')
    expect(await bob.standing()).toMatchObject({ paidCents: 1900, tier: 'starter' })
  })
})
