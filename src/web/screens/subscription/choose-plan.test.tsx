import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { makeCard, makePreview, makeSubscription } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { inTurn, never, ok, refused, type stubApi } from '../../testing/stub-api.ts'
import { setupSucceeds, stubStripe } from '../../testing/stub-stripe.ts'
import { waysToClose } from '../../testing/ways-to-close.ts'
import { buttonOf, cards, show } from './subscription.fixture.tsx'

const free = makeUser()
const pro = makeUser({ subscriptionTier: 'pro' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const wishes = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ route }) => route === 'POST /api/subscription').map(({ sent }) => sent as { requestId: string })

async function choosePro(shown: ReturnType<typeof show>) {
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Upgrade to Pro' }))
  return dialog('Change to Pro')
}

test('a first plan shows its price before the user agrees, then a toast says that it is active', async () => {
  const shown = show({ 'POST /api/subscription': ok(pro) })
  const change = await choosePro(shown)
  expect((await change.findByText('Due now')).nextElementSibling?.textContent).toBe('$49.00')
  expect(change.getByText('Leads added now').nextElementSibling?.textContent).toBe('2,000')
  change.getByText('Visa ending in 4242 is charged now and every month until you cancel the plan.')
  expect(wishes(shown.calls)).toEqual([])
  await shown.keyboard.click(change.getByRole('button', { name: 'Pay $49.00 now' }))
  await screen.findByText('Subscription updated')
  screen.getByText('Your subscription has been updated to Pro.')
  // Everything on the page is read again.
  expect(shown.calls.filter(({ route }) => route === 'GET /api/invoices')).toHaveLength(2)
  expect(shown.client.getQueryData(['user'])).toMatchObject({ user: pro })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(buttonOf('Pro').textContent).toBe('Current Plan')
  expect(location.search).toBe('')
})

test('an upgrade shows the credit for unused days and charges the shown amount', async () => {
  const preview = makePreview({
    tier: 'elite',
    dueNowCents: 4021,
    unusedTimeCreditCents: 2479,
    prorationDate: 1_795_000_000,
  })
  const shown = show({ 'GET /api/subscription/preview': ok(preview), 'POST /api/subscription': ok(pro) }, pro)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Upgrade to Elite' }))
  const change = await dialog('Change to Elite')
  expect((await change.findByText('Elite from today')).nextElementSibling?.textContent).toBe('$65.00')
  expect(change.getByText('Unused time on your current plan').nextElementSibling?.textContent).toBe('−$24.79')
  await shown.keyboard.click(change.getByRole('button', { name: 'Pay $40.21 now' }))
  await screen.findByText('Subscription updated')
  expect(wishes(shown.calls)[0]).toMatchObject({ tier: 'elite', prorationDate: 1_795_000_000 })
})

test('a smaller plan shows the day it starts', async () => {
  const preview = makePreview({
    tier: 'starter',
    takesEffect: 'period_end',
    takesEffectAt: '2026-12-15T00:00:00.000Z',
    dueNowCents: 0,
    nextChargeCents: 1900,
    nextChargeAt: '2026-12-15T00:00:00.000Z',
    contactPullsAdded: 0,
  })
  const shown = show({ 'GET /api/subscription/preview': ok(preview), 'POST /api/subscription': ok(pro) }, pro)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Upgrade to Starter' }))
  const change = await dialog('Change to Starter')
  expect((await change.findByText('Takes effect')).nextElementSibling?.textContent).toBe('Dec 15, 2026')
  await shown.keyboard.click(change.getByRole('button', { name: 'Change on Dec 15, 2026' }))
  await screen.findByText('Subscription updated')
  screen.getByText(
    'Your subscription has been updated to Starter. It takes effect on Dec 15, 2026; until then you keep Pro.',
  )
})

test('while a plan changes, its button reads Processing... and no other can be clicked', async () => {
  const shown = show({ 'POST /api/subscription': never })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  expect((await change.findByRole<HTMLButtonElement>('button', { name: 'Processing...' })).disabled).toBe(true)
  const [pressed, other] = ['Pro', 'Elite'].map(name =>
    within(screen.getByLabelText(`${name} plan`)).getByRole<HTMLButtonElement>('button', { hidden: true }),
  )
  expect([pressed?.textContent, pressed?.disabled, other?.disabled]).toEqual(['Processing...', true, true])
  expect(await waysToClose(shown.keyboard, 'Not now')).toEqual([])
})

