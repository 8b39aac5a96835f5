import { expect, type Page } from '@playwright/test'
import { renderLetter } from '#server/platform/mail/letter.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { resetPasswordLetter } from '#server/platform/mail/templates.ts'
import { addUser, expectEverythingFits, searchDirectly, test, violationsOf } from './fixtures.ts'

// The browser's setting, which also counts for the layouts that depend on the width.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] })
  },
  viewport: { width: 390, height: 844 },
})

async function expectReadable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expectEverythingFits(page)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeInViewport({ ratio: 1 })
}

test('an email with a long name and link fits a phone, also with text twice as large', async ({ page }) => {
  const links = linksOf({ PUBLIC_URL: `https://${'leads-'.repeat(8)}.example`, HOST: '', PORT: 0 })
  const typed = { username: 'W'.repeat(50) }
  await page.setContent(renderLetter(resetPasswordLetter({ token: 'a'.repeat(43), links, typed })).html)
  await expectEverythingFits(page)
})

test('an email is dark where the mail program is, and its texts have enough contrast in both', async ({ page }) => {
  const links = linksOf({ PUBLIC_URL: 'https://leads.example', HOST: '', PORT: 0 })
  const footer = { label: 'Stop these emails', url: links.to('/unsubscribe') }
  const letter = resetPasswordLetter({ token: 'a'.repeat(43), links, typed: { username: 'ann' } })
  await page.setContent(renderLetter({ ...letter, footer }).html)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  for (const [scheme, color] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(21, 23, 27)'],
  ] as const) {
    expect(await violationsOf(page, scheme, ['color-contrast'])).toEqual([])
    expect(await background()).toBe(color)
  }
})

test('with text twice as large, all screens of a phone fit, and its menu is in view', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/about', '/help', '/contact', '/docs/api', '/businesses']) {
    await page.goto(path)
    await expectReadable(page)
  }
  await addUser(page.request)
  const found = await searchDirectly(page.request)
  for (const path of ['/dashboard', found, `${found}&view=table`, `${found}&view=map`, '/dashboard?tab=analytics']) {
    await page.goto(path)
    await expectReadable(page)
  }
  for (const path of ['/leads', '/leads?tab=all', '/subscription', '/profile', '/api-keys', '/known-businesses']) {
    await page.goto(path)
    await expectReadable(page)
  }
  await page.goto(found)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(844 / 4)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectEverythingFits(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
})
