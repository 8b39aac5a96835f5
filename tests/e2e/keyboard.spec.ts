import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { newUsername, password, pressKeyOn, signUp, signUpWithLeads, tabTo, test } from './fixtures.ts'
import { expectPlan, expectToast, payNow } from './payments-fixtures.ts'

test('with the keyboard alone a user signs up, searches, opens a lead, and exports', async ({ page }) => {
  const username = newUsername()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, 'Get Started')
  await page.keyboard.press('Enter')
  // Before the scripts have loaded, the link loads the page as a whole.
  await page.waitForURL(/\/auth/)
  await tabTo(page, 'Username')
  await page.keyboard.type(username)
  await tabTo(page, 'Email')
  await page.keyboard.type(`${username}@example.com`)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await tabTo(page, 'Business Category')
  await page.keyboard.type('Restaurants')
  await tabTo(page, 'Location')
  await page.keyboard.type('boul')
  await expect(page.getByRole('option', { name: /^Boulder, CO/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Location')).toHaveValue('Boulder, CO')
  await page.keyboard.press('Enter')
  // The focus moves to the results automatically.
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeFocused()

  await tabTo(page, /^Details/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Details/ }).first()).toBeFocused()

  await page.getByRole('heading', { name: 'Restaurants in Boulder, CO' }).focus()
  await tabTo(page, 'Export')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
})

test('a link skips to the results, and few stops are before the first lead', async ({ page }) => {
  await signUpWithLeads(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeFocused()
  const isOnLead = () => page.evaluate(() => document.activeElement?.closest('article') !== null)
  let before = 0
  for (await page.keyboard.press('Tab'); !(await isOnLead()) && before < 30; before += 1)
    await page.keyboard.press('Tab')
  expect(before).toBeLessThanOrEqual(10)
})

test('with the keyboard alone a user reports a lead, and the focus stays in its details', async ({ page }) => {
  await signUpWithLeads(page)
  await pressKeyOn(page, /^Details/)
  const details = page.getByRole('dialog')
  await expect(details).toBeVisible()
  await pressKeyOn(page, 'Report')
  await expect(page.getByRole('menuitem', { name: 'Closed' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Report 1 lead as closed?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await tabTo(page, 'Report')
  await page.keyboard.press('Enter')
  await expect(details.getByText(/^Reported as closed/)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Report' })).toHaveCount(0)
  await expect(details.locator(':focus')).toBeVisible()
})

test('tabbing backward never hides the focus behind the header', async ({ page }) => {
  await signUp(page, '/dashboard?category=Restaurants&place=Boulder%2C+CO')
  await pressKeyOn(page, 'Search for Leads')
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeFocused()
  await page
    .getByRole('button', { name: /^Details/ })
    .nth(12)
    .focus()
  const header = await page.getByRole('banner').boundingBox()
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Shift+Tab')
    const focused = page.locator('main :focus')
    await expect.poll(async () => (await focused.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header?.height ?? 0)
  }
})

test('with the keyboard alone a user adds a card, subscribes, cancels, resumes, and buys leads', async ({ page }) => {
  await signUp(page, '/subscription')
  await pressKeyOn(page, 'Upgrade to Starter')
  const adding = page.getByRole('dialog', { name: 'Add payment method' })
  await expect(adding.frameLocator('iframe').getByLabel('Card number')).toBeVisible()
  await expect(adding.getByRole('button', { name: 'Save card' })).toBeEnabled()
  await tabTo(page, 'iframe')
  const fields = adding.frameLocator('iframe').locator('input')
  for (const [index, written] of ['4242424242424242', '1234', '123'].entries()) {
    await page.keyboard.type(written)
    await expect(fields.nth(index)).toHaveValue(written)
    await page.keyboard.press('Tab')
  }
  // On a busy machine, the provider and the server can take longer than the dialog has to appear.
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/payment-methods') && answer.request().method() === 'POST',
  )
  await pressKeyOn(page, 'Save card')
  expect((await saved).status()).toBe(200)
  await expect(page.getByRole('dialog', { name: 'Change to Starter' })).toBeVisible()
  await pressKeyOn(page, payNow('starter'))
  await expectToast(page, 'Subscription updated')
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeFocused()

  await pressKeyOn(page, 'Cancel Subscription')
  await expect(page.getByRole('dialog', { name: 'Cancel subscription' })).toBeVisible()
  await pressKeyOn(page, 'Cancel Subscription')
  await expectToast(page, 'Subscription canceled')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Subscription resumed')
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()

  await pressKeyOn(page, 'Buy More Leads')
  await expect(page.getByRole('dialog', { name: 'Purchase Additional Leads' })).toBeVisible()
  await pressKeyOn(page, 'Buy 300 leads')
  await expect(page.getByRole('button', { name: 'Pay $10.00' })).toBeEnabled()
  // The saved card is offered and selected.
  await pressKeyOn(page, 'Pay $10.00')
  await expectToast(page, 'Leads added')
  await expectPlan(page, 'Starter', { badge: 'Active', pulls: '500', bought: '300', searches: '50' })
})

test('with the keyboard alone a user turns two-factor sign-in on and off, ends a session, and deletes the account', async ({
  page,
  playwright,
  baseURL,
}) => {
  const username = await signUp(page, '/profile')
  await pressKeyOn(page, 'Set up two-factor sign-in')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type(new TOTP({ secret: await dialog.locator('code').innerText() }).generate())
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = await codes.first().innerText()
  await pressKeyOn(page, 'I saved them')
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeFocused()

  await pressKeyOn(page, 'Turn off')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(password)
  await tabTo(page, 'Code')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeFocused()

  const elsewhere = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL })
  await elsewhere.post('/api/login', { data: { username, password } })
  await page.reload()
  await pressKeyOn(page, /^Log out /)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toBeFocused()
  await pressKeyOn(page, 'Delete my account')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('main')).toBeFocused()
  await elsewhere.dispose()
})
