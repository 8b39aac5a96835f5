import { expect, type Page } from '@playwright/test'
import {
  addUser,
  expectAccessibleAtEveryWidth,
  searchDirectly,
  searchRestaurants,
  signUp,
  signUpWithPlan,
  test,
} from './fixtures.ts'

const openAnalytics = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await expect(page.getByText('Total Searches')).toBeVisible()
}
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')

test('the figures update after a search and an export', async ({ page }) => {
  await signUp(page)
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await expect(
    page.getByText('No analytics data available. Start searching for leads to generate analytics.'),
  ).toBeVisible()

  await page.getByRole('tab', { name: 'Search Leads' }).click()
  await searchRestaurants(page)
  await openAnalytics(page)
  await expect(figure(page, 'Total Leads')).toHaveText('20')
  await expect(figure(page, 'Exported Leads')).toHaveText('00% export rate')
  await expect(page.getByRole('table', { name: 'Leads by Location' })).toContainText('Boulder, CO20')

  await page.getByRole('tab', { name: 'Search Leads' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await download
  await openAnalytics(page)
  await expect(figure(page, 'Exported Leads')).toHaveText('20100% export rate')
  await page.reload()
  await expect(figure(page, 'Total Leads')).toHaveText('20')
})

test('a long list of leads is where it was after a look at the figures', async ({ page }) => {
  await signUpWithPlan(page, 'elite', '/dashboard')
  await searchRestaurants(page)
  await page.getByRole('button', { name: /^Get all / }).click()
  const loaded = page.getByText(/^(\d+) of \1 loaded$/)
  await expect(loaded).toBeVisible()
  expect(Number.parseInt(await loaded.innerText(), 10)).toBeGreaterThan(60)
  await openAnalytics(page)
  await page.getByRole('tab', { name: 'Search Leads' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

// If this fails, look for group-has-*, which Chromium answers so: write [.group:has(…)_&]: instead.
test('the browser measures a text without computing the styles of the whole page again', async ({ page, browser }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/dashboard?tab=analytics')
  await expect(page.getByText('Total Searches')).toBeVisible()
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] })
  await page.evaluate(() => {
    const measured = document.querySelector('#recharts_measurement_span')
    if (measured === null) throw new Error('The charts measure no text')
    measured.textContent = 'another text'
    measured.getBoundingClientRect()
  })
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const styled = traceEvents.flatMap(({ args }) => args?.elementCount ?? [])
  expect(styled.length).toBeGreaterThan(0)
  expect(Math.max(...styled)).toBeLessThan(100)
})
type TraceEvent = { args?: { elementCount?: number } }

test('analytics are accessible and fit at every width, as charts and as tables', async ({ page }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/dashboard?tab=analytics')
  await expect(page.getByText('Total Searches')).toBeVisible()
  const toTables = page.getByRole('button', { name: 'Show as table' })
  await expect(toTables).toHaveCount(3)
  await expectAccessibleAtEveryWidth(page)
  for (const charts of [2, 1, 0]) {
    await toTables.first().click()
    await expect(toTables).toHaveCount(charts)
  }
  await expect(page.getByRole('button', { name: 'Show as chart' })).toHaveCount(3)
  await expectAccessibleAtEveryWidth(page)
})
