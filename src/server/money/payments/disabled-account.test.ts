import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { setUserDisabled } from '#server/accounts/moderation/moderation.usecases.ts'
import { resumePlan } from '#server/features/billing/cancel.usecases.ts'
import { purchasePackage } from '#server/features/billing/purchase.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { reconcilePayments } from './reconcile.usecases.ts'

describeOnPostgres('a customer whose account is disabled', open => {
  let product: PaymentsApp
  let ann: Customer
  let adminId: number
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
    adminId = (await signUp(product.app)).user.id
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
  })
  afterAll(() => product.close())

  const account = async (id = ann.signedIn.user.id) => {
    const found = await readAccount(product.deps, id)
    if (found === undefined) throw new Error('no account')
    return found
  }
  const setDisabled = async (isDisabled: boolean) =>
    setUserDisabled(product.deps, { admin: await account(adminId), userId: ann.signedIn.user.id, isDisabled })
  const subscription = async () => (await ann.get('/api/subscription')).body
  const pass = async (days: number) => {
    await product.sandbox.controls.advance({ days })
    await product.sandbox.controls.settle()
  }

  test('is not charged again: the plan ends with its paid month', async () => {
    await setDisabled(true)
    await runDueJobs(product.deps)
    await pass(65)
    expect(await ann.paidCents()).toBe(4900)
  })

  test('and enabled again keeps the paid month, and can resume', async () => {
    await setDisabled(true)
    await runDueJobs(product.deps)
    await setDisabled(false)
    await ann.signIn()
    expect(await subscription()).toMatchObject({ tier: 'pro', status: 'canceled', renewsAt: null })
    expect(await ann.post('/api/resume-subscription')).toMatchObject({ body: { subscriptionStatus: 'active' } })
  })

  test('and enabled again before the job has run keeps the plan', async () => {
    await setDisabled(true)
    await setDisabled(false)
    await runDueJobs(product.deps)
    await ann.signIn()
    expect(await subscription()).toMatchObject({ tier: 'pro', status: 'active' })
  })

  test('while the provider was down is handled by the hourly reconciliation', async () => {
    await product.sandbox.controls.setFault('error')
    await setDisabled(true)
    await runDueJobs(product.deps)
    await product.sandbox.controls.setFault('none')
    await reconcilePayments(product.deps)
    await pass(40)
    expect(await ann.paidCents()).toBe(4900)
  })

  test('cannot buy or resume with a concurrent request', async () => {
    const before = await account()
    await ann.post('/api/cancel-subscription')
    await setDisabled(true)
    const refusal = { errorType: 'ACCOUNT_DISABLED' }
    await expect(purchasePackage(product.deps, before, 'http://localhost')).rejects.toMatchObject(refusal)
    await expect(resumePlan(product.deps, before)).rejects.toMatchObject(refusal)
  })

  test('cannot pay an open checkout', async () => {
    const sessionId = await ann.beginCheckout()
    await setDisabled(true)
    await runDueJobs(product.deps)
    await expect(product.sandbox.controls.payCheckout(sessionId)).rejects.toThrow('no longer open')
  })
})
