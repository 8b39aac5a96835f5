import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectEverythingFits, signUpWithLeads, signUpWithPlan, test } from './fixtures.ts'

const canvas = (page: Page) => page.locator('.maplibregl-canvas')

const scale = (page: Page) => page.locator('.maplibregl-ctrl-scale')

/** Bytes of a picture of the map. An empty one has less than 10 kB. */
const pictureBytes = async (page: Page) => (await canvas(page).screenshot()).byteLength

for (const width of [390, 1440])
  test(`at ${width} pixels, leads are shown on a map beside a list, which lead to their details`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    // Without motion, the map once read one color for all of its layers, and text took its new color many frames late.
    if (width === 390) await page.emulateMedia({ reducedMotion: 'reduce' })
    // Far enough apart for borders and several towns.
    await signUpWithLeads(page, { location: 'Miami, FL' })
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await expect(canvas(page)).toBeVisible()
    const list = page.getByRole('list', { name: 'Leads on the map' })
    await expect(list.getByRole('listitem')).toHaveCount(20)
    expect(await page.locator('.maplibregl-map').evaluate(map => getComputedStyle(map).position)).toBe('relative')
    await expect.poll(() => pictureBytes(page)).toBeGreaterThan(10_000)
    await expect(page.getByText('Streets: the tests')).toBeInViewport()
    await expect(scale(page)).toBeVisible()
    await expectEverythingFits(page)
    await expectAccessible(page)
    await list.getByRole('button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // On a wide screen, the details are beside the page, which stays usable.
    if (width === 1440) {
      await list.getByRole('button').nth(1).click()
      const second = (await list.getByRole('button').nth(1).textContent())?.replace('Details of ', '') ?? ''
      await expect(page.getByRole('dialog', { name: second })).toBeVisible()
      await page.keyboard.press('ArrowLeft')
      await expect(page.getByRole('dialog', { name: second })).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(canvas(page)).toBeVisible()
    // The list has what the map shows.
    await canvas(page).focus()
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Equal')
    await expect(page.getByText(/^\d+ of 20 leads in view$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Search this area (Pro and Elite)' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(20)
    // They stay in view when the window changes.
    const fitting = (await scale(page).textContent()) ?? ''
    await page.setViewportSize({ width: width === 390 ? 1440 : 390, height: 900 })
    await expect(scale(page)).not.toHaveText(fitting)
    await page.setViewportSize({ width, height: 900 })
    await expect(scale(page)).toHaveText(fitting)
  })

for (const { why, style, refused } of [
  { why: 'the operator wants none', style: null, refused: [] },
  { why: 'the style is missing', style: 'nothing.json', refused: ['/nothing.json'] },
  { why: 'the tiles are missing', style: 'without-tiles.json', refused: ['/nothing.json'] },
])
  test.describe('without streets', () => {
    test.use({ refusedPaths: refused })

    test(`if ${why}, the map says so, shows towns and a scale, and asks for streets once`, async ({ page }) => {
      const styles = `http://127.0.0.1:${process.env.E2E_STYLE_PORT}`
      const one = style && `${styles}/${style}`
      await page.route('**/api/map-style', route =>
        route.fulfill({ json: { styles: one && { light: one, dark: one } } }),
      )
      const asked: string[] = []
      page.on('request', request => {
        if (request.url().startsWith(styles)) asked.push(request.url())
      })
      await signUpWithLeads(page)
      const toMap = page.getByRole('button', { name: 'Map', exact: true })
      await toMap.click()
      await expect(page.getByText('There is no street map. Borders: U.S. Census Bureau')).toBeInViewport()
      // The leads of the town fill the map.
      await expect(scale(page)).toHaveText(/ft$/)
      await expect.poll(() => pictureBytes(page)).toBeGreaterThan(10_000)
      await page.getByRole('button', { name: 'Grid', exact: true }).click()
      await toMap.click()
      await expect(page.getByText('There is no street map.')).toBeVisible()
      expect(asked).toEqual([...new Set(asked)])
    })
  })

/** Opens the map to draw on, and returns where it is on the screen. */
async function openMapToDrawOn(page: Page) {
  await signUpWithPlan(page, 'pro', '/dashboard')
  await page.getByLabel('Business Category').fill('Restaurants')
  await page.getByLabel('Location').fill('Boulder, CO')
  await page.getByRole('button', { name: 'Draw an area' }).click()
  await expect.poll(() => pictureBytes(page)).toBeGreaterThan(10_000)
  const { x, y, width, height } = (await canvas(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return (right: number, down: number): [x: number, y: number] => [x + width * right, y + height * down]
}
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}
const cornersOf = async (page: Page): Promise<string[]> =>
  (await page.getByLabel('Corners').inputValue()).split('\n').filter(Boolean)

test('a box is drawn with the mouse, and one of its corners is moved', async ({ page }) => {
  const at = await openMapToDrawOn(page)
  await page.getByRole('button', { name: 'Box' }).click()
  await drag(page, at(0.3, 0.3), at(0.6, 0.6))
  await expect.poll(() => cornersOf(page)).toHaveLength(4)
  const before = await cornersOf(page)
  await expect(page.getByRole('button', { name: 'Move corners' })).toHaveAttribute('aria-pressed', 'true')
  await drag(page, at(0.6, 0.6), at(0.7, 0.75))
  await expect.poll(async () => (await cornersOf(page)).filter(corner => before.includes(corner))).toHaveLength(3)
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Drawn area 1')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an outline is drawn with a finger', async ({ page }) => {
    const at = await openMapToDrawOn(page)
    const corners = [at(0.3, 0.3), at(0.7, 0.3), at(0.5, 0.7)] as const
    for (const corner of [...corners, corners[0]]) await page.touchscreen.tap(...corner)
    await expect.poll(() => cornersOf(page)).toHaveLength(3)
    await page.getByRole('button', { name: 'Use this area' }).click()
    await expect(page.getByLabel('Location')).toHaveValue('Drawn area 1')
  })
})

test('an area is entered beside a map and searched, and then the part of it that the map shows', async ({ page }) => {
  await openMapToDrawOn(page)
  await page.getByLabel('Corners').fill('40.06, -105.30\n39.96, -105.18')
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Drawn area 1')
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await expect(page.getByRole('heading', { name: /^Restaurants in an area near .+, CO$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(canvas(page)).toBeVisible()
  await canvas(page).focus()
  await page.keyboard.press('Equal')
  await expect(page.getByRole('button', { name: 'Search this area' })).toBeVisible()
  const before = page.url()
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByLabel('Location')).toHaveValue('Drawn area 1')
})
