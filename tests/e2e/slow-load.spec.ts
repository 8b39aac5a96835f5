import { expect, type Locator, type Page } from '@playwright/test'
import { runCommandProcess } from '../support/command-process.ts'
import { searchRestaurants, signUp, test } from './fixtures.ts'

const screens = [
  '/dashboard',
  '/dashboard?tab=analytics',
  '/leads',
  '/leads?tab=all',
  '/subscription',
  '/profile',
  '/admin',
  '/admin?tab=users',
  '/admin?tab=page-visits',
  '/admin?tab=contacts',
]
const API_DELAY_MS = 500

/** What has moved on the page since it began to load, as browsers measure it. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
        new PerformanceObserver(list => {
          const shifts = list.getEntries() as Shift[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Nothing is told where nothing moved.
        requestAnimationFrame(() => setTimeout(() => resolve(0), 500))
      }),
  )

for (const [width, height] of [
  [390, 900],
  [768, 900],
  [1280, 720],
  [1440, 900],
] as const)
  test(`nothing moves where every answer is slow: ${width} pixels`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const username = await signUp(page)
    await searchRestaurants(page)
    const settings = { DATA_DIR: process.env.E2E_DATA_DIR ?? '' }
    expect((await runCommandProcess(['admin', 'grant', username], { settings })).exitCode).toBe(0)
    await page.route('**/api/**', async route => {
      await new Promise(resolve => setTimeout(resolve, API_DELAY_MS))
      // A page that is left meanwhile waits for nothing.
      await route.continue().catch(() => {})
    })
    for (const path of screens) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02)
    }
  })

/** Where something stands on the page. */
async function placeOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(part).toBeVisible()
  return part.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  })
}

type Outlined = { path: string; call: string; outline: (page: Page) => Locator; content: (page: Page) => Locator }
const outlined: Outlined[] = [
  {
    path: '/leads?tab=all',
    call: '**/api/leads?**',
    outline: page => page.getByText('Loading leads...').locator('xpath=following-sibling::div/*[2]'),
    content: page => page.getByRole('article').nth(1).locator('xpath=..'),
  },
  {
    path: '/dashboard?tab=analytics',
    call: '**/api/analytics',
    outline: page => page.getByText('Loading analytics').locator('xpath=following-sibling::*[1]'),
    content: page => page.getByText('Total Searches').locator('xpath=ancestor::dl/..'),
  },
]

for (const { path, call, outline, content } of outlined)
  for (const width of [390, 768, 1280, 1440])
    test(`what comes at ${path} stands where its outline stood: ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signUp(page)
      await searchRestaurants(page)
      const answer = Promise.withResolvers<void>()
      await page.route(call, async route => {
        await answer.promise
        await route.continue()
      })
      // By then the screen itself is there, not only what stands in for its code.
      const asked = page.waitForRequest(call)
      await page.goto(path)
      await asked
      const before = await placeOf(outline(page))
      answer.resolve()
      const after = await placeOf(content(page))
      expect(Math.abs(after.x - before.x), 'left edge').toBeLessThanOrEqual(1)
      expect(Math.abs(after.width - before.width), 'width').toBeLessThanOrEqual(1)
      // A card is as high as its badges make it.
      expect(Math.abs(after.y - before.y), 'top edge').toBeLessThanOrEqual(width < 560 ? 40 : 4)
      expect(Math.abs(after.height - before.height), 'height').toBeLessThanOrEqual(40)
    })
