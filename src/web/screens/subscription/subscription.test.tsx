import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeBillingDialog } from '../../features/billing/billing-dialogs.store.ts'
import { makeInvoice, makeSubscription, sandbox } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { inTurn, later, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { waysToClose } from '../../testing/ways-to-close.ts'
import { buttonOf, planCard, section, show as showTo } from './subscription.fixture.tsx'

const pro = makeUser({ subscriptionTier: 'pro', remainingContactPulls: 1350, contactPullQuota: 2000 })
const show = (routes: Routes = {}, user = pro, address?: string) => showTo(routes, user, address)
const current = () => section('Current subscription')
const sent = (calls: ReturnType<typeof stubApi>, route: string) => calls.filter(call => call.route === route)

beforeEach(closeBillingDialog)

test('an active plan shows its price, a green badge, and its renewal, and can be canceled', async () => {
  show()
  await current().findByText('Pro')
  current().getByText('$49 / month')
  expect(current().getByText('Active').className).toContain('green')
  current().getByText('Renews on Dec 15, 2026 for $49.')
  current().getByText('1,350 this month')
  current().getByRole('button', { name: 'Cancel Subscription' })
})

test('a canceled plan has an amber badge, shows its end, and can be resumed', async () => {
  const canceled = makeUser({ subscriptionTier: 'pro', subscriptionStatus: 'canceled' })
  const ends = makeSubscription({ status: 'canceled', renewsAt: null, endsAt: '2026-12-15T00:00:00.000Z' })
  const { keyboard, client } = show(
    { 'GET /api/subscription': inTurn(ok(ends), ok(makeSubscription())), 'POST /api/resume-subscription': ok(pro) },
    canceled,
  )
  const badge = await current().findByText('Canceling at period end')
  expect(badge.className).toContain('amber')
  current().getByText('You keep Pro until Dec 15, 2026. Then you return to Free; you keep your leads.')
  expect(current().queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
  await keyboard.click(current().getByRole('button', { name: 'Resume Subscription' }))
  await screen.findByText('Subscription resumed')
  await current().findByText('Active')
  expect(client.getQueryData(['user'])).toMatchObject({ user: pro })
})

test('a failed resume is reported', async () => {
  const { keyboard } = show({
    'GET /api/subscription': ok(makeSubscription({ status: 'canceled' })),
    'POST /api/resume-subscription': { status: 500, body: '' },
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Resume Subscription' }))
  expect(await screen.findByText('Failed to resume subscription')).toBeDefined()
})

test('any other status reads Inactive, in gray, without actions', async () => {
  show({ 'GET /api/subscription': ok(makeSubscription({ status: 'unpaid', renewsAt: null })) })
  const badge = await current().findByText('Inactive')
  expect(badge.className).toContain('grey')
  expect(current().queryAllByRole('button')).toEqual([])
})

test.each([
  [{ amountCents: 2057, creditCents: 0, taxCents: 157 }, '$20.57, including $1.57 tax'],
  [{ amountCents: 900, creditCents: 1000, taxCents: 0 }, '$9 after a $10.00 credit'],
  [{ amountCents: 1900, creditCents: 0, taxCents: null }, '$19 plus any tax'],
])('the renewal shows the amount to be charged, with tax and credit (%#)', async (nextCharge, words) => {
  show({ 'GET /api/subscription': ok(makeSubscription({ nextCharge })) })
  expect(await current().findByText(`Renews on Dec 15, 2026 for ${words}.`)).toBeDefined()
})

test('a plan that ends after its current month shows both the charges until then and its end', async () => {
  show({ 'GET /api/subscription': ok(makeSubscription({ endsAt: '2027-03-03T12:00:00.000Z' })) })
  const words =
    'Renews on Dec 15, 2026 for $49. You keep Pro until Mar 3, 2027. Then you return to Free; you keep your leads.'
  expect(await current().findByText(words)).toBeDefined()
})

test('a failed renewal shows the amount and the deadline, and Pay now pays it', async () => {
  const openInvoice = { amountDueCents: 4900, graceEndsAt: '2026-12-22T00:00:00.000Z' }
  const { keyboard } = show({
    'GET /api/subscription': inTurn(ok(makeSubscription({ status: 'past_due', openInvoice })), ok(makeSubscription())),
    'POST /api/subscription/pay': ok(pro),
  })
  await screen.findByText('Your last payment of $49.00 did not go through')
  screen.getByText('Pay it by Dec 22, 2026, or the plan ends and you return to Free.')
  current().getByText('Inactive')
  await keyboard.click(screen.getByRole('button', { name: 'Pay now' }))
  await screen.findByText('Payment received')
  await expect.poll(() => screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
})

test('an open payment that the bank must approve leads to /confirm-payment', async () => {
  const openInvoice = { amountDueCents: 4900, graceEndsAt: '2026-12-22T00:00:00.000Z' }
  const { keyboard } = show({
    'GET /api/subscription': ok(makeSubscription({ status: 'past_due', openInvoice })),
    'POST /api/subscription/pay': ok({ requiresAction: true, clientSecret: 'pi_1_secret_2' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Pay now' }))
  await expect.poll(() => location.pathname + location.search).toBe('/confirm-payment?client_secret=pi_1_secret_2')
})

test('while the next month is being charged the page says so, and canceling ends the plan immediately', async () => {
  const { keyboard } = show({
    'GET /api/subscription': ok(makeSubscription({ isRenewing: true })),
    'POST /api/cancel-subscription': ok(makeUser()),
  })
  await current().findByText('Your next month is being charged right now.')
  await keyboard.click(current().getByRole('button', { name: 'Cancel Subscription' }))
  const dialog = await screen.findByRole('dialog', { description: prompt })
  await keyboard.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
  expect(await screen.findByText('Your plan has ended. You will not be charged again.')).toBeDefined()
})

test('the free plan has no cancel button', async () => {
  show({ 'GET /api/subscription': ok(makeSubscription({ tier: 'free' })) }, makeUser())
  await current().findByText('$0 / month')
  current().getByText('No card needed. Your quota renews every month.')
  expect(current().queryAllByRole('button')).toEqual([])
})

test('a complimentary plan shows until when it lasts and that nothing is charged', async () => {
  const given = { isGranted: true, renewsAt: null, endsAt: '2027-02-01T00:00:00.000Z' }
  show({ 'GET /api/subscription': ok(makeSubscription(given)) })
  await current().findByText('Your Pro plan is complimentary until Jan 31, 2027. You are not charged for it.')
  expect(current().queryAllByRole('button')).toEqual([])
})

test('a plan that ends shows that the complimentary one continues', async () => {
  const givenPlan = { tier: 'starter', endsAt: null } as const
  const ending = makeSubscription({ status: 'canceled', renewsAt: null, endsAt: '2026-12-15T00:00:00.000Z', givenPlan })
  show({ 'GET /api/subscription': ok(ending) })
  const words = 'You keep Pro until Dec 15, 2026. Then your complimentary Starter plan starts; you keep your leads.'
  expect(await current().findByText(words)).toBeDefined()
})

test('a scheduled downgrade shows its day and the amount to be charged, and can be canceled', async () => {
  const nextCharge = { amountCents: 1900, creditCents: 0, taxCents: 0 }
  const scheduledChange = { tier: 'starter', at: '2026-12-15T00:00:00.000Z' } as const
  const { calls, keyboard } = show({
    'GET /api/subscription': ok(makeSubscription({ scheduledChange, nextCharge })),
    'POST /api/subscription': ok(pro),
  })
  await screen.findByText('Changes to Starter on Dec 15, 2026: $19')
  current().getByText('You keep Pro until then.')
  // Only one amount is charged, so only one is shown.
  expect(current().queryByText(/Renews on/)).toBeNull()
  planCard('Starter').getByText('You change to Starter on Dec 15, 2026.')
  expect(buttonOf('Starter')).toHaveProperty('disabled', true)
  await keyboard.click(current().getByRole('button', { name: 'Keep Pro' }))
  await screen.findByText('Your subscription has been updated to Pro.')
  expect(sent(calls, 'POST /api/subscription')[0]?.sent).toMatchObject({ tier: 'pro', takesEffect: 'period_end' })
})

const prompt =
  "Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period."

test('canceling asks for confirmation, then says how long the plan lasts, and all data is reloaded', async () => {
  const canceled = makeUser({ subscriptionTier: 'pro', subscriptionStatus: 'canceled' })
  const { answer, give } = later()
  const { keyboard, calls } = show({
    'GET /api/subscription': inTurn(ok(makeSubscription()), answer),
    'POST /api/cancel-subscription': ok(canceled),
  })
  await keyboard.click(await current().findByRole('button', { name: 'Cancel Subscription' }))
  const dialog = await screen.findByRole('dialog', { description: prompt })
  expect(sent(calls, 'POST /api/cancel-subscription')).toEqual([])
  await keyboard.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
  await expect.poll(() => sent(calls, 'GET /api/subscription')).toHaveLength(2)
  // Until the plan is read again, no part of the page may say that it is canceled.
  const banner = /Your Pro plan is canceled/
  expect([screen.queryByText(banner), screen.queryByText('Subscription canceled')]).toEqual([null, null])
  give(ok(makeSubscription({ status: 'canceled' })))
  await screen.findByText('Subscription canceled')
  screen.getByText('Your subscription will remain active until the end of the current billing period.')
  screen.getByText(banner)
  current().getByText('Canceling at period end')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [refused('NO_SUBSCRIPTION'), 'You do not have a plan that can be changed this way.'],
  [{ status: 500, body: '' }, 'Failed to cancel subscription'],
])('a failed cancellation shows an error, and the prompt stays (%#)', async (answer, description) => {
  const { keyboard } = show({ 'POST /api/cancel-subscription': answer })
  await keyboard.click(await current().findByRole('button', { name: 'Cancel Subscription' }))
  const dialog = await screen.findByRole('dialog')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
  await screen.findByText(description)
  screen.getByText('Error')
  expect(screen.getByRole('dialog')).toBeDefined()
})

const pastDue = makeSubscription({
  status: 'past_due',
  openInvoice: { amountDueCents: 4900, graceEndsAt: '2026-12-22T00:00:00.000Z' },
})
test.each([
  ['resume', 'Resume Subscription', makeSubscription({ status: 'canceled' }), 'POST /api/resume-subscription'],
  ['payment', 'Pay now', pastDue, 'POST /api/subscription/pay'],
])('if the reply to a %s is lost, the user and the plan are read again', async (_what, press, before, route) => {
  const changed = makeUser({ subscriptionTier: 'pro', remainingContactPulls: 2000 })
  const { keyboard, client } = show({
    'GET /api/user': ok(changed),
    'GET /api/subscription': inTurn(ok(before), ok(makeSubscription())),
    [route]: { status: 502, body: 'Bad gateway' },
  })
  await keyboard.click(await screen.findByRole('button', { name: press }))
  await current().findByText('Active')
  await expect.poll(() => client.getQueryData(['user'])).toMatchObject({ user: changed })
})

test('the dialog cannot be closed while a plan is being canceled', async () => {
  const { keyboard } = show({ 'POST /api/cancel-subscription': never })
  await keyboard.click(await current().findByRole('button', { name: 'Cancel Subscription' }))
  await keyboard.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel Subscription' }))
  expect(await waysToClose(keyboard, 'Keep subscription')).toEqual([])
})

test('invoices are listed with their links, and the billing portal opens', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { keyboard } = show({
    'GET /api/invoices': ok([makeInvoice(), makeInvoice({ id: 'in_2', number: null, status: 'open', pdfUrl: null })]),
    'POST /api/billing-portal': ok({ url: 'https://pay.example.com/portal' }),
  })
  const table = within(await screen.findByRole('region', { name: 'List of invoices' }))
  const [, paid, open] = table.getAllByRole('row')
  expect(paid?.textContent).toBe('Nov 15, 2026Pro, Nov 15 to Dec 15Nov 15, 2026LL-0001Paid$49.00ViewPDF')
  expect(open?.textContent).toContain('Open$49.00View')
  expect(table.getByRole('link', { name: 'PDF of invoice LL-0001' }).getAttribute('href')).toBe(
    'https://pay.example.com/in_1.pdf',
  )
  await keyboard.click(screen.getByRole('button', { name: 'Billing portal' }))
  await expect.poll(() => leave.mock.calls).toEqual([['https://pay.example.com/portal']])
})

test('with the sandbox, every place to pay says that no real money moves', async () => {
  const { keyboard } = show({ 'GET /api/payment-settings': ok(sandbox) })
  await screen.findByText('Payments sandbox: no real money moves')
  await keyboard.click(screen.getByRole('button', { name: 'Buy More Leads' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Payments sandbox: no real money moves')).toBeDefined()
})

test('while loading, the parts of the screen keep their positions', async () => {
  show({
    'GET /api/subscription': never,
    'GET /api/payment-methods': never,
    'GET /api/invoices': never,
    'GET /api/payment-settings': never,
  })
  await screen.findByText('Loading your subscription')
  screen.getByText('Loading payment methods')
  expect(screen.getByRole('heading', { name: 'Choose Your Plan' })).toBeDefined()
})

test('a subscription that fails to load can be requested again', async () => {
  const { keyboard } = show({
    'GET /api/subscription': inTurn(refused('PAYMENTS_UNAVAILABLE'), ok(makeSubscription())),
  })
  await findToast('Failed to load your subscription')
  await keyboard.click(current().getByRole('button', { name: 'Try again' }))
  expect(await current().findByText('Active')).toBeDefined()
})

test('what is shown stays while a part that failed is requested again', async () => {
  const { keyboard } = show({ 'GET /api/payment-methods': inTurn(refused('PAYMENTS_UNAVAILABLE'), never) })
  const plans = screen.getByRole('heading', { name: 'Choose Your Plan' })
  expect(plans.closest('.invisible')).not.toBeNull()
  const methods = section('Payment methods')
  const again = await methods.findByRole('button', { name: 'Try again' })
  expect(plans.closest('.invisible')).toBeNull()
  await keyboard.click(again)
  await methods.findByText('Loading payment methods')
  expect(plans.closest('.invisible')).toBeNull()
})

test('banners above the plans show a trial and used-up quotas, with ways to get more', async () => {
  show({}, makeUser({ remainingContactPulls: 0, remainingSearches: 0 }))
  await screen.findByText(/^You are on a trial/)
  screen.getByText('You have no leads left')
  screen.getByText('Usage limit reached')
  const ways = screen.getAllByRole('link', { name: /^(See plans|Upgrade Plan)$/ })
  expect(ways.map(way => way.getAttribute('href'))).toEqual(['#plans', '#plans', '#plans'])
  expect(screen.getAllByRole('button', { name: 'Buy More Leads' })).toHaveLength(3)
})

test('the plan stays on screen when reloading it fails', async () => {
  const { client } = show()
  await current().findByText('Active')
  stubApi({ 'GET /api/user': ok(pro), 'GET /api/subscription': refused('UNAVAILABLE') })
  await act(() => client.invalidateQueries({ queryKey: ['subscription'] }))
  await findToast('Failed to load your subscription')
  current().getByText('Active')
  expect(current().queryByRole('button', { name: 'Try again' })).toBeNull()
})
