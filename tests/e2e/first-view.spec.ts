import { expect, type Page } from '@playwright/test'
import {
  bottomOf,
  expectEverythingFits,
  register,
  searchRestaurants,
  signUp,
  signUpWithLeads,
  signUpWithPlan,
  test,
} from './fixtures.ts'

/** How many leads are wholly visible below the header, without scrolling. */
const wholeLeads = (page: Page): Promise<number> =>
  page.getByRole('article').evaluateAll(leads => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const places = leads.map(lead => lead.getBoundingClientRect())
    return places.filter(({ top, bottom }) => top >= header && bottom <= innerHeight).length
  })

const firstViews = [
  { screen: 'a laptop', width: 1280, height: 720, whole: 4 },
  { screen: 'a phone', width: 390, height: 844, whole: 1 },
]
for (const { screen, width, height, whole } of firstViews)
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 768 })

    test('a visitor who wants to see a search can create an account without scrolling', async ({ page }) => {
      await page.goto('/register?category=Plumbers&place=Boulder%2C+CO')
      await expect(page.getByText('Then you see your search: Plumbers, Boulder, CO.')).toBeVisible()
      await page.getByLabel('Password', { exact: true }).fill('a-long-secret')
      await expect(page.getByRole('button', { name: 'Create account' })).toBeInViewport({ ratio: 1 })
    })

    test(`after a search with filters, ${whole} of the leads are visible without scrolling`, async ({ page }) => {
      await signUpWithPlan(page, 'elite', '/dashboard')
      const isLaptop = width >= 768
      if (!isLaptop) await page.getByRole('button', { name: 'Rating, order, keywords, and more' }).click()
      await page.getByLabel('Has Website').check()
      await page.getByLabel('Has Phone Number').check()
      await searchRestaurants(page)
      await expect(page.getByRole('button', { name: 'Search again without Has Website' })).toBeVisible()
      await expect.poll(() => wholeLeads(page)).toBeGreaterThanOrEqual(whole)
    })
  })

test('in My Leads, the first lead is in the upper half of a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUpWithLeads(page)
  await page.goto('/leads')
  const top = async () => (await page.getByRole('article').first().boundingBox())?.y
  await expect.poll(top).toBeLessThan(400)
})

for (const width of [1280, 1440])
  test(`at ${width} pixels, a table shows the city of each lead`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signUpWithLeads(page)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const cities = page.getByRole('cell').getByText(', Boulder, CO', { exact: true })
    await expect(cities).toHaveCount(20)
    const edges = await cities.evaluateAll(texts =>
      texts.map(text => (text.closest('td')?.getBoundingClientRect().right ?? 0) - text.getBoundingClientRect().right),
    )
    expect(Math.min(...edges)).toBeGreaterThanOrEqual(0)
  })

