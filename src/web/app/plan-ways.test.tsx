import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { closeBillingDialog } from '../features/billing/billing-dialogs.store.ts'
import { createQueryClient } from '../shared/session/query-client.ts'
import { realStripe } from '../testing/billing.fixture.ts'
import { makeUser } from '../testing/fixtures.ts'
import { never, ok, refused, type Routes, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

function open(address: string, routes: Routes = {}) {
  const calls = stubApi({ 'GET /api/payment-settings': ok(realStripe), ...routes })
  history.replaceState(null, '', address)
  render(<App client={createQueryClient()} />)
  return { calls, keyboard: userEvent.setup() }
}
const signedIn = (own = {}) => ({ 'GET /api/user': ok(makeUser(own)), 'GET /api/searches': ok([]) })
const pro = { subscriptionTier: 'pro' }
const planCard = (name: string) => within(screen.getByRole('article', { name: `${name} plan` }))
const allPlans = ['Free', 'Starter', 'Pro', 'Elite']

beforeEach(closeBillingDialog)

test('a visitor can register for every plan, and Pro is marked Popular', async () => {
  open('/')
  await screen.findByRole('heading', { name: 'Choose Your Plan' })
  const ways = allPlans.map(name => planCard(name).getByRole('link'))
  expect(ways.map(way => way.textContent)).toEqual([
    'Sign up free',
    'Upgrade to Starter',
    'Upgrade to Pro',
    'Upgrade to Elite',
  ])
  expect(ways.map(way => way.getAttribute('href'))).toEqual(
    ['free', 'starter', 'pro', 'elite'].map(tier => `/register?tier=${tier}`),
  )
  planCard('Pro').getByText('Popular')
})

test('a user also sees the state of each plan on the landing page', async () => {
  open('/', signedIn(pro))
  const present = await planCard('Pro').findByRole<HTMLButtonElement>('button', { name: 'Current Plan' })
  const free = planCard('Free').getByRole<HTMLButtonElement>('button', { name: 'Current' })
  expect([present.disabled, free.disabled]).toEqual([true, true])
  planCard('Free').getByText('You return to Free when your paid plan ends.')
  expect(planCard('Elite').getByRole('link', { name: 'Upgrade to Elite' }).getAttribute('href')).toBe(
    '/subscription?plan=elite',
  )
})

const prompt =
  "Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period."

test('Cancel Subscription in the avatar menu asks for confirmation and returns the focus', async () => {
  const canceled = makeUser({ subscriptionTier: 'pro', subscriptionStatus: 'canceled' })
  const { keyboard } = open('/dashboard', { ...signedIn(pro), 'POST /api/cancel-subscription': ok(canceled) })
  await keyboard.click(await screen.findByRole('button', { name: 'My Account' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Cancel Subscription' }))
  const dialog = await screen.findByRole('dialog', { description: prompt })
  await keyboard.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
  await screen.findByText('Subscription canceled')
  expect(location.pathname).toBe('/dashboard')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'My Account' }))
  // The plan is no longer active, so there is nothing to cancel.
  await keyboard.click(screen.getByRole('button', { name: 'My Account' }))
  await screen.findByRole('menuitem', { name: 'Profile' })
  expect(screen.queryByRole('menuitem', { name: 'Cancel Subscription' })).toBeNull()
})

test('Cancel Subscription in the mobile menu also asks, and declining changes nothing', async () => {
  const { keyboard, calls } = open('/dashboard', signedIn(pro))
  const toggle = await screen.findByRole('button', { name: 'Open menu' })
  await keyboard.click(toggle)
  await keyboard.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
  const dialog = await screen.findByRole('dialog', { description: prompt })
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
  await keyboard.click(within(dialog).getByRole('button', { name: 'Keep subscription' }))
  expect(calls.map(({ route }) => route)).not.toContain('POST /api/cancel-subscription')
  await expect.poll(() => document.activeElement).toBe(toggle)
})

test('a user who registered for a paid plan lands on the dashboard with an offer of that plan', async () => {
  const { keyboard } = open('/register?tier=pro', {
    'POST /api/register': ok(makeUser({ emailVerified: false }), 201),
    'GET /api/analytics': never,
  })
  await keyboard.type(await screen.findByLabelText('Username', { selector: 'input' }), 'dana')
  await keyboard.type(screen.getByLabelText('Email'), 'dana@example.com')
  await keyboard.type(screen.getByLabelText('Password', { selector: 'input' }), 'secret-word')
  await keyboard.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Start your Pro plan')
  screen.getByText(/Please confirm your email/)
  expect(location.pathname + location.search).toBe('/dashboard')
  // The offer stays while the user navigates within the page.
  await keyboard.click(screen.getByRole('tab', { name: 'Analytics' }))
  await keyboard.click(screen.getByRole('tab', { name: 'Search Leads' }))
  screen.getByText(/You chose Pro: 2,000 leads for \$49 a month\./)
  expect(screen.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe('/subscription?plan=pro')
  await keyboard.click(screen.getByRole('button', { name: 'Stay on Free for now' }))
  expect(screen.queryByText('Start your Pro plan')).toBeNull()
  expect(screen.queryByText(/Please confirm your email/)).toBeNull()
  // Going back, or a reload, does not show the offer again.
  expect(history.state).toBeNull()
})

async function beginPurchase(answer: Routes[string]) {
  const { keyboard } = open('/dashboard', {
    ...signedIn({ remainingContactPulls: 0 }),
    'POST /api/purchase-leads': answer,
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Buy More Leads' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Buy 300 leads' }))
}

test('the purchase dialog closes when the session ends', async () => {
  await beginPurchase(refused('NOT_SIGNED_IN'))
  await screen.findByRole('tab', { name: 'Login' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('the purchase dialog closes when the page changes', async () => {
  await beginPurchase(never)
  act(() => history.pushState(null, '', '/about'))
  await screen.findByRole('heading', { name: 'About Leadline' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('users without an active paid plan see the trial banner, which leads to the plans', async () => {
  open('/dashboard', signedIn())
  await screen.findByText(/You are on a trial/)
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscription')
})

test.each([
  ['canceled', /Your Pro plan is canceled but still active until it ends/],
  ['past_due', /The payment for your Pro plan is overdue/],
  ['unpaid', /The payment for your Pro plan is overdue/],
  ['paused', /Your Pro plan is not active/],
])('the banner for a plan that is %s says so and does not mention a trial', async (subscriptionStatus, words) => {
  open('/dashboard', signedIn({ ...pro, subscriptionStatus }))
  await screen.findByText(words)
  expect(screen.queryByText(/trial/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Manage plan' }).getAttribute('href')).toBe('/subscription')
})

test('a complimentary plan cannot be canceled from any menu', async () => {
  const { keyboard } = open('/dashboard', signedIn({ ...pro, isPlanGranted: true }))
  await keyboard.click(await screen.findByRole('button', { name: 'My Account' }))
  await screen.findByRole('menuitem', { name: 'Manage Subscription' })
  expect(screen.queryByRole('menuitem', { name: 'Cancel Subscription' })).toBeNull()
  await keyboard.keyboard('{Escape}')
  await keyboard.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('navigation', { name: 'Menu' })
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
})

test.each([
  [{ remainingContactPulls: 0 }, 'You have no leads left'],
  [{ remainingContactPulls: -1 }, 'You have no leads left'],
  [{ remainingSearches: 0 }, 'Usage limit reached'],
])('the dashboard shows a used-up quota with ways to get more (%#)', async (own, title) => {
  const { keyboard } = open('/dashboard', signedIn({ subscriptionTier: 'starter', ...own }))
  await screen.findByText(title)
  // The notice was there before the visit, so it must not interrupt a screen reader.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/subscription')
  await keyboard.click(screen.getByRole('button', { name: 'Buy More Leads' }))
  await screen.findByRole('dialog', { name: 'Purchase Additional Leads' })
})