test('an action required by the bank leads to /confirm-payment with the secret', async () => {
  const action = ok({ requiresAction: true, clientSecret: 'pi_1_secret_2' })
  const shown = show({ 'POST /api/subscription': action })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await expect.poll(() => location.pathname + location.search).toBe('/confirm-payment?client_secret=pi_1_secret_2')
})

test.each([
  [refused('PAYMENT_FAILED'), 'Your card was declined. Nothing has changed.'],
  [{ status: 500, body: '' }, 'Failed to update subscription'],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'There was an error updating your subscription.'],
])('a failed plan change shows an error (%#)', async (answer, description) => {
  const shown = show({ 'POST /api/subscription': answer })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await findToast('Subscription failed', description)
  expect(screen.getByRole('dialog')).toBeDefined()
})

test.each([
  ['to all', 'Pay $49.00 plus any tax now', '$49.00 plus any tax'],
  ['to the next charges', 'Pay $49.00 now', '$49.00'],
] as const)('tax that is added %s is named before anybody agrees', async (tax, button, dueNow) => {
  const change = await choosePro(show({ 'GET /api/subscription/preview': ok(makePreview({ tax })) }))
  await change.findByRole('button', { name: button })
  expect(change.getByText('Due now').nextElementSibling?.textContent).toBe(dueNow)
  expect(change.getByText(/^Then every month/).nextElementSibling?.textContent).toBe('$49.00 plus any tax')
})

test('a plan whose tax cannot be calculated offers to add a card with a billing address', async () => {
  const shown = show({ 'POST /api/subscription': refused('BILLING_ADDRESS_REQUIRED') })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await change.findByText(/Add a card with its billing country and ZIP code/)
  expect(change.getByRole('button', { name: 'Use another card' })).toBeDefined()
})

test('a preview whose tax cannot be calculated offers a card with a billing address, and is shown again after it', async () => {
  stubStripe({ confirmSetup: setupSucceeds })
  const shown = show({
    'GET /api/subscription/preview': inTurn(refused('BILLING_ADDRESS_REQUIRED'), ok(makePreview())),
    'POST /api/setup-payment': ok({ clientSecret: 'seti_1_secret_2' }),
    'POST /api/payment-methods': cards(makeCard()),
    'GET /api/user': ok(free),
  })
  const change = await choosePro(shown)
  await change.findByText(/Add a card with its billing country and ZIP code/)
  await shown.keyboard.click(change.getByRole('button', { name: 'Use another card' }))
  const add = await dialog('Add payment method')
  await expect.poll(() => add.queryByRole<HTMLButtonElement>('button', { name: 'Save card' })?.disabled).toBe(false)
  await shown.keyboard.click(add.getByRole('button', { name: 'Save card' }))
  await (await dialog('Change to Pro')).findByText('Due now')
})

test('an error disappears when its dialog closes and when another card is added', async () => {
  stubStripe({ confirmSetup: setupSucceeds })
  const shown = show({
    'POST /api/subscription': refused('PAYMENT_FAILED'),
    'POST /api/setup-payment': ok({ clientSecret: 'seti_1_secret_2' }),
    'POST /api/payment-methods': cards(makeCard()),
    'GET /api/user': ok(free),
  })
  const declined = 'Your card was declined. Nothing has changed.'
  const pay = async (change: Awaited<ReturnType<typeof choosePro>>) => {
    await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
    await change.findByText(declined)
  }
  const first = await choosePro(shown)
  await pay(first)
  await shown.keyboard.click(first.getByRole('button', { name: 'Not now' }))
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Upgrade to Elite' }))
  const elite = await dialog('Change to Elite')
  await elite.findByText('Due now')
  expect(elite.queryByText(declined)).toBeNull()
  await pay(elite)
  await shown.keyboard.click(elite.getByRole('button', { name: 'Use another card' }))
  const add = await dialog('Add payment method')
  await expect.poll(() => add.queryByRole<HTMLButtonElement>('button', { name: 'Save card' })?.disabled).toBe(false)
  await shown.keyboard.click(add.getByRole('button', { name: 'Save card' }))
  expect((await dialog('Change to Elite')).queryByText(declined)).toBeNull()
})

test('after a failure the plan is read again, because the charge may have gone through', async () => {
  const shown = show({ 'GET /api/user': ok(free), 'POST /api/subscription': refused('PAYMENT_UNCONFIRMED') })
  const change = await choosePro(shown)
  const reads = () => shown.calls.filter(({ route }) => route === 'GET /api/subscription').length
  const before = reads()
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await change.findByText(/We could not confirm the payment/)
  await expect.poll(reads).toBeGreaterThan(before)
})