test('the header shows the leads and searches left on every screen, also of the largest plan', async ({ page }) => {
  await page.route('**/api/user', async route => {
    const user: unknown = await (await route.fetch()).json()
    const left = { contactPullQuota: 7000, remainingContactPulls: 5766, searchQuota: 1000, remainingSearches: 766 }
    await route.fulfill({ json: { ...(user as object), ...left } })
  })
  await signUp(page)
  for (const width of [390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const meter = page.getByRole('banner').getByRole('button', { name: /^5,766 leads left/ })
    await expect(meter.getByText('5,766 leads left')).toBeVisible()
    await expect(meter.getByText('766 searches left')).toBeVisible()
    // Elsewhere only a screen reader gets it.
    const renewal = await meter.getByText('renews').locator('..').boundingBox()
    expect((renewal?.width ?? 0) > 1).toBe(width >= 1024)
    await expectEverythingFits(page)
  }
})

test('the button to search is in view below the notices of a new account, and no toast covers it', async ({ page }) => {
  await register(page.request)
  for (const [width, height] of [
    [768, 1024],
    [1024, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard')
    // As registering leaves it, so that the email is asked for.
    await page.evaluate(() => history.replaceState({ isNew: true }, ''))
    await page.reload()
    await expect(page.getByText('Please confirm your email')).toBeVisible()
    const button = page.getByRole('button', { name: 'Search for Leads' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Send again' }).click()
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toBeVisible()
    const [place, other] = [await button.boundingBox(), await toast.boundingBox()]
    expect((place?.x ?? Infinity) + (place?.width ?? 0)).toBeLessThan(other?.x ?? 0)
  }
})

test('while a search runs, the form says so in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUp(page)
  // It is never answered.
  await page.route('**/api/search', () => {})
  await page.getByLabel('Business Category').fill('Restaurants')
  await page.getByLabel('Location').fill('Boulder, CO')
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await expect(page.getByText(/^Searching\.\.\. Finding business leads/)).toBeInViewport({ ratio: 1 })
})

test.describe('a question', () => {
  test.use({ viewport: { width: 1280, height: 720 }, refusedPaths: ['/api/search'] })

  test('all answers to a question about a search are in view above its button', async ({ page }) => {
    await signUp(page)
    await page.getByLabel('Business Category').fill('Plumbers')
    await page.getByLabel('Location').fill('Springfield')
    const button = page.getByRole('button', { name: 'Search for Leads' })
    await button.click()
    const question = page.getByRole('alert').filter({ hasText: 'Which place do you mean?' })
    await expect(question).toBeVisible()
    const bottom = async () => {
      const box = await question.boundingBox()
      return (box?.y ?? Infinity) + (box?.height ?? 0)
    }
    await expect.poll(async () => (await bottom()) <= ((await button.boundingBox())?.y ?? 0)).toBe(true)
  })
})

test('the panel with the details covers no lead, and its lead stays visible', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUpWithLeads(page)
  const names = await page.getByRole('article').evaluateAll(leads => leads.map(lead => lead.ariaLabel ?? ''))
  await page.getByRole('button', { name: `Details of ${names[1]}` }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  const covered = () =>
    page.evaluate(() => {
      const edge = document.querySelector('[role="dialog"]')?.getBoundingClientRect().left ?? 0
      const leads = [...document.querySelectorAll('article')]
      return leads.filter(lead => lead.getBoundingClientRect().right > edge).length
    })
  await expect.poll(covered).toBe(0)
  for (const name of names.slice(2, 9)) {
    await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('heading', { name, exact: true }).first()).toBeVisible()
  }
  // Branches of a chain have the same name.
  await expect(page.getByRole('article').nth(8)).toBeInViewport()
  for (const index of [7, 8]) await page.getByRole('article').nth(index).getByRole('checkbox').check()
  const selected = page.getByRole('region', { name: 'Selected leads' }).getByText('2 leads selected')
  expect((await selected.boundingBox())?.height).toBeLessThan(30)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form', { name: 'Find Business Leads' })).toBeVisible()
})

test('a lead stays in view and gets the focus back, although its list has fewer columns beside its details', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUpWithLeads(page)
  await page.goto('/leads?tab=all')
  const lead = page.getByRole('article').nth(9)
  const name = (await lead.getAttribute('aria-label')) ?? ''
  await lead.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const details = lead.getByRole('button', { name: /^Details/ })
  const columns = () => page.locator('[data-index]').nth(1).locator('[data-lead]').count()
  expect(await columns()).toBe(3)
  await details.click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect.poll(columns).toBe(2)
  await expect(lead).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect.poll(columns).toBe(3)
  await expect(details).toBeFocused()
  await expect(lead).toBeInViewport({ ratio: 1 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the button to search is in view below the notices, and does not cover a field that has the focus', async ({
    page,
  }) => {
    await page.route('**/api/user', async route => {
      const user: unknown = await (await route.fetch()).json()
      const used = { remainingContactPulls: 0, monthlyContactPulls: 0, emailVerified: false }
      await route.fulfill({ json: { ...(user as object), ...used } })
    })
    await signUp(page)
    const notices = page.getByRole('region', { name: 'About your account' })
    for (const words of ['You have no leads left', 'You are on a trial'])
      await expect(notices.getByText(words)).toBeVisible()
    const button = page.getByRole('button', { name: 'Search for Leads' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Rating, order, keywords, and more' }).click()
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'More filters' }).click()
    // A field behind the button comes out when it gets the focus.
    const field = page.getByLabel('Use at most')
    await field.evaluate(element => {
      const { bottom } = element.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight + 10, behavior: 'instant' })
    })
    // Both are measured at once, because the page scrolls smoothly.
    const other = await field.elementHandle()
    const isCovered = () =>
      button.evaluate((box, covered) => {
        const bottom = covered?.getBoundingClientRect().bottom ?? Infinity
        return bottom > box.getBoundingClientRect().top
      }, other)
    expect(await isCovered()).toBe(true)
    await field.focus()
    await expect.poll(isCovered).toBe(false)
    await expect(field).toBeInViewport({ ratio: 1 })
  })

  test('the first lead is in the upper half after a search, and after a reload', async ({ page }) => {
    await signUp(page)
    await searchRestaurants(page)
    await expect(page.getByRole('button', { name: 'Partly loaded' })).toBeVisible()
    // On the page, because the browser scrolls back to where the user was.
    const top = () =>
      page
        .locator('[data-lead]')
        .first()
        .evaluate(lead => lead.getBoundingClientRect().top + scrollY)
    await expect.poll(top).toBeLessThanOrEqual(330)
    await page.goto('about:blank')
    await page.goBack()
    await expect.poll(top).toBeLessThanOrEqual(330)
  })

  test('the examples of categories fill their rows about equally', async ({ page }) => {
    await signUp(page)
    const examples = page.getByText('Examples:').locator('..')
    await expect(examples).toBeVisible()
    const rows = await examples.getByRole('button').evaluateAll(buttons => {
      const ends = new Map<number, number>()
      for (const button of buttons) {
        const { top, right } = button.getBoundingClientRect()
        ends.set(top, Math.max(right, ends.get(top) ?? 0))
      }
      return [...ends.values()]
    })
    expect(rows).toHaveLength(2)
    expect(Math.min(...rows) / Math.max(...rows)).toBeGreaterThan(0.8)
  })

  test('the number of businesses appears below the button to search, and moves nothing', async ({ page }) => {
    await signUp(page)
    const button = page.getByRole('button', { name: 'Search for Leads' })
    await page.getByLabel('Business Category').fill('Restaurants')
    const before = await bottomOf(button)
    await page.getByLabel('Location').fill('Boulder, CO')
    await page.getByLabel('Location').blur()
    const found = page.getByRole('status').filter({ hasText: /\d\sfound/ })
    await expect(found).toBeInViewport({ ratio: 1 })
    expect(await bottomOf(button)).toBe(before)
    expect((await found.boundingBox())?.y).toBeGreaterThanOrEqual(before)
  })
})

