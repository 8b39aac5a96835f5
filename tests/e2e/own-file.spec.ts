import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { SearchResult } from '#contract/searches/searches.ts'
import { expectAccessible, expectNoSidewaysScroll, register, signUp, test } from './fixtures.ts'

const quoted = (text: string | null) => `"${(text ?? '').replaceAll('"', '""')}"`

test('a file of customers is filled, and downloaded as it was', async ({ page, playwright, baseURL }) => {
  // Somebody else finds real businesses, which are the customers here.
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await register(other)
  const criteria = { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 5, confirmed: true }
  const search = () => other.post('/api/search', { data: criteria })
  // A new server first loads the places of the town.
  await expect.poll(async () => (await search()).status()).toBe(200)
  const { leads } = (await (await search()).json()) as SearchResult
  const customers = leads.filter(({ address, phoneNumber }) => address !== null && phoneNumber !== null).slice(0, 5)
  const rows = customers.map(({ businessName, address, city, zipCode }) =>
    [businessName, address, city, zipCode].map(quoted).join(';'),
  )
  const header = 'Company;Street;City;ZIP;Phone'
  const file = [
    '\uFEFF' + header,
    ...rows.map(row => `${row};`),
    '"Nobody Knows";"1 No St";"Boulder";"80302";',
    '',
  ].join('\r\n')

  await signUp(page)
  await page.goto('/known-businesses')
  await page
    .getByLabel('File with businesses')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'customers.csv' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Phone', exact: true })).toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Fill this file' }).click()
  await expect(page.getByRole('dialog').getByText(/Uses at most \d of your 50 leads\./)).toBeVisible()
  await page.getByRole('button', { name: 'Fill the file' }).click()
  await expect(page.getByText('The file is filled')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the file' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFCompany;Street;City;ZIP;Phone;.*leadline_status;leadline_changed;/)
  const filled = lines.filter(line => line.includes(';Filled;'))
  expect(filled.length).toBeGreaterThanOrEqual(4)
  for (const line of filled) {
    const row = rows.find(candidate => line.startsWith(`${candidate};`))
    expect(line.slice((row ?? '').length)).toMatch(/^;\(\d{3}\) \d{3}-\d{4};/)
  }
  expect(lines.at(-2)).toMatch(/^"Nobody Knows";"1 No St";"Boulder";"80302";;.*Not found;;;;$/)
  await page.goto('/leads?tab=all')
  await expect(page.getByRole('article')).toHaveCount(filled.length)
})
