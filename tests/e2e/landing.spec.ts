import { expect, type Page } from '@playwright/test'
import { expectAccessible, newUsername, password, test } from './fixtures.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the landing page reads and looks the same', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
    await expect(page.getByText(/^© 20\d\d/)).toBeVisible()
  })
})

test('the theme can be changed before the scripts load, is remembered, and is set before the first paint', async ({
  page,
}) => {
  await page.route('**/assets/*.js', () => {})
  await page.emulateMedia({ colorScheme: 'light' })
  // Until the stylesheet loads, the body has no color.
  const painted = () => page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto('/', { waitUntil: 'commit' })
  await painted()
  const light = await background()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  await painted()
  expect(await background()).toBe(dark)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('a menu clicked before the scripts load opens once they have', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await line.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  line.resolve()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' })).toBeVisible()
})

test('real leads are shown without a press, and a search pressed before the scripts load runs once they have', async ({
  page,
}) => {
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await line.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Business category').fill('Dentists')
  await page.getByRole('button', { name: 'Show leads' }).click()
  await expect(page).toHaveURL('/')
  line.resolve()
  await expect(page.getByText(/^\d+ Dentists near Boulder, CO/)).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(/^\d+ Restaurants near Boulder, CO/)).toBeVisible()
  // Three in the example, and the first of them opened below.
  await expect(page.getByText(/^\(\d{3}\) \d{3}-••••$/)).toHaveCount(4)
  await expectAccessible(page)
})

test('the search that a visitor tried waits after signing up, with its cost, and runs with one press', async ({
  page,
}) => {
  const username = newUsername()
  await page.goto('/')
  await page.getByRole('link', { name: /^See all \d+$/ }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/^Restaurants near Boulder, CO: \d+ found$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the first 20 (20 of your 50 leads)' }).click()
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
})

/** When each script of the page was requested, in milliseconds from the start of navigation. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/') && name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  )

test.describe('the scripts of the landing page', () => {
  test('are requested after the first paint', async ({ page }) => {
    await page.goto('/')
    await expect.poll(() => scriptsOf(page)).not.toEqual([])
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
    expect(Math.min(...(await scriptsOf(page)))).toBeGreaterThan(painted ?? Infinity)
  })

  test('are requested immediately in a background tab, which is not painted', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true })
      PerformanceObserver.prototype.observe = () => {}
    })
    await page.goto('/')
    await expect.poll(() => scriptsOf(page)).not.toEqual([])
  })
})

test('the links of the header lead to their sections', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeInViewport()
  await page.goto('/auth')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeInViewport()
})
