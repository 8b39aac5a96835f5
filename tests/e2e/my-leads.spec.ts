import { expect } from '@playwright/test'
import { addUser, expectAccessible, expectEverythingFits, searchDirectly, signUpWithLeads, test } from './fixtures.ts'

test('My Leads shows a past search with all its notices, filters it, and exports it', async ({ page }) => {
  await signUpWithLeads(page, { location: 'Denver, CO' })
  const understood = (await page.getByRole('button', { name: /^\d+ categories$/ }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Leads' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)
  const picker = page.getByLabel('Search', { exact: true })
  await expect(picker).toHaveText('Restaurants in Denver, CO')
  await picker.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Restaurants in Denver, CO .* found · 25 miles$/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: understood })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Has email').check()
  await expect(page.getByText(/^40 leads, \d\d shown$/)).toBeVisible()
  await expect(page).toHaveURL(/email=yes/)
  await page.reload()
  await expect(page.getByText(/^40 leads, \d\d shown$/)).toBeVisible()
  await expect(page.getByRole('button', { name: understood })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('a lead has a status and notes, and My Leads filters by status', async ({ page }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads?status=contacted')
  await expect(page.getByText('20 leads, 0 shown')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await details.getByLabel('Status').selectOption('Contacted')
  await details.getByLabel('New note').fill('Wants a quote')
  await details.getByRole('button', { name: 'Add Note' }).click()
  await expect(details.getByText('History: 2 changes')).toBeVisible()
  await expectEverythingFits(page)
  await expectAccessible(page)
  await page.goto('/leads?tab=all&status=contacted')
  await expect(page.getByText('1 lead found')).toBeVisible()
  await expect(page.getByRole('article').getByText('Contacted')).toBeVisible()
})

test('chosen leads are put into a list with three clicks, which can be undone', async ({ page }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads?tab=lists')
  await page.getByRole('button', { name: 'New List' }).click()
  await page.getByLabel('Name').fill('Call this week')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This list is empty')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'All Leads' }).click()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await bar.getByLabel('Select all', { exact: true }).check()
  await bar.getByRole('button', { name: 'Add to List' }).click()
  const list = page.getByRole('menuitem', { name: 'Call this week' })
  await expect(list).toBeVisible()
  await expectAccessible(page)
  const changes: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/leads/actions')) changes.push(request.url())
  })
  await list.dblclick()
  await expect(bar.getByText('20 leads added to Call this week')).toBeVisible()
  expect(changes).toHaveLength(1)
  await page.getByRole('tab', { name: 'Lists' }).click()
  await expect(page.getByText('20 leads found')).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await bar.getByRole('button', { name: 'Remove from List' }).click()
  await expect(page.getByText('19 leads found')).toBeVisible()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('20 leads found')).toBeVisible()
})

test('all leads can be searched, sorted, and shown as a table, and the URL keeps the settings', async ({ page }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads?tab=all')
  await expect(page.getByText('20 leads found')).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const names = page.getByRole('rowheader').locator('[title]:not([title$="Lead"], [title^="Chain: "])')
  await expect(async () => {
    const shown = await names.allTextContents()
    expect(shown).toHaveLength(20)
    expect(shown).toEqual(shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  }).toPass()
  await page.getByLabel('Search all leads').fill('no business has this name')
  await expect(page.getByText('No leads match this filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('20 leads found')).toBeVisible()
  await expect(page).toHaveURL(/\/leads\?tab=all&view=table$/)
})

test('in the table, a name can be read beside the badges of a lead, also with wider spacing of text', async ({
  page,
}) => {
  await signUpWithLeads(page)
  const leads = (await (await page.request.get('/api/leads')).json()) as { id: number }[]
  const action = { kind: 'status', status: 'contacted' }
  await page.request.post('/api/leads/actions', { data: { leadIds: leads.map(({ id }) => id), action } })
  await page.goto('/leads?tab=all&view=table')
  const names = page.getByRole('rowheader').locator('span[title]:first-child')
  await expect(names).toHaveCount(20)
  const narrowest = () => names.evaluateAll(all => Math.min(...all.map(name => name.clientWidth)))
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(narrowest).toBeGreaterThan(80)
  }
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em }')
    document.adoptedStyleSheets.push(spacing)
  })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
})

test('rows copied from the table have their visible facts, without words for screen readers and badges', async ({
  page,
}) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads?tab=all&view=table')
  const row = page.getByRole('row').nth(1)
  const name = await row.locator('[title]').first().innerText()
  const copied = await row.evaluate(cells => {
    getSelection()?.selectAllChildren(cells)
    return getSelection()?.toString()
  })
  expect(copied?.trim()).toMatch(new RegExp(String.raw`^${RegExp.escape(name)}\s+\(\d{3}\) \d{3}-\d{4}\s`))
  expect(copied).not.toMatch(/Select|rating/)
})

test('a printed page contains only the list, with all its rows', async ({ page }) => {
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads?view=table')
  await expect(page.getByRole('row')).toHaveCount(21)
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByLabel('Filter leads')).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Business Name' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(21)
})

test('the menu of tags fits on a phone, however long a name is', async ({ page }) => {
  await signUpWithLeads(page)
  const data = { kind: 'tag', name: 'Hot leads that we call on Monday mornings '.repeat(2).slice(0, 80).trim() }
  expect((await page.request.post('/api/lists', { data })).status()).toBe(201)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/leads?tab=all')
  await page.getByRole('article').first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const box = await page.getByRole('menu').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the order of the leads can be read, also beside an active filter', async ({ page }) => {
    await addUser(page.request)
    await searchDirectly(page.request)
    await page.goto('/leads?tab=all&status=new&order=grade')
    await expect(page.getByRole('button', { name: 'Filter 1 active' })).toBeVisible()
    const room = await page.getByLabel('Sort leads').evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen === null) throw new Error('no canvas')
      pen.font = font
      const text = pen.measureText(select.selectedOptions[0]?.text ?? '').width
      return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text
    })
    expect(room).toBeGreaterThan(0)
  })
})

test('My Leads works with the keyboard and fits at 200% zoom', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads')
  await page.getByRole('tab', { name: 'Search Specific' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('20 leads found')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Search all leads')).toBeFocused()
  await expectEverythingFits(page)
  await expectAccessible(page)
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  test('the order of the leads can be read', async ({ page }) => {
    await addUser(page.request)
    await searchDirectly(page.request)
    await page.goto('/leads')
    const room = await page.getByLabel('Sort leads').evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) throw new Error('There is no canvas')
      canvas.font = font
      const widest = Math.max(...Array.from(select.options, ({ label }) => canvas.measureText(label).width))
      return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - widest
    })
    expect(room).toBeGreaterThan(0)
    await expectEverythingFits(page)
  })
})

test('in a window as low as at 400% zoom, nothing that stays in view covers half of it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 180 })
  await addUser(page.request)
  await searchDirectly(page.request)
  await page.goto('/leads')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(60)
  await bar.getByRole('button', { name: 'Status' }).focus()
  await expect(bar.getByRole('button', { name: 'Status' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('banner')).not.toBeInViewport()
})

test('the notices about the account are at the same place on the dashboard, My Leads, and the subscription page', async ({
  page,
}) => {
  await addUser(page.request)
  const notices = page.getByRole('region', { name: 'About your account' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard')
    await expect(notices).toBeVisible()
    const place = await notices.boundingBox()
    for (const path of ['/leads', '/subscription']) {
      await page.goto(path)
      await expect(notices).toBeVisible()
      expect(await notices.boundingBox()).toEqual(place)
    }
  }
})