test('a selected row has one color up to its buttons, also where the table scrolls below them', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await signUpWithLeads(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const row = page.getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  const colors = () =>
    row.evaluate(element =>
      [element, element.lastElementChild ?? element].map(part => getComputedStyle(part).backgroundColor),
    )
  await page.mouse.move(0, 0)
  await expect.poll(async () => new Set(await colors()).size).toBe(1)
})

for (const { which, isLast } of [
  { which: 'the next page', isLast: false },
  { which: 'the last page', isLast: true },
])
  test(`after ${which} of leads, the user is where they were`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await signUpWithLeads(page)
    await page.route('**/api/search/next?**', async route => {
      const response = await route.fetch()
      const last = isLast && { hasNextPage: false, nextPageToken: null }
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...last } })
    })
    const more = page.getByRole('button', { name: 'Load More Results' })
    await more.scrollIntoViewIfNeeded()
    const names = await page
      .getByRole('article')
      .evaluateAll(leads =>
        leads.filter(lead => lead.getBoundingClientRect().bottom < innerHeight).map(lead => lead.ariaLabel ?? ''),
      )
    await more.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(40)
    await expect(page.locator('body')).not.toBeFocused()
    if (!isLast) await expect(page.getByRole('button', { name: 'Get 10 more (your last 10)' })).toBeFocused()
    await expect(page.getByRole('article', { name: names.at(-1) ?? '', exact: true }).first()).toBeInViewport()
  })

