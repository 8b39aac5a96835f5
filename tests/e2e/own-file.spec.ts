import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { SearchResult } from '#contract/searches/searches.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { bottomOf, expectAccessible, expectEverythingFits, operate, register, signUp, test } from './fixtures.ts'

const quoted = (text: string | null) => `"${(text ?? '').replaceAll('"', '""')}"`

test('a file of customers is filled, and downloaded as it was', async ({ page, playwright, baseURL, refusedPaths }) => {
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
  await expectEverythingFits(page)

  // A toast covers no button of the bar.
  const filePath = `/api/known-files/${new URL(page.url()).searchParams.get('file')}/file`
  refusedPaths.push(filePath)
  await page.route(`**${filePath}`, route => route.fulfill({ status: 409, json: { errorType: 'FILE_BUSY' } }))
  const fill = page.getByRole('button', { name: 'Fill this file' })
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Download the file' }).click()
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText('The file was not downloaded')
    await expect.poll(() => bottomOf(toast)).toBeLessThanOrEqual((await fill.boundingBox())?.y ?? 0)
  }
  await page.unroute(`**${filePath}`)
  await fill.click()
  await expect(page.getByRole('dialog').getByText(/Uses at most \d of your 50 leads\./)).toBeVisible()
  await page.getByRole('button', { name: 'Fill the file' }).click()
  await expect(page.getByText('The file is filled')).toBeVisible()
  const lines = (await download(page, 'Download the file')).split('\r\n')
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

const plumber = (number: number, name: string, facts: Partial<TestPlace> = {}): TestPlace => ({
  id: `bar-harbor-${number}`,
  name,
  lat: 44.388,
  lon: -68.204,
  phones: [`207-288-010${number}`],
  street: `${number} Cottage St`,
  city: 'Bar Harbor',
  zip: '04609',
  region: 'ME',
  ...facts,
})

async function release(day: string, places: TestPlace[]): Promise<void> {
  const file = path.join(process.env.E2E_DATA_DIR ?? '', `bar-harbor-${day}.parquet`)
  await writeFile(file, new Uint8Array(overtureFile(places)))
  await operate('places', 'import', file, '--release', `${day}.0`)
}

async function importFile(page: Page, name: string, lines: string[]): Promise<void> {
  await page.goto('/known-businesses')
  await page
    .getByLabel('File with businesses')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What we can add' })).toBeVisible()
}

async function download(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await started).path(), 'utf8')
}

test('a followed file says what a newer release changed, and takes what its user accepts', async ({ page }) => {
  const names = ['Otter Creek Plumbing', 'Cadillac Drains', 'Schooner Head Pipes', 'Sand Beach Boilers'] as const
  await release(
    '2026-05-20',
    names.map((name, at) => plumber(at + 1, name)),
  )
  await signUp(page)
  const header = 'Company,Street,City,ZIP,Phone'
  await importFile(page, 'maine.csv', [
    header,
    ...names.map((name, at) => `${name},${at + 1} Cottage St,Bar Harbor,04609,207-288-010${at + 1}`),
  ])
  const address = page.url()
  const tell = page.getByRole('checkbox', { name: 'Tell me when something changes' })
  await tell.click()
  await expect(tell).toBeChecked()
  await expect(page.getByText('No changes to decide about.')).toBeVisible()
  await expectAccessible(page)
  // The files of an account are compared in turn, so this one is compared after the other.
  await importFile(page, 'other.csv', [header, 'Nobody Knows,1 No St,Bar Harbor,04609,'])

  await release('2026-06-17', [
    plumber(1, names[0], { status: 'permanently_closed' }),
    plumber(2, names[1], { street: '77 Mount Desert St' }),
    plumber(3, names[2], { phones: ['207-288-0133'] }),
    plumber(4, names[3]),
  ])
  const link = page.getByRole('link', { name: '1 closed, 1 moved, 1 has another phone' })
  await expect(async () => {
    await page.goto('/known-businesses')
    await expect(link).toBeVisible({ timeout: 2000 })
  }).toPass()
  await link.click()
  await expect(page).toHaveURL(address)
  const change = (name: string) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await expect(change(names[1])).toContainText('2 Cottage St')
  // A screen reader does not say that a text is crossed out.
  expect(await change(names[1]).ariaSnapshot()).toContain('was 2 Cottage St')
  await expect(change(names[1])).toContainText('•••')
  await expect(change(names[1])).not.toContainText('Mount Desert')
  await expect(change(names[2])).toContainText('(207) 288-••••')
  await expectAccessible(page)
  await expectEverythingFits(page)

  await change(names[0]).getByRole('button', { name: 'Accept' }).focus()
  await page.keyboard.press('a')
  await expect(change(names[0])).toContainText('Accepted')
  await change(names[1]).getByRole('button', { name: 'Accept (1 lead)' }).click()
  await expect(change(names[1])).toContainText('77 Mount Desert St')
  await expect(page.getByText('49 leads left')).toBeVisible()
  await change(names[2]).getByRole('button', { name: 'Ignore' }).click()
  await expect(change(names[2])).toContainText('Ignored')

  await page.getByRole('tab', { name: 'Ignored' }).click()
  await change(names[2]).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('tab', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect(page.getByRole('dialog')).toContainText('Uses at most 1 of your 49 leads.')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click()
  await expect(page.getByText('1 change accepted, 1 lead used.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(change(names[2])).toContainText('Other phone')
  // It is paid, so nothing is asked.
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect(page.getByText('1 change accepted.')).toBeVisible()
  await expect(page.getByText('48 leads left')).toBeVisible()

  const changes = (await download(page, 'Download the changes')).split('\r\n')
  expect(changes).toHaveLength(5)
  expect(changes[1]).toMatch(/,Otter Creek Plumbing,Closed,,,Overture Maps,.*,Accepted$/)
  expect(changes[2]).toMatch(/,Cadillac Drains,Moved,"2 Cottage St, .*","77 Mount Desert St, .*",.*,Accepted$/)
  expect(changes[3]).toMatch(/,Schooner Head Pipes,Other phone,207-288-0103,\(207\) 288-0133,.*,Accepted$/)
  const lines = (await download(page, 'Download the file')).split('\r\n')
  expect(lines[1]).toContain('Closed')
  expect(lines[2]).toMatch(/^Cadillac Drains,77 Mount Desert St,Bar Harbor,04609,207-288-0102,/)
  expect(lines[3]).toMatch(/^Schooner Head Pipes,3 Cottage St,Bar Harbor,04609,\(207\) 288-0133,/)
  expect(lines[4]).toMatch(/^Sand Beach Boilers,4 Cottage St,Bar Harbor,04609,207-288-0104,/)
})
