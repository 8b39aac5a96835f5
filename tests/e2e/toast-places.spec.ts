import { expect } from '@playwright/test'
import { bottomOf, searchRestaurants, signUp, signUpWithPlan, test } from './fixtures.ts'

test('the toast about a search covers no lead, and not the button to search', async ({ page }) => {
  await signUpWithPlan(page, 'elite', '/dashboard')
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard')
    await page.getByLabel('Business Category').fill('Restaurants')
    await page.getByLabel('Location').fill('Boulder, CO; Denver, CO; Louisville, CO')
    // What each place has is below the button, so the button is higher.
    await expect(page.getByText(/Louisville, CO: \d/)).toBeVisible()
    await page.getByRole('button', { name: 'Search for Leads' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    const toast = await page.getByText('Search completed', { exact: true }).locator('xpath=ancestor::li').boundingBox()
    const covered = await page.locator('article, form button[type="submit"]').evaluateAll((elements, shown) => {
      const isCovered = ({ left, right, top, bottom }: DOMRect) =>
        shown !== null &&
        left < shown.x + shown.width &&
        right > shown.x &&
        top < shown.y + shown.height &&
        bottom > shown.y
      return elements.filter(element => isCovered(element.getBoundingClientRect())).length
    }, toast)
    expect(toast).not.toBeNull()
    expect(covered).toBe(0)
  }
})

test('the toast about a search does not cover the button below all filters', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  await page.getByRole('button', { name: 'More filters' }).click()
  await searchRestaurants(page)
  const toast = page.getByText('Search completed', { exact: true }).locator('xpath=ancestor::li')
  const button = page.getByRole('button', { name: 'Search for Leads' })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the toast about a search covers nothing below the header, and no button of a dialog', async ({ page }) => {
    await signUp(page)
    await searchRestaurants(page)
    const toast = page.getByText('Search completed', { exact: true }).locator('xpath=ancestor::li')
    const first = page.getByRole('article').first()
    await expect(first).toBeVisible()
    await expect(toast).toBeVisible()
    // Keeps the toast open.
    await page.keyboard.press('F8')
    await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeInViewport({ ratio: 1 })
    const search = await page.getByRole('button', { name: 'Edit Search' }).boundingBox()
    for (const height of [844, 640]) {
      await page.setViewportSize({ width: 390, height })
      await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual(search?.y ?? 0)
    }
    await first.getByRole('button', { name: /^Details of/ }).click()
    const call = page.getByRole('dialog').getByRole('link', { name: 'Call Now' })
    await expect(call).toBeInViewport({ ratio: 1 })
    await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual((await call.boundingBox())?.y ?? 0)
  })

  test.describe('refused', () => {
    test.use({ refusedPaths: ['/api/search'] })

    for (const [errorType, message] of [
      ['QUOTA_EXCEEDED', 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'],
      ['UNAVAILABLE', `The service is busy: ${'please try again in a moment, '.repeat(3)}thank you.`],
    ] as const)
      test(`the toast about ${errorType} covers nothing below the header`, async ({ page }) => {
        await signUp(page)
        await searchRestaurants(page)
        await page.route('**/api/search', route => route.fulfill({ status: 403, json: { errorType, message } }))
        await page.getByRole('button', { name: 'Edit Search' }).click()
        await page.getByRole('button', { name: 'Search for Leads' }).click()
        const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
        await expect(toast).toContainText(message)
        // Keeps the toast open.
        await page.keyboard.press('F8')
        const title = page.getByRole('heading', { name: 'Find Business Leads' })
        await expect(title).toBeInViewport({ ratio: 1 })
        await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual((await title.boundingBox())?.y ?? 0)
      })
  })

  test('the toast about a search does not cover the button of a form that is opened again', async ({ page }) => {
    await signUp(page)
    await searchRestaurants(page)
    const toast = page.getByText('Search completed', { exact: true }).locator('xpath=ancestor::li')
    await expect(toast).toBeVisible()
    // Keeps the toast open.
    await page.keyboard.press('F8')
    await page.getByRole('button', { name: 'Edit Search' }).click()
    const button = page.getByRole('button', { name: 'Search for Leads' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0)
  })
})

test('the toast about a search covers no button of the panel beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUp(page)
  await searchRestaurants(page)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  const call = page.getByRole('dialog').getByRole('link', { name: 'Call Now' })
  await expect(call).toBeVisible()
  const toast = page.getByText('Search completed', { exact: true }).locator('xpath=ancestor::li')
  const [above, below] = [await toast.boundingBox(), await call.boundingBox()]
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})
