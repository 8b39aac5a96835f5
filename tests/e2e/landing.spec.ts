import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the landing page reads and looks the same', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
    await expect(page.getByText(/^© 20\d\d/)).toBeVisible()
  })
})

test('a chosen theme stays, and is there before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  expect(await background()).toBe(dark)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

/** Once its scripts run. */
async function whenAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).not.toBeNull()
  }).toPass()
}

test.describe('the scripts of the landing page', () => {
  test('are asked for once it is painted', async ({ page }) => {
    await page.goto('/')
    await whenAlive(page)
    const [painted, asked] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/') && name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ])
    expect(asked).not.toEqual([])
    expect(Math.min(...asked)).toBeGreaterThan(painted)
  })

  test('are asked for at once in a tab in the background, which is not painted', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true })
      PerformanceObserver.prototype.observe = () => {}
    })
    await page.goto('/')
    await whenAlive(page)
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
