import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtEveryWidth, password, pressKeyOn, signUpWithPlan, tabTo, test } from './fixtures.ts'

async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Access').selectOption('search')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Create key' }).click()
  return page.getByLabel('API key', { exact: true }).inputValue()
}

test('with the keyboard alone a key is created from the profile, works, and stops when it is revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signUpWithPlan(page, 'elite', '/profile')
  await pressKeyOn(page, 'Manage API Keys')
  await pressKeyOn(page, 'New API key')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Nightly sync')
  await tabTo(page, 'Access')
  await page.keyboard.type('Read and')
  await tabTo(page, 'Your password')
  await page.keyboard.type(password)
  await pressKeyOn(page, 'Create key')
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
  const secret = await page.getByLabel('API key', { exact: true }).inputValue()
  await pressKeyOn(page, 'Done')
  await expect(page.getByRole('button', { name: 'New API key' })).toBeFocused()
  const program = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/v1/usage')).status()).toBe(200)
  await page.reload()
  const lastUse = page
    .getByRole('row', { name: /Nightly sync/ })
    .getByRole('cell')
    .nth(5)
  await expect(lastUse).not.toHaveText('Never')
  await pressKeyOn(page, 'Revoke Nightly sync')
  await pressKeyOn(page, 'Revoke key')
  await expect(page.getByText('No API keys')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Read the API reference' })).toBeFocused()
  expect((await program.get('/api/v1/usage')).status()).toBe(401)
  await program.dispose()
})

test('API keys and the API reference are accessible and fit at every width', async ({ page }) => {
  await signUpWithPlan(page, 'elite', '/api-keys')
  await makeKey(page, 'A program')
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expectAccessibleAtEveryWidth(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Revoke A program' })).toBeInViewport({ ratio: 1 })
  await page.goto('/docs/api')
  await expect(
    page.getByRole('region', { name: 'Leads of the account, filtered and sorted', exact: true }),
  ).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})
