import { expect, type Page } from '@playwright/test'
import { translate } from '#tests/support/translate.ts'
import { newUsername, password, searchRestaurants, test } from './fixtures.ts'
import { mailedLink } from './mails.ts'
import { agree, cards, enterCard, payNow } from './payments-fixtures.ts'

/** From the start of every page, also before hydration. */
const keepTranslating = `new MutationObserver(() => (${translate.toString()})(document))
  .observe(document, { childList: true, characterData: true, subtree: true })`

test.use({ viewport: { width: 1280, height: 720 } })

test('a translated page works, from registering to the profile, and its figures stay up to date', async ({ page }) => {
  test.slow()
  await page.addInitScript(keepTranslating)
  await registerAndLogInAgain(page)
  await expect(page.getByText('5 searches remaining')).toBeVisible()
  await searchRestaurants(page)
  await expectToast(page, 'Search completed')
  await expect(page.getByText('4 searches remaining')).toBeVisible()
  await expect(page.getByText(/^20 of \d+ loaded$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(page.getByText(/^40 of \d+ loaded$/)).toBeVisible()
  await workOnLeads(page)
  await choosePaidPlan(page)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Leads' }).click()
  await expect(page.getByText('40 leads', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Follow-up due').check()
  await expect(page.getByText('40 leads, 0 shown', { exact: true })).toBeVisible()
  await page.getByLabel('Follow-up due').uncheck()
  await page.getByRole('tab', { name: 'All Leads' }).click()
  await expect(page.getByText(/^\d\d leads found$/)).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('500 leads left')).toBeVisible()
  await page.getByLabel('First name').fill('Dana')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Profile updated')
})

/** The message for screen readers, which has the same words, is translated in parts. */
async function expectToast(page: Page, title: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts.getByText(title, { exact: true })).toBeVisible()
}

async function registerAndLogInAgain(page: Page): Promise<void> {
  const username = newUsername()
  const email = `${username}@example.com`
  await page.goto('/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(await mailedLink(email, '/verify-email'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Opens a lead, adds a note, selects two leads, and exports them. */
async function workOnLeads(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await details.getByLabel('New note').fill('Wants a quote')
  await details.getByRole('button', { name: 'Add Note' }).click()
  await expect(details.getByText('History: 1 change')).toBeVisible()
  await page.getByRole('button', { name: 'Next lead' }).click()
  await details.getByRole('button', { name: 'Close', exact: true }).click()
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await expect(page.getByText('1 lead selected')).toBeVisible()
  await boxes.nth(3).check()
  await expect(page.getByText('2 leads selected')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Selected' }).click()
  await download
  await expectToast(page, 'Export successful')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(41)
}

async function choosePaidPlan(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscription' }).click()
  await page.getByRole('button', { name: 'Upgrade to Starter' }).click()
  await enterCard(page, cards.accepted)
  await agree(page, 'Starter', payNow('starter'))
  await expectToast(page, 'Subscription updated')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('dialog').getByText('Unused time on your current plan')).toBeVisible()
  await page.keyboard.press('Escape')
}