/** The bar for the selected lead, and its last button. */
async function selectFirstLead(page: Page) {
  await page.getByRole('article').first().getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  return { bar, last: bar.getByRole('button', { name: 'Do Not Contact' }) }
}

/** Runs in the browser: what of the bar is cut off, stands alone, or touches another part; whether a toast covers it. */
function troubleWith(bar: Element): string[] {
  const [room, toast] = [bar, document.querySelector('li[data-state="open"]')].map(box => box?.getBoundingClientRect())
  if (!room) return ['no bar']
  const apart = 4
  const meets = (one: DOMRect, other: DOMRect) =>
    one.left < other.right + apart && other.left < one.right + apart && one.top < other.bottom && other.top < one.bottom
  const parts = [...bar.querySelectorAll('button, output:not(.sr-only)')].map(part => ({
    name: part.textContent === '' ? part.ariaLabel : part.textContent,
    box: part.getBoundingClientRect(),
    needs: part.scrollWidth - part.clientWidth,
  }))
  const isCutOff = ({ box, needs }: (typeof parts)[number]) =>
    needs > 1 || box.left < room.left || box.right > room.right || box.bottom > innerHeight
  const cutOff = parts.filter(isCutOff).map(({ name }) => `${name} is cut off`)
  const alone = parts.filter(part =>
    parts.every(({ box }) => box === part.box || box.top >= part.box.bottom || box.bottom <= part.box.top),
  )
  const touching = parts.filter(({ box }, index) => parts.slice(index + 1).some(other => meets(box, other.box)))
  return [
    ...(toast && meets(room, toast) ? ['a toast covers the bar'] : []),
    ...cutOff,
    ...alone.map(({ name }) => `${name} stands alone`),
    ...touching.map(({ name }) => `${name} touches another part`),
  ]
}

test('what can be done with selected leads is in view at every width, and touches and covers nothing', async ({
  page,
}) => {
  await signUp(page)
  await searchRestaurants(page)
  const { bar } = await selectFirstLead(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('Search completed', { exact: true })).toBeVisible()
  const widths = [640, 700, 768, 1024, 1280, 1440]
  const expectNoTrouble = async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => bar.evaluate(troubleWith), `at ${width} pixels`).toEqual([])
    }
  }
  // Keeps the toast open.
  await page.keyboard.press('F8')
  await expectNoTrouble()
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(bar.getByText('20 leads set to Contacted')).toBeVisible()
  await expectNoTrouble()
})

test('beside the details of a lead, what can be done with the selected ones is in view, too', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUpWithLeads(page)
  const { bar } = await selectFirstLead(page)
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Details of/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => bar.evaluate(troubleWith)).toEqual([])
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(bar.getByText('1 lead set to Contacted')).toBeVisible()
  await expect.poll(() => bar.evaluate(troubleWith)).toEqual([])
  const [room, panel] = await Promise.all([bar.boundingBox(), page.getByRole('dialog').boundingBox()])
  expect((room?.x ?? 0) + (room?.width ?? 0)).toBeLessThan(panel?.x ?? 0)
  await expectEverythingFits(page)
})

test('on a phone, what can be done with selected leads takes one row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpWithLeads(page)
  const { bar, last } = await selectFirstLead(page)
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect((await bar.boundingBox())?.height).toBeLessThan(120)
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(bar.getByText('1 lead set to Contacted')).toBeVisible()
})
