import { expect, type Page } from '@playwright/test'
import { newUsername, password, signUp, test } from './fixtures.ts'
import { shiftWhileLoading } from './layout-shift.ts'

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Holds the scripts of the application back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await line.promise
    await route.continue()
  })
  return line.resolve
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-in page says what is missing, and puts no password in the URL', async ({ page }) => {
    for (const { path, button } of [
      { path: '/auth', button: 'Log in' },
      { path: '/login', button: 'Log in' },
      { path: '/register?category=Plumbers&place=Boulder%2C+CO', button: 'Create account' },
    ]) {
      await page.goto(path)
      const notice = page.locator('noscript > div')
      await expect(notice).toBeVisible()
      await expect(notice).toHaveText('To log in or register, turn on JavaScript in your browser.')
      const before = page.url()
      await fieldOf(page, 'Username').fill('dana')
      await fieldOf(page, 'Password').fill(password)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(fieldOf(page, 'Password')).toHaveValue(password)
      expect(page.url()).toBe(before)
    }
  })
})

test('what a visitor types and sends before hydration is kept and registers the account', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  const username = newUsername()
  await fieldOf(page, 'Username').fill(username)
  await fieldOf(page, 'Email').fill(`${username}@example.com`)
  await fieldOf(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
  expect(addresses.filter(address => address.includes(password))).toEqual([])
})

test('a password typed before hydration, and the focus in its field, stay', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await fieldOf(page, 'Username').fill('dana')
  await fieldOf(page, 'Password').fill('a-long')
  await page.getByRole('button', { name: 'Show password' }).click()
  await fieldOf(page, 'Password').focus()
  release()
  // The early click is repeated.
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(fieldOf(page, 'Username')).toHaveValue('dana')
  await expect(fieldOf(page, 'Password')).toHaveValue('a-long')
  await expect(fieldOf(page, 'Password')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('-secret')
  const sent = page.waitForRequest('**/api/login')
  await page.route('**/api/login', route => route.abort())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ username: 'dana', password })
})

test('the tab that was pressed last before hydration is shown, with what was typed in the other one', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await fieldOf(page, 'Username').fill('dana')
  for (const name of ['Register', 'Login', 'Register', 'Register']) await page.getByRole('tab', { name }).click()
  release()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(fieldOf(page, 'Username')).toHaveValue('dana')
})

test('a reload shows the tab of before, and not the other one meanwhile', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByRole('tab', { name: 'Register' }).click()
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})

test('a user who is signed in never sees the form', async ({ page }) => {
  await signUp(page)
  // By then, the browser remembers that somebody is signed in.
  await expect(page.getByText('Your leads will appear here')).toBeVisible()
  const release = await holdScripts(page)
  for (const path of ['/auth', '/login', '/register']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeHidden()
  }
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const width of [390, 1280])
  test(`nothing moves while the sign-in page loads: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
    for (const path of ['/login', '/register', '/register?tier=pro', '/register?category=Plumbers&place=Boulder%2C+CO'])
      expect(await shiftWhileLoading(page, path), path).toBeLessThanOrEqual(0.01)
    await expect(page).toHaveURL(/\/auth\?category=Plumbers&place=Boulder%2C\+CO$/)
    await expect(page.getByText('Then you see your search: Plumbers, Boulder, CO.')).toBeVisible()
  })

for (const scheme of ['light', 'dark'] as const)
  test(`the chosen theme is on the first paint of the sign-in page: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme === 'light' ? 'dark' : 'light' })
    await page.addInitScript(theme => localStorage.setItem('theme', theme), scheme)
    await holdScripts(page)
    await page.goto('/register', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme)
  })
