import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import { syncSession } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { makeSubscription, realStripe, sandbox } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { holdSession, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { cardFails, paymentIs, stubStripe } from '../../testing/stub-stripe.ts'
import ConfirmPaymentScreen from './confirm-payment.screen.tsx'

const pro = makeUser({ subscriptionTier: 'pro' })
const link = '/confirm-payment?client_secret=pi_1_secret_2'

// Removes the script of an earlier test.
beforeEach(() => showToast({ title: 'Before' }))

function open(address: string, routes: Routes = {}, user: User | null = null) {
  const calls = stubApi({ 'GET /api/payment-settings': ok(realStripe), ...routes })
  return { calls, ...renderAt(address, <ConfirmPaymentScreen />, user) }
}
/** Signs in a user whose subscription the server reads as given. */
const openSignedIn = (address: string, user = pro, routes: Routes = {}) =>
  open(
    address,
    {
      'GET /api/user': ok(user),
      'POST /api/subscription/refresh': ok(user),
      'POST /api/subscription/confirm': ok({ payment: 'settled', user }),
      ...routes,
    },
    user,
  )
const asked = (calls: ReturnType<typeof stubApi>) => calls.map(({ route }) => route)

test('a successful payment is reported and synced, and after 2 seconds the subscription page shows the plan', async () => {
  stubStripe({ retrievePaymentIntent: () => paymentIs('succeeded') })
  const timers = vi.spyOn(window, 'setTimeout')
  const { calls, client } = openSignedIn(link)
  const pagesBefore = history.length
  await screen.findByText('Payment confirmed')
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 2000)
  await screen.findByText('Payment successful')
  screen.getByText('Your subscription has been activated!')
  const confirmed = calls.find(({ route }) => route === 'POST /api/subscription/confirm')
  expect(confirmed?.sent).toEqual({ paymentIntentId: 'pi_1' })
  expect(client.getQueryData(['user'])).toMatchObject({ user: pro })
  expect(location.pathname).toBe('/confirm-payment')
  await expect.poll(() => location.pathname).toBe('/subscription')
  // The browser's Back button does not confirm the payment again.
  expect(history.length).toBe(pagesBefore)
})

test('a visitor can confirm a payment too', async () => {
  stubStripe({ retrievePaymentIntent: () => paymentIs('succeeded') })
  const { calls } = open(link)
  await screen.findByText('Payment successful')
  expect(asked(calls)).toEqual(['GET /api/payment-settings'])
})

test('a payment that requires authentication is confirmed with its card', async () => {
  const confirmCardPayment = vi.fn<(secret: string) => ReturnType<typeof paymentIs>>(() => paymentIs('succeeded'))
  stubStripe({ retrievePaymentIntent: () => paymentIs('requires_action'), confirmCardPayment })
  openSignedIn(link)
  await screen.findByText('Payment successful')
  expect(confirmCardPayment.mock.calls).toEqual([['pi_1_secret_2']])
})

test('the page says that the bank is being asked', async () => {
  stubStripe({
    retrievePaymentIntent: () => paymentIs('requires_action'),
    confirmCardPayment: () => new Promise(() => {}),
  })
  open(link)
  expect(await screen.findByText('Confirming your payment...')).toBeDefined()
})

test.each(['requires_payment_method', 'processing', 'canceled'])(
  'a payment that is %s shows its status and a way back',
  async status => {
    stubStripe({ retrievePaymentIntent: () => paymentIs(status) })
    openSignedIn(link, makeUser())
    await screen.findByText(`Payment status: ${status}`)
    expect(screen.getByRole('link', { name: 'Return to subscription' }).getAttribute('href')).toBe('/subscription')
    expect(screen.queryByText('Payment successful')).toBeNull()
  },
)

test('a failed authentication shows the error and a way back; the server syncs anyway', async () => {
  stubStripe({
    retrievePaymentIntent: () => paymentIs('requires_action'),
    confirmCardPayment: cardFails('We could not authenticate your card.'),
  })
  const { calls } = openSignedIn(link, makeUser())
  const back = await screen.findByRole('link', { name: 'Return to subscription' })
  const message = back.closest('[role=alert]')?.textContent
  expect(message).toContain('Payment authentication failed')
  expect(message).toContain('We could not authenticate your card.')
  expect(asked(calls)).toContain('POST /api/subscription/refresh')
})

