import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { addUser, expectAccessible, password, register, signUp, test } from './fixtures.ts'
import { mailedLink } from './mails.ts'

const newPassword = 'another-long-secret'

async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).last().click()
}

async function confirmWithPassword(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: action }).click()
}

test('a forgotten password is reset with the link in a mail', async ({ page, context }) => {
  const username = await register(page.request)
  await context.clearCookies()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText(/^If there is an account/)).toBeVisible()
  await expectAccessible(page)
  await page.goto(await mailedLink(`${username}@example.com`, '/reset-password'))
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await logIn(page, username, newPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the email is confirmed with the link in a mail, and the profile no longer asks for it', async ({ page }) => {
  const username = await register(page.request)
  await page.goto('/profile')
  await expect(page.getByText('Please confirm your email')).toBeVisible()
  await page.goto(await mailedLink(`${username}@example.com`, '/verify-email'))
  const confirm = page.getByRole('button', { name: 'Confirm my email' })
  await expect(confirm).toBeVisible()
  await expectAccessible(page)
  await confirm.click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('tab', { name: 'Search Leads' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await expect(page.getByText('Please confirm your email')).toHaveCount(0)
})

test.describe('with two-factor sign-in', () => {
  test.use({ refusedPaths: ['/api/login'] })

  test('a code or a recovery code is required beside the password', async ({ page, context }) => {
    const username = await signUp(page, '/profile')
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    await confirmWithPassword(page, 'Continue')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectAccessible(page)
    const secret = await dialog.locator('code').innerText()
    await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await expectAccessible(page)
    const [recoveryCode = '', secondCode = ''] = await codes.allInnerTexts()
    await dialog.getByRole('button', { name: 'I saved them' }).click()
    await expect(page.getByText('10 recovery codes left')).toBeVisible()

    await context.clearCookies()
    await logIn(page, username, password)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/profile')
    await expect(page.getByText('9 recovery codes left')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await dialog.getByLabel('Code', { exact: true }).fill(secondCode)
    await confirmWithPassword(page, 'Turn off')
    await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible()
  })
})

test('another device appears in the list and can be logged out from here', async ({ page, browser }) => {
  const username = await addUser(page.request)
  const other = await browser.newPage()
  await logIn(other, username, password)
  await expect(other).toHaveURL(/\/dashboard$/)
  await page.goto('/profile')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This device')).toBeVisible()
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/auth$/)
  await other.close()
})

test.describe('an account', () => {
  test.use({ refusedPaths: ['/api/login', '/api/account/delete'] })

  test('can be downloaded and deleted by its owner', async ({ page }) => {
    const username = await signUp(page, '/profile')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain(username)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill('not this one')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText('That is not your password.')).toBeVisible()
    await expectAccessible(page)
    await confirmWithPassword(page, 'Delete permanently')
    await expect(page).toHaveURL(/\/$/)
    await logIn(page, username, password)
    await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  })
})
