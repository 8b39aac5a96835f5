import { expect } from '@playwright/test'
import { addUser, expectAccessible, signUp, test } from './fixtures.ts'
import {
  addCard,
  agree,
  answerBank,
  cards,
  choosePlan,
  enterCard,
  expectPlan,
  expectToast,
  fillCard,
  payNow,
} from './payments-fixtures.ts'

const free = { badge: 'Active', pulls: '50', searches: '5' }
const starter = { badge: 'Active', pulls: '500', searches: '50' }
const pro = { badge: 'Active', pulls: '2,000', searches: 'Unlimited' }

test('a card, a first plan, an upgrade with proration, a cancellation, and resuming it', async ({ page }) => {
  await signUp(page, '/subscription')
  await expectPlan(page, 'Free', free)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Upgrade to Starter' }).click()
  const adding = page.getByRole('dialog', { name: 'Add payment method' })
  await expect(adding.getByText('A payment method is required. Please add a card first.')).toBeVisible()
  await enterCard(page, cards.declinedWhenAdded)
  await expect(adding.getByText('Your card has insufficient funds.')).toBeVisible()
  await expectAccessible(page)
  await enterCard(page, cards.secureWhenAdded)
  await answerBank(page, 'Complete authentication')
  await agree(page, 'Starter', payNow('starter'))
  await expectToast(page, 'Subscription updated', 'Your subscription has been updated to Starter.')
  await expectPlan(page, 'Starter', starter)
  await expect(page.getByText('Visa ending in 3155')).toBeVisible()
  await expect(page.getByText(/^Renews on .+ for \$\d/)).toBeVisible()

  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('dialog').getByText('Unused time on your current plan')).toBeVisible()
  await expectAccessible(page)
  await agree(page, 'Pro', payNow('pro', 'starter'))
  await expectToast(page, 'Subscription updated', 'Your subscription has been updated to Pro.')
  await expectPlan(page, 'Pro', pro)
  await expect(page.getByRole('region', { name: 'Invoices' }).getByText('Paid')).toHaveCount(2)

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  const prompt = page.getByRole('dialog', { name: 'Cancel subscription' })
  await prompt.getByRole('button', { name: 'Cancel Subscription' }).click()
  const canceled = 'Your subscription will remain active until the end of the current billing period.'
  await expectToast(page, 'Subscription canceled', canceled)
  await expectPlan(page, 'Pro', { ...pro, badge: 'Canceling at period end' })
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToast(page, 'Subscription resumed')
  await expectPlan(page, 'Pro', pro)
  await expectAccessible(page)
})

test('after a declined card, one click saves another, even while the toast disappears', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 720 })
  await signUp(page, '/subscription')
  await page.getByRole('button', { name: 'Add card' }).click()
  await enterCard(page, cards.declinedWhenAdded)
  const dialog = page.getByRole('dialog', { name: 'Add payment method' })
  await expect(dialog.getByText('Your card has insufficient funds.')).toBeVisible()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect(toast).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Save card' })
  await expect(save).toBeInViewport({ ratio: 1 })

  await fillCard(page, cards.accepted)
  await expect(save).toBeInViewport({ ratio: 1 })
  await save.hover()
  // The toast stays while the focus is in the card's iframe, and disappears during the click.
  await page.mouse.down()
  await expect(toast).toHaveCount(0)
  await page.mouse.up()
  await expectToast(page, 'Payment method added successfully')
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
})

test.describe('a bank that says no', () => {
  test.use({ refusedPaths: ['/api/subscription'] })

  test('changes nothing: 3-D Secure refused and then passed, an upgrade declined and then paid', async ({ page }) => {
    await signUp(page, '/subscription')
    await addCard(page, cards.secureWhenPaying)
    await choosePlan(page, 'Starter', payNow('starter'))
    await answerBank(page, 'Fail authentication')
    await expect(page).toHaveURL(/\/confirm-payment\?client_secret=/)
    await expect(page.getByRole('main').getByText('Payment authentication failed')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Return to subscription' }).click()
    await expectPlan(page, 'Free', free)

    await choosePlan(page, 'Starter', payNow('starter'))
    await answerBank(page, 'Complete authentication')
    await expectToast(page, 'Payment successful', 'Your subscription has been activated!')
    await expect(page).toHaveURL(/\/subscription$/)
    await expectPlan(page, 'Starter', starter)

    await addCard(page, cards.declinedWhenPaying)
    await choosePlan(page, 'Pro', payNow('pro', 'starter'))
    await expectToast(page, 'Subscription failed')
    await page.getByRole('dialog').getByRole('button', { name: 'Use another card' }).click()
    await enterCard(page, cards.accepted)
    await agree(page, 'Pro', payNow('pro', 'starter'))
    await expectToast(page, 'Subscription updated', 'Your subscription has been updated to Pro.')
    await expectPlan(page, 'Pro', pro)

    await page.goto('/confirm-payment?client_secret=of-nothing')
    await expect(page.getByText('This payment link is not complete')).toBeVisible()
  })
})

test('300 leads are bought twice, and the URL is clean after each purchase', async ({ page }) => {
  await addUser(page.request)
  for (const bought of ['300', '600']) {
    await page.goto('/subscription')
    await page.getByRole('button', { name: 'Buy More Leads' }).click()
    await page.getByRole('button', { name: 'Buy 300 leads' }).click()
    await page.getByText('Test cards', { exact: true }).click()
    await page.getByRole('button', { name: /^4242 4242 4242 4242/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay $10.00' }).click()
    await expectToast(page, 'Leads added', '300 leads are yours, usable any time.')
    await expect(page).toHaveURL(/\/subscription$/)
    await expectPlan(page, 'Free', { ...free, bought })
  }
})
