import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test'
import { addUser, operate, searchDirectly, test as base } from './fixtures.ts'
import { startLateServer } from './late-replies.ts'
import { shiftSoFar, shiftWhileLoading } from './layout-shift.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** A signed-in administrator with a search, shared by all journeys of a worker. */
const test = base.extend<object, { adminState: State }>({
  adminState: [
    async ({ playwright }, use) => {
      const requests = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${process.env.E2E_PORT}` })
      await operate('admin', 'grant', await addUser(requests))
      await searchDirectly(requests)
      const state = await requests.storageState()
      await requests.dispose()
      await use(state)
    },
    { scope: 'worker' },
  ],
  storageState: ({ adminState }, use) => use(adminState),
})

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
  '/admin/places',
  '/admin/do-not-contact',
  '/admin/lead-reports',
  '/saved-searches',
  '/own-do-not-contact',
  '/known-businesses',
  '/api-keys',
  '/webhooks',
]
/** Longer than the 200 ms after which placeholders and spinners appear. */
const API_DELAY_MS = 350

const slowTest = test.extend({
  baseURL: async ({ baseURL }, use) => {
    const server = await startLateServer(baseURL ?? '', API_DELAY_MS)
    await use(server.address)
    server.close()
  },
})

for (const [width, height] of [
  [390, 900],
  [768, 900],
  [1280, 720],
] as const)
  slowTest(`nothing moves when every reply is slow: ${width} pixels`, async ({ context }) => {
    const waiting = [...screens]
    const loadNext = async (page: Page): Promise<void> => {
      const path = waiting.shift()
      if (path === undefined) return
      expect.soft(await shiftWhileLoading(page, path), path).toBeLessThanOrEqual(0.02)
      await loadNext(page)
    }
    // Pages beside each other, because each one mostly waits.
    const openPage = async (): Promise<void> => {
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      await loadNext(page)
    }
    await Promise.all([openPage(), openPage(), openPage()])
  })

const leadsOf = (page: Page) => page.locator('[data-lead]')

async function openLeads(page: Page, view: string, reply = (route: Route) => route.continue()) {
  await addUser(page.request)
  await page.goto(`${await searchDirectly(page.request)}&view=${view}`)
  await expect(leadsOf(page)).toHaveCount(20)
  // Browsers do not count what moves within half a second of a click.
  await page.route('**/api/search/next?**', async route => {
    await new Promise(resolve => setTimeout(resolve, 1200))
    await reply(route)
  })
}

test.describe('with the first leads of a search', () => {
  // A search costs one of the month's few, so each journey has a user of its own.
  test.use({ storageState: { cookies: [], origins: [] } })

  for (const view of ['grid', 'table']) {
    for (const width of view === 'grid' ? [390, 1440] : [768])
      test(`nothing moves when the next leads arrive late, sorted among the others: ${view}, ${width} pixels`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 900 })
        await openLeads(page, view)
        const before = await shiftSoFar(page)
        await page.getByRole('button', { name: 'Load More Results' }).click()
        await expect(leadsOf(page)).toHaveCount(40)
        expect((await shiftSoFar(page)) - before).toBeLessThanOrEqual(0.01)
      })

    test.describe('refused', () => {
      test.use({ refusedPaths: ['/api/search/next'] })

      test(`nothing moves when a used-up quota stops the next page: ${view}`, async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        const json = { errorType: 'QUOTA_EXCEEDED', message: 'Contact limit reached.' }
        await openLeads(page, view, route => route.fulfill({ status: 403, json }))
        const before = await shiftSoFar(page)
        await page.getByRole('button', { name: 'Load More Results' }).click()
        await expect(page.getByText('No leads left')).toBeVisible()
        expect((await shiftSoFar(page)) - before).toBeLessThanOrEqual(0.01)
      })
    })

    test(`a lead keeps its focus, its place, and its selection when others are sorted in before it: ${view}`, async ({
      page,
    }) => {
      const others = Promise.withResolvers<void>()
      await openLeads(page, view, async route => {
        await others.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Load More Results' }).click()
      const id = await leadsOf(page).last().getAttribute('data-lead')
      const lead = page.locator(`[data-lead="${id}"]`)
      await lead.getByRole('checkbox').check()
      const place = () => lead.evaluate(row => row.getBoundingClientRect().top)
      const before = { inWindow: await place(), onPage: (await place()) + (await page.evaluate(() => scrollY)) }
      others.resolve()
      await expect(leadsOf(page)).toHaveCount(40)
      await expect(lead.getByRole('checkbox')).toBeFocused()
      await expect(lead.getByRole('checkbox')).toBeChecked()
      expect(Math.abs((await place()) - before.inWindow)).toBeLessThanOrEqual(1)
      expect((await place()) + (await page.evaluate(() => scrollY))).toBeGreaterThan(before.onPage + 1)
    })
  }
})

/** Waits for the page's font however slowly it loads. A wider fallback font would wrap lines that it does not wrap. */
const useOwnFont = (page: Page): Promise<unknown> =>
  page.route('**/assets/*.css', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace('font-display:optional', 'font-display:block')
    await route.fulfill({ response, body })
  })

/** The position of an element on the page, in its own font. */
async function placeOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(part).toBeVisible()
  return part.evaluate(async element => {
    await document.fonts.ready
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  })
}

type Outlined = { path: string; call: string; outline: (page: Page) => Locator; content: (page: Page) => Locator }
const leads: Omit<Outlined, 'path'> = {
  call: '**/api/leads?**',
  outline: page => page.getByText('Loading leads...').locator('xpath=following-sibling::div/*[1]'),
  content: page => page.getByRole('article').first().locator('xpath=..'),
}
const outlined: Outlined[] = [
  { path: '/leads', ...leads },
  { path: '/leads?tab=all', ...leads },
  {
    path: '/dashboard?tab=analytics',
    call: '**/api/analytics',
    outline: page => page.getByText('Loading analytics').locator('xpath=following-sibling::*[1]'),
    content: page => page.getByText('Total Searches').locator('xpath=ancestor::dl/..'),
  },
]

for (const { path, call, outline, content } of outlined)
  test(`content at ${path} appears where its placeholder was`, async ({ page }) => {
    await useOwnFont(page)
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const answer = Promise.withResolvers<void>()
      await page.route(call, async route => {
        await answer.promise
        await route.continue()
      })
      // By then the screen itself is rendered, not only the placeholder for its code.
      const asked = page.waitForRequest(call)
      await page.goto(path)
      await asked
      const before = await placeOf(outline(page))
      answer.resolve()
      const after = await placeOf(content(page))
      await page.unroute(call)
      const at = (edge: string) => `${edge} at ${width} pixels`
      expect.soft(Math.abs(after.x - before.x), at('left edge')).toBeLessThanOrEqual(1)
      expect.soft(Math.abs(after.width - before.width), at('width')).toBeLessThanOrEqual(1)
      expect.soft(Math.abs(after.y - before.y), at('top edge')).toBeLessThanOrEqual(4)
      // The height of a card depends on its badges.
      expect.soft(Math.abs(after.height - before.height), at('height')).toBeLessThanOrEqual(40)
    }
  })
