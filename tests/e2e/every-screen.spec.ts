import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectEverythingFits, expectReflow, searchRestaurants, signUp, test } from './fixtures.ts'

const widths = [390, 1440]

/** A tablet has the layout of a wide screen. */
async function expectGood(page: Page, width: number): Promise<void> {
  await expectEverythingFits(page)
  await expectAccessible(page)
  if (width === 390) return expectReflow(page)
  await page.setViewportSize({ width: 768, height: 900 })
  await expectEverythingFits(page)
  await page.setViewportSize({ width, height: 900 })
}

for (const width of widths)
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, refusedPaths: ['/no-such-page'] })

    test('the screens of a visitor are accessible and fit', async ({ page }) => {
      const check = () => expectGood(page, width)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await check()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByText('Username is required')).toBeVisible()
      await check()
      await page.goto('/register?tier=pro')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await check()
      await page.goto('/no-such-page')
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
      await expect(page).toHaveTitle('404 Page Not Found')
      await check()
    })

    test('the screens of a user are accessible and fit', async ({ page }) => {
      const check = () => expectGood(page, width)
      await signUp(page)
      await expect(page.getByText('Your leads will appear here')).toBeVisible()
      await check()
      await page.getByLabel('Location').pressSequentially('boul')
      await expect(page.getByRole('option', { name: /^Boulder, CO/ })).toBeVisible()
      await check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: width < 768 ? 'Open menu' : 'My Account', exact: true }).click()
      await expect(page.getByText(width < 768 ? 'Logout' : 'Log out')).toBeVisible()
      await check()
      await page.keyboard.press('Escape')
      await searchRestaurants(page)
      await expect(page.getByRole('article')).toHaveCount(20)
      await check()
      const inFirstRow = () =>
        page.getByRole('article').evaluateAll(cards => {
          const [first, ...others] = cards.map(card => card.getBoundingClientRect().top)
          return 1 + others.filter(top => top === first).length
        })
      await expect.poll(inFirstRow).toBe({ 390: 1, 1440: 3 }[width])
      await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible({ visible: width >= 768 })
      if (width === 1440) {
        await page.setViewportSize({ width: 768, height: 900 })
        await expect.poll(inFirstRow).toBe(2)
        await page.setViewportSize({ width, height: 900 })
      }
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await expect(page.getByRole('columnheader', { name: 'Business Name' })).toBeVisible()
      await check()
      await page.getByRole('button', { name: 'Save Search' }).click()
      await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
      await check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('link', { name: 'Receipt of this search' }).click()
      await page.getByRole('button', { name: 'Run again' }).click()
      await expect(page.getByText('Nothing has changed')).toBeVisible()
      await check()
      await page.goto('/saved-searches')
      await expect(page.getByText('No new businesses')).toBeVisible()
      await check()
      await page.goto('/own-do-not-contact')
      const entries = page.getByRole('textbox', { name: 'Phones, emails, or domains' })
      const examples = await entries.getAttribute('placeholder')
      await entries.fill(`${examples}\nNo phone`)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByText('3 entries added.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Remove (303) 440-0000' })).toBeVisible()
      await check()
      await page.goto('/known-businesses')
      await page.getByLabel('File with businesses').setInputFiles({
        name: 'crm.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Company name,Phone Number,Customer since\nAnn Plumbing,(303) 440-0099,2024'),
      })
      await expect(page.getByLabel('Contents of Company name')).toHaveValue('name')
      await check()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText('Not found')).toBeVisible()
      await check()
      await page.goto('/api/unsubscribe?token=1.x')
      await expect(page.getByRole('button', { name: 'Stop the emails' })).toBeVisible()
      await check()
    })
  })

const leftOf = async (part: Locator) => (await part.boundingBox())?.x

test.describe('1440 pixels, signed in', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the logo stays where it is above the content, on pages to work in and on pages to read', async ({ page }) => {
    const logo = () => page.getByRole('banner').getByRole('link', { name: 'Leadline' }).boundingBox()
    await signUp(page)
    // A first page may be painted before its font has loaded, and then keeps the other one.
    await page.goto('/dashboard')
    await expect(page.getByText('Your leads will appear here')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await logo()
    await page.getByRole('link', { name: 'Help Center' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(logo).toEqual(before)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(logo).toEqual(before)
    for (const path of ['/', '/about', '/help', '/privacy', '/terms', '/contact', '/docs/api', '/subscription']) {
      await page.goto(path)
      await expect.poll(() => leftOf(page.getByRole('heading', { level: 1 })), path).toBe(before?.x)
    }
  })
})