test.each(['/confirm-payment', '/confirm-payment?client_secret=', '/confirm-payment?client_secret=pi_1'])(
  '%s contains no payment: it shows an error and sends no request',
  async address => {
    const retrievePaymentIntent = vi.fn<() => ReturnType<typeof paymentIs>>()
    stubStripe({ retrievePaymentIntent })
    open(address)
    await screen.findByText('This payment link is not complete')
    screen.getByRole('link', { name: 'Return to subscription' })
    expect(retrievePaymentIntent).not.toHaveBeenCalled()
  },
)

test('a secret that the provider does not know is an error', async () => {
  stubStripe({ retrievePaymentIntent: cardFails('No such payment_intent') })
  open(link)
  expect(await screen.findByText('Payment authentication failed')).toBeDefined()
})

test("another user's payment activates nothing, and no message claims that it does", async () => {
  stubStripe({ retrievePaymentIntent: () => paymentIs('succeeded') })
  const user = makeUser()
  openSignedIn(link, user, { 'POST /api/subscription/confirm': ok({ payment: 'foreign', user }) })
  await screen.findByText(/It does not belong to a plan of this account\./)
  expect(screen.queryByText('Your subscription has been activated!')).toBeNull()
})

const awaited = 'Your plan changes as soon as our payment provider is done, within an hour at the latest.'

test('if the server cannot be reached, the page still shows that the payment succeeded, and tries again', async () => {
  stubStripe({ retrievePaymentIntent: () => paymentIs('succeeded') })
  const free = makeUser()
  const { client } = openSignedIn(link, free, {
    'GET /api/user': ok(pro),
    'POST /api/subscription/confirm': refused('UNAVAILABLE'),
  })
  client.setQueryData(['subscription'], makeSubscription({ tier: 'free' }))
  await screen.findByText('Payment confirmed')
  screen.getByText(`${awaited} Taking you back to your subscription...`)
  await findToast('Payment successful', awaited)
  expect(screen.queryByText('Your subscription has been activated!')).toBeNull()
  await expect.poll(() => client.getQueryData(['user'])).toMatchObject({ user: pro })
  expect(client.getQueryState(['subscription'])?.isInvalidated).toBe(true)
})

test('a payment that the provider needs seconds to settle leads to the subscription page, which waits for it', async () => {
  stubStripe({ retrievePaymentIntent: () => paymentIs('succeeded') })
  const free = makeUser()
  const { client } = openSignedIn(link, free, {
    'POST /api/subscription/confirm': ok({ payment: 'settling', user: free }),
  })
  client.setQueryData(['subscription'], makeSubscription({ tier: 'free' }))
  await findToast('Payment successful', awaited)
  expect(screen.queryByText(/does not belong to a plan/)).toBeNull()
  expect(client.getQueryState(['subscription'])?.isInvalidated).toBe(true)
  await expect.poll(() => location.pathname).toBe('/subscription')
})

test('if another user signs in meanwhile, the page stops waiting and points to the plan and the invoices', async () => {
  const bank = Promise.withResolvers<Awaited<ReturnType<typeof paymentIs>>>()
  stubStripe({ retrievePaymentIntent: () => bank.promise })
  const { client } = openSignedIn(link, pro, { 'GET /api/user': ok(makeUser({ id: 99 })) })
  await screen.findByText('Confirming your payment...')
  holdSession('99999999')
  await act(() => syncSession(client))
  bank.resolve(await paymentIs('succeeded'))
  await screen.findByText('We could not confirm this payment')
  expect(screen.getByRole('link', { name: 'Return to subscription' })).toBeDefined()
})

test('with the sandbox, the page says so', async () => {
  open('/confirm-payment', { 'GET /api/payment-settings': ok(sandbox) })
  expect(await screen.findByText('Payments sandbox: no real money moves')).toBeDefined()
})
