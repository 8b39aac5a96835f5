import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { PaymentsApp } from '../support/payments-app.ts'
import { expectAccessible, password, register, test as base } from './fixtures.ts'
import {
  addCard,
  cards,
  choosePlan,
  dollarsOf,
  enterCard,
  expectPlan,
  expectToast,
  payNow,
} from './payments-fixtures.ts'

/** A separate server and sandbox, because this journey advances the clock of both. */
const test = base.extend<{ product: PaymentsApp }>({
  // oxlint-disable-next-line no-empty-pattern -- the test runner reads the pattern
  product: async ({}, use) => {
    // The whole server is loaded only when this journey runs, not whenever the tests are listed.
    const [{ openDatabase }, { createPaymentsApp }, { seedPlumbers }] = await Promise.all([
      import('#server/platform/database/open-database.ts'),
      import('../support/payments-app.ts'),
      import('../support/seed-boulder.ts'),
    ])
    const db = await openDatabase({})
    const product = await createPaymentsApp(db, { start: '2027-01-31T12:00:00Z' })
    await seedPlumbers(db, 3)
    await use(product)
    await product.close()
    await db.close()
  },
  baseURL: async ({ product }, use) => {
    await use(`http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`)
  },
})
// A month ends the session, and the screen loads its data in parallel with the session.
test.use({ refusedPaths: ['/api/user', '/api/subscription', '/api/payment-methods', '/api/invoices'] })

test('a month passes and renews, a failed renewal is paid, and a canceled plan ends while its leads stay', async ({
  page,
  product,
}) => {
  const username = await register(page.request)
  const starter = { badge: 'Active', pulls: '500', searches: '50' }
  await page.goto('/subscription')
  await addCard(page, cards.accepted)
  await choosePlan(page, 'Starter', payNow('starter'))
  await expectPlan(page, 'Starter', starter)
  const search = { businessCategory: 'plumbing', location: 'Boulder, CO', radius: 25, confirmed: true }
  expect((await page.request.post('/api/search', { data: search })).status()).toBe(200)
  await page.reload()
  await expectPlan(page, 'Starter', { ...starter, pulls: '497', searches: '49' })

  await page.getByRole('link', { name: 'the sandbox panel' }).click()
  await expect(page.getByRole('button', { name: 'To the next renewal' }).first()).toBeVisible()
  await expectAccessible(page)
  await press(page, 'To the next renewal', /^The clock was moved to just after the next renewal/)
  await comeBack(page, username)
  await expectPlan(page, 'Starter', starter)
  await expect(page.getByRole('region', { name: 'Invoices' }).getByText('Paid')).toHaveCount(2)

  await openPanel(page, product, 'payment_method')
  await press(page, 'Decline its charges', 'Charges of this card are declined from now on.')
  await press(page, 'To the next renewal', /^The clock was moved/)
  await comeBack(page, username)
  await expectPlan(page, 'Starter', { ...starter, badge: 'Inactive' })
  await expect(page.getByText(`Your last payment of ${dollarsOf('starter')} did not go through`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await enterCard(page, cards.accepted)
  await expectPlan(page, 'Starter', starter)
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)

  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Cancel Subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectToast(page, 'Subscription canceled')
  await openPanel(page, product, 'subscription')
  await press(page, 'To the next renewal', /^The clock was moved/)
  await comeBack(page, username)
  await expectPlan(page, 'Free', { badge: 'Active', pulls: '50', searches: '5' })
  await page.goto('/leads')
  await page.getByRole('tab', { name: 'All Leads' }).click()
  await expect(page.getByRole('heading', { name: 'Plumber 0000' })).toBeVisible()
})

const openPanel = (page: Page, { sandbox }: PaymentsApp, shelf: string) =>
  page.goto(`${sandbox.panelUrl}?show=${shelf}`)

async function press(page: Page, button: string, notice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole('status').getByText(notice)).toBeVisible()
}

/** Returns to the product by the panel's link and signs in again, since the session may have expired. */
async function comeBack(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Back to the product' }).click()
  await expect(page).toHaveTitle(/Leadline/)
  expect((await page.request.post('/api/login', { data: { username, password } })).status()).toBe(200)
  await page.goto('/subscription')
}
