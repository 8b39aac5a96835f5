import { expect, type Page } from '@playwright/test'
import { newUsername, password, test } from './fixtures.ts'

/** Tab until the focus stands on something of that name; a person would do the same. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const wanted = typeof name === 'string' ? new RegExp(`^${name}$`) : name
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
    })
    if (wanted.test(focused)) return
  }
  throw new Error(`The keyboard does not reach ${wanted}`)
}

test('the keyboard alone signs up, searches, looks at a lead, and exports', async ({ page }) => {
  const username = newUsername()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, 'Get Started')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Username')
  await page.keyboard.type(username)
  await tabTo(page, 'Email')
  await page.keyboard.type(`${username}@example.com`)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await tabTo(page, 'Business Category')
  await page.keyboard.type('Restaurants')
  await tabTo(page, 'Location')
  await page.keyboard.type('Boulder, CO')
  await page.keyboard.press('Enter')
  // The focus goes to the results by itself.
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeFocused()

  await tabTo(page, /^Details/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Details/ }).first()).toBeFocused()

  await page.getByRole('heading', { name: 'Restaurants in Boulder, CO' }).focus()
  await tabTo(page, 'Export')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
})
