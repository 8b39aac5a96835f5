import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, searchBoulder, signUp, test } from './fixtures.ts'

const canvas = (page: Page) => page.locator('.maplibregl-canvas')

/** Bytes of a picture of the map. An empty one has less than 10 kB. */
const pictureBytes = async (page: Page) => (await canvas(page).screenshot()).byteLength

for (const width of [390, 1440])
  test(`at ${width} pixels, leads are shown on a map beside a list, which lead to their details`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signUp(page)
    await searchBoulder(page, 'Restaurants')
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await expect(canvas(page)).toBeVisible()
    const list = page.getByRole('list', { name: 'Leads on the map' })
    await expect(list.getByRole('listitem')).toHaveCount(20)
    expect(await page.locator('.maplibregl-map').evaluate(map => getComputedStyle(map).position)).toBe('relative')
    await expect.poll(() => pictureBytes(page)).toBeGreaterThan(10_000)
    await expectNoSidewaysScroll(page)
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
  })
