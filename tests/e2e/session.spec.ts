import { expect } from '@playwright/test'
import { addUser, newUsername, password, register, signUp, test } from './fixtures.ts'

test.use({ refusedPaths: ['/api/login'] })

test('a wrong password shows an error, and the right one signs in', async ({ page }) => {
  const username = await signUp(page)
  await page.getByRole('button', { name: 'My Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('not-the-secret')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Invalid username or password', { exact: true })).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a visitor who registers from the landing page has the links of a user', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
  const username = newUsername()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('link', { name: 'My Leads' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'My Account', exact: true })).toBeVisible()
})

test('after signing in, each tab shows the protected page that was opened in it', async ({
  page,
  context,
  request,
}) => {
  const username = await register(request)
  await page.goto('/leads?tab=lists')
  await expect(page).toHaveURL(/\/auth$/)
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/auth$/)
  await other.reload()
  await other.getByLabel('Username').fill(username)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/profile$/)
  // A browser without windows never hides a tab.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/leads\?tab=lists$/)
})

test('a new user is led to the protected page that was opened before registering', async ({ page }) => {
  await page.goto('/subscription')
  await page.getByRole('tab', { name: 'Register' }).click()
  const username = newUsername()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('after logging out, the next sign-in leads to the dashboard', async ({ page }) => {
  const username = await signUp(page, '/profile')
  await page.getByRole('button', { name: 'My Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a signed-in user is redirected from the sign-in pages', async ({ page }) => {
  await addUser(page.request)
  for (const path of ['/auth', '/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

test.describe('a user who was signed out elsewhere', () => {
  test.use({ refusedPaths: ['/api/user'] })
  test('is asked to log in once and is then a visitor', async ({ page, context }) => {
    await signUp(page)
    await context.clearCookies({ name: 'leadline_session' })
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/auth$/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('leadline_signed_in')
  })
})
