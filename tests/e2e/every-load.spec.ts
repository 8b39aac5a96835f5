import { expect, type Page } from '@playwright/test'
import { addUser, expectEverythingFits, searchDirectly, test } from './fixtures.ts'
import { shiftWhileLoading } from './layout-shift.ts'
import { countScripts } from './script-bytes.ts'

const publicPages = ['/', '/about', '/help', '/privacy', '/contact']
const usersPages = ['/dashboard', '/leads', '/leads?tab=all', '/subscription', '/profile', '/dashboard?tab=analytics']

const expectSteady = async (page: Page, path: string) => {
  expect(await shiftWhileLoading(page, path), path).toBeLessThanOrEqual(0.01)
  await expectEverythingFits(page)
}

// The middle one is a window of 1440 pixels at 200% zoom.
for (const width of [390, 720, 1440])
  test(`nothing moves while a public page loads: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of publicPages) await expectSteady(page, path)
  })

// slow-load.spec.ts has the other widths.
test('nothing moves while a screen of a user loads', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 900 })
  await addUser(page.request)
  await searchDirectly(page.request)
  for (const path of usersPages) await expectSteady(page, path)
})

test('nothing moves while a subscription loads that has more to say than most', async ({ page }) => {
  await addUser(page.request)
  const plan = { subscriptionTier: 'pro', subscriptionStatus: 'active', isPlanGranted: false }
  const at = '2030-02-01T00:00:00.000Z'
  const subscription = { tier: 'pro', status: 'active', isGranted: false, scheduledChange: { tier: 'starter', at } }
  const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }
  const paymentMethods = ['pm_1', 'pm_2'].map((id, index) => ({ id, isDefault: index === 0, card }))
  for (const [path, answer] of Object.entries({ user: plan, subscription, 'payment-methods': { paymentMethods } }))
    await page.route(`**/api/${path}`, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...answer } })
    })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectSteady(page, '/subscription')
    await expect(page.getByRole('button', { name: 'Keep Pro' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  }
})

test('a font that loads late moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.route('**/*.woff2', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await expectSteady(page, '/')
})

/** Runs in the browser: timers of five seconds or more wait until `runLateTimers` is called. */
function holdLateTimers(): void {
  const held: (() => void)[] = []
  const setTimer = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number) => ((ms ?? 0) < 5000 ? setTimer(run, ms) : held.push(run)),
    runLateTimers: () => held.splice(0).forEach(run => run()),
  })
}

test('a first visit of /dashboard transfers at most 130 kB of scripts, and the code of toasts seconds later', async ({
  page,
}) => {
  await addUser(page.request)
  await page.addInitScript(holdLateTimers)
  const scriptBytes = countScripts(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Your leads will appear here')).toBeVisible()
  expect(await scriptBytes()).toBeLessThanOrEqual(130_000)
  const toasts = page.waitForResponse(/\/assets\/toast-view-[^/]+\.js$/)
  await page.evaluate('runLateTimers()')
  expect((await toasts).status()).toBe(200)
})