test('if the reply to a change is lost, the whole page shows the plan that the server has', async () => {
  let user = free
  const shown = show({
    'GET /api/user': () => ok(user),
    'GET /api/subscription': () => ok(makeSubscription({ tier: user.subscriptionTier })),
    'POST /api/subscription': () => {
      user = pro
      throw new TypeError('Failed to fetch')
    },
  })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await within(screen.getByLabelText('Current subscription')).findByText('Active')
  await expect.poll(() => buttonOf('Pro').textContent).toBe('Current Plan')
})

test('a request ID is reused until the server has answered, and then replaced', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve({ status: 502, body: 'Bad gateway' }),
    () => Promise.resolve(refused('PAYMENT_FAILED')),
    () => Promise.resolve(ok(pro)),
  ]
  const shown = show({ 'POST /api/subscription': () => answers.shift()?.() ?? never() })
  const change = await choosePro(shown)
  for (const told of [/There was an error/, /There was an error/, /Your card was declined/]) {
    await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
    await change.findByText(told)
  }
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await screen.findByText('Subscription updated')
  const [unanswered, broken, declined, paid] = wishes(shown.calls).map(({ requestId }) => requestId)
  expect([broken, declined]).toEqual([unanswered, unanswered])
  expect(paid).not.toBe(declined)
})

test('a plan can be changed where the browser offers no randomUUID, which is without https', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const shown = show({ 'POST /api/subscription': ok(pro) })
  const change = await choosePro(shown)
  await shown.keyboard.click(await change.findByRole('button', { name: 'Pay $49.00 now' }))
  await screen.findByText('Subscription updated')
  expect(wishes(shown.calls)).toEqual([expect.toSatisfy(({ requestId }) => z.uuid().safeParse(requestId).success)])
})

test('the user cannot agree to a price that could not be calculated', async () => {
  const shown = show({ 'GET /api/subscription/preview': inTurn(refused('PAYMENTS_UNAVAILABLE'), ok(makePreview())) })
  const change = await choosePro(shown)
  await change.findByText('We could not calculate the price')
  expect(change.getByRole<HTMLButtonElement>('button', { name: 'Change plan' }).disabled).toBe(true)
  await shown.keyboard.click(change.getByRole('button', { name: 'Try again' }))
  await change.findByText('Due now')
})

test('a change that is refused says why, and promises nothing', async () => {
  const change = await choosePro(show({ 'GET /api/subscription/preview': refused('INVOICE_OPEN') }))
  await change.findByText('Your last charge failed. Pay it first, then change your plan.')
  // The message has no buttons, so it has no empty row for them.
  const parts = [...change.getByRole('alert').querySelectorAll('div')]
  expect(parts.filter(part => part.childNodes.length === 0)).toEqual([])
  for (const text of ['Try again', 'Your new quota is available immediately.'])
    expect(change.queryByText(text)).toBeNull()
})

test('a plan in the URL opens its dialog; closing it cleans the URL', async () => {
  const shown = show({}, free, '/subscription?plan=pro')
  const change = await dialog('Change to Pro')
  await shown.keyboard.click(change.getByRole('button', { name: 'Not now' }))
  expect(location.search).toBe('')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('choosing a plan without a card first asks for a payment method, then shows the plan again', async () => {
  stubStripe({ confirmSetup: setupSucceeds })
  const shown = show({
    'GET /api/payment-methods': cards(),
    'POST /api/setup-payment': ok({ clientSecret: 'seti_1_secret_2' }),
    'POST /api/payment-methods': cards(makeCard()),
    'GET /api/user': ok(free),
  })
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Upgrade to Pro' }))
  const add = await dialog('Add payment method')
  add.getByText('A payment method is required. Please add a card first.')
  await expect.poll(() => add.queryByRole<HTMLButtonElement>('button', { name: 'Save card' })?.disabled).toBe(false)
  await shown.keyboard.click(add.getByRole('button', { name: 'Save card' }))
  await screen.findByText('Payment method added successfully')
  await dialog('Change to Pro')
  expect(wishes(shown.calls)).toEqual([])
  expect(shown.calls.find(({ route }) => route === 'POST /api/payment-methods')?.sent).toEqual({
    setupIntentId: 'seti_1',
  })
})
