import { expect, type Page } from '@playwright/test'
import { runCommandProcess } from '../support/command-process.ts'
import { expectAccessible, expectNoSidewaysScroll, signUp, test } from './fixtures.ts'

async function signUpElite(page: Page): Promise<void> {
  const username = await signUp(page)
  const settings = { DATA_DIR: process.env.E2E_DATA_DIR ?? '' }
  const { exitCode, complaints } = await runCommandProcess(['plan', 'grant', username, 'elite'], { settings })
  expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' })
}

async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('It may').selectOption('search')
  await page.getByRole('button', { name: 'Make key' }).click()
  return page.getByLabel('API key', { exact: true }).inputValue()
}

test('a key is made from the profile, works, and stops when it is revoked', async ({ page, playwright, baseURL }) => {
  await signUpElite(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Manage API Keys' }).click()
  const secret = await makeKey(page, 'Nightly sync')
  await page.getByRole('button', { name: 'Done' }).click()
  const program = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/v1/usage')).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('row', { name: /Nightly sync/ })).not.toContainText('Never')
  await page.getByRole('button', { name: 'Revoke Nightly sync' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys')).toBeVisible()
  expect((await program.get('/api/v1/usage')).status()).toBe(401)
  await program.dispose()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('keys and reference are accessible and fit at every width', async ({ page }, info) => {
      test.slow()
      await signUpElite(page)
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const check = async (name: string) => {
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
          await page.screenshot({ path: info.outputPath(`${name}-${width}.png`) })
        }
        await page.goto('/api-keys')
        await makeKey(page, `A program at ${width}`)
        await check('secret')
        await page.getByRole('button', { name: 'Done' }).click()
        await check('keys')
        await page.goto('/docs/api')
        await expect(page.getByRole('region', { name: 'Leads of the account' })).toBeVisible()
        await check('reference')
      }
    })
  })
