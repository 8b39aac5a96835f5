import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  expectAccessible,
  expectEverythingFits,
  newUsername,
  password,
  searchRestaurants,
  signUp,
  signUpWithLeads,
  test,
} from './fixtures.ts'

test('from the landing page to a downloaded list', async ({ page }) => {
  const username = newUsername()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
  await expect(page.getByText('5 searches remaining')).toBeVisible()
  // With both notices of a new account above it, in a window of 1280 by 720.
  await expect(page.getByRole('button', { name: 'Search for Leads' })).toBeInViewport({ ratio: 1 })

  await searchRestaurants(page)
  await expect(page.getByText('Search completed', { exact: true })).toBeVisible()
  await expect(page.getByText('4 searches remaining')).toBeVisible()
  await expect(page.getByRole('button', { name: '30 leads left · 4 searches left' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)

  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('heading', { name: 'Quality Assessment' })).toBeVisible()
  await expect(details.getByText(/(Excellent|Good|Average|Basic) Lead/)).toBeVisible()
  await details.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(details).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFname,category,phone,/)
  expect(lines).toHaveLength(41)
  await expect(page.getByText('Export successful', { exact: true })).toBeVisible()
})

test('only the selected leads are exported', async ({ page }) => {
  await signUpWithLeads(page)
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await boxes.nth(3).check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Selected' }).click()
  const file = await download
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(3)
})

test('leads are exported for another product, and a phone shows the whole dialog', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpWithLeads(page)
  await page.getByRole('button', { name: 'More Formats' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the leads of this search' })
  await expect(dialog.getByText('20 leads will be exported.')).toBeVisible()
  await expectAccessible(page)
  await expectEverythingFits(page)
  await dialog.getByLabel('Format').selectOption('HubSpot companies')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await download
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(21)
  expect(lines[0]).toMatch(/^Company name,Company domain name,Phone number,/)
  expect(lines[1]).toMatch(/,\+1\d{10},/)
  await expect(dialog).toHaveCount(0)
})

test('a reload shows the same leads, in the chosen view, for nothing', async ({ page }) => {
  await signUp(page)
  await searchRestaurants(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(21)
  const name = page.getByRole('row').nth(1).getByRole('rowheader')
  await expect(name).not.toBeEmpty()
  const firstName = await name.innerText()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeVisible()
  await expect(name).toHaveText(firstName, { useInnerText: true })
  await expect(page.getByText('4 searches remaining')).toBeVisible()
})

test('on a phone, the form closes after a search, opens again, and says beforehand what it costs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await expect(page.getByRole('button', { name: 'Search for Leads' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Business Category').fill('Restaurants')
  await page.getByLabel('Location').fill('Boulder, CO')
  await expect(
    page.getByText(/^\d+\sfound\s· \d+\snew,\sand\syou\scan\sget\s50\s· this\sarea\sis\spartly\sloaded$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Business Category')).toBeHidden()
  const edit = page.getByRole('button', { name: 'Edit Search' })
  await edit.click()
  await expect(page.getByLabel('Business Category')).toBeFocused()
  await expect(edit).toBeHidden()
  await page.getByLabel('Search Radius').selectOption('5 miles')
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await expect(edit).toBeVisible()
  await page.goBack()
  await page.reload()
  await edit.click()
  await expect(page.getByLabel('Search Radius')).toHaveValue('25')
  await expect(page.getByLabel('Location')).toHaveValue('Boulder, CO')
})

test('in a low window, four results are in view after a search, and recent searches open again', async ({ page }) => {
  await signUp(page)
  await searchRestaurants(page)
  for (const index of [0, 1, 2, 3])
    await expect(page.getByRole('article').nth(index).getByRole('heading')).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await recent.getByRole('link', { name: /^Restaurants in Boulder, CO/ }).click()
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeVisible()
  await expect(page.getByText('4 searches remaining')).toBeVisible()
})

test.describe('more leads than the quota has', () => {
  test.use({ refusedPaths: ['/api/search/next'] })

  test('one click loads pages until the quota is used up, and the details lead through the list', async ({ page }) => {
    await signUp(page)
    await page.getByLabel('Business Category').fill('Restaurants')
    await page.getByLabel('Location').fill('Miami, FL')
    await page.getByRole('button', { name: 'Search for Leads' }).click()
    await page.getByRole('button', { name: 'Get 30 more (your last 30)' }).click()
    await expect(page.getByText(/^50 of \d+ loaded$/)).toBeVisible()
    await expect(page.getByText('No leads left', { exact: true })).toBeVisible()
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    const title = page.getByRole('dialog').getByRole('heading').first()
    const first = await title.innerText()
    await page.keyboard.press('ArrowRight')
    await expect(title).not.toHaveText(first)
    await page.getByRole('button', { name: 'Previous lead' }).click()
    await expect(title).toHaveText(first)
    await expectAccessible(page)
  })
})

test.describe('words that are not understood', () => {
  test.use({ refusedPaths: ['/api/search'] })

  test('a place that is not known and one of many names cost nothing', async ({ page }) => {
    await signUp(page)
    await page.getByLabel('Business Category').fill('Plumbers')
    await page.getByLabel('Location').fill('Qwertyville, CO')
    await page.getByRole('button', { name: 'Search for Leads' }).click()
    await expect(page.getByLabel('Location')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Location').fill('Springfield')
    await page.getByRole('button', { name: 'Search for Leads' }).click()
    await expect(page.getByRole('button', { name: /^Springfield, / }).first()).toBeVisible()
    await expect(page.getByText('5 searches remaining')).toBeVisible()
  })

  test('an uncertain category is asked about for nothing, and a double click on a choice costs one search', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signUp(page)
    await page.getByLabel('Business Category').fill('har salon')
    await page.getByLabel('Location').fill('Boulder, CO')
    await page.getByRole('button', { name: 'Search for Leads' }).click()
    await expect(page.getByText('What are you looking for?')).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Businesses named “har salon” · 0' })).toBeVisible()
    await expectEverythingFits(page)
    await expectAccessible(page)
    await expect(page.getByText('5 searches remaining')).toBeVisible()
    await page.getByRole('button', { name: /^Hair Salons · \d+$/ }).dblclick()
    await expect(page.getByRole('heading', { name: 'Hair Salons in Boulder, CO' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Search' }).click()
    await expect(page.getByText('4 searches remaining')).toBeVisible()
  })
})

test('on a phone, Back closes a sheet, and a sheet closed by its button leaves no entry in the history', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await searchRestaurants(page)
  const address = page.url()
  const sheet = page.getByRole('dialog')
  for (const close of [() => page.goBack(), () => page.getByRole('button', { name: 'Close dialog' }).click()]) {
    await page.getByRole('button', { name: 'More Formats' }).click()
    await expect(sheet).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toEqual({ sheets: 1 })
    await close()
    await expect(sheet).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
    expect(page.url()).toBe(address)
  }
  await page.getByRole('button', { name: 'More Formats' }).click()
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toEqual({ sheets: 1 })
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
  await page.goBack()
  await expect(page).not.toHaveURL(address)
})
