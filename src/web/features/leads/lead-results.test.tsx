import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { chooseColumn, type ExtraColumn } from './lead-columns.ts'
import { limitLine, showLeads, threeLeads } from './lead-results.fixture.tsx'
import { makeLead } from './lead.fixture.ts'

const shownNames = () => screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))

test('leads are sorted by name, or by rating with unrated leads last', async () => {
  const { keyboard } = showLeads()
  expect(shownNames()).toEqual(['Ace Plumbing', 'Boulder Drains', 'Zed Pipes'])
  await keyboard.selectOptions(screen.getByLabelText('Sort leads'), 'Rating')
  await expect.poll(shownNames).toEqual(['Zed Pipes', 'Boulder Drains', 'Ace Plumbing'])
  expect(location.search).toBe('?sort=rating')
})

test('the text filter narrows the loaded leads and can be cleared', async () => {
  const { keyboard } = showLeads()
  await keyboard.type(screen.getByLabelText('Filter leads'), 'lafay')
  await expect.poll(shownNames).toEqual(['Ace Plumbing'])
  await screen.findByText('1 lead shown', { selector: 'output' })
  await keyboard.type(screen.getByLabelText('Filter leads'), 'xx')
  const clear = await screen.findByRole('button', { name: 'Clear the filter' })
  clear.focus()
  await keyboard.keyboard('{Enter}')
  await screen.findAllByRole('article')
  expect(shownNames()).toHaveLength(3)
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Filter leads'))
})

test('the text filter is in the URL, so it stays after a reload', async () => {
  const { keyboard, unmount } = showLeads()
  await keyboard.type(screen.getByLabelText('Filter leads'), 'lafay')
  await expect.poll(() => location.search).toBe('?filter=lafay')
  unmount()
  showLeads(threeLeads, '/dashboard?filter=lafay')
  expect(shownNames()).toEqual(['Ace Plumbing'])
  expect(screen.getByLabelText<HTMLInputElement>('Filter leads').value).toBe('lafay')
})

test('the table has the specified columns', async () => {
  const { keyboard } = showLeads()
  await keyboard.click(screen.getByRole('button', { name: 'Table' }))
  const headers = await screen.findAllByRole('columnheader')
  expect(headers.map(header => header.textContent)).toEqual([
    'Selected',
    'Business Name',
    'Phone Number',
    'Address',
    'Email',
    'Rating',
    'Actions',
  ])
  expect(location.search).toBe('?view=table')
  expect(screen.getAllByRole('rowheader')).toHaveLength(3)
})

test('columns can be added to the table, and are remembered', async () => {
  const near = makeLead({ businessName: 'Near Pipes', distanceMiles: 0.42, category: 'Plumbing' })
  const { keyboard, unmount } = showLeads([near], '/dashboard?view=table')
  await keyboard.click(await screen.findByRole('button', { name: 'Columns' }))
  for (const name of ['Category', 'Website', 'Distance'])
    await keyboard.click(await screen.findByRole('menuitemcheckbox', { name }))
  await keyboard.keyboard('{Escape}')
  const row = screen.getByRole('row', { name: /Near Pipes/ })
  within(row).getByText('Plumbing')
  within(row).getByText('0.4 mi')
  within(row).getByRole('link', { name: /^flatironsplumbing/ })
  unmount()
  showLeads([near], '/dashboard?view=table')
  expect(await screen.findByRole('columnheader', { name: 'Website' })).toBeDefined()
  for (const name of ['Category', 'Website', 'Distance'] as const)
    chooseColumn(name.toLowerCase() as ExtraColumn, false)
})

test('the headers of the table sort, and say by which column it is sorted', async () => {
  const { keyboard } = showLeads(threeLeads, '/dashboard?view=table')
  await keyboard.click(await screen.findByRole('button', { name: 'Rating' }))
  await expect.poll(() => location.search).toContain('sort=rating')
  await expect
    .poll(() => screen.getByRole('columnheader', { name: 'Rating' }).getAttribute('aria-sort'))
    .toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Business Name' }).getAttribute('aria-sort')).toBeNull()
})

test('in the table, the arrow keys go from row to row, x selects, and Enter opens the details', async () => {
  const { keyboard } = showLeads(threeLeads, '/dashboard?view=table')
  const first = await screen.findByRole('button', { name: 'Details of Ace Plumbing' })
  first.focus()
  await keyboard.keyboard('{ArrowDown}x')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Details of Boulder Drains' }))
  await screen.findByText('1 lead selected')
  await keyboard.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await keyboard.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Ace Plumbing' })).toBeDefined()
})

test('a card has a call button only if the lead has a phone number', () => {
  showLeads()
  expect(screen.getByRole('link', { name: 'Call Boulder Drains' }).getAttribute('href')).toBe('tel:+13035550100')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Call Ace Plumbing' }).disabled).toBe(true)
})

test('a website opens in a new tab without a referrer; only http and https addresses are links', () => {
  showLeads()
  const card = screen.getByRole('article', { name: 'Boulder Drains' })
  const link = within(card).getByRole('link', { name: /flatironsplumbing\.example \(opens/ })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
})

test('with the first selected lead, the others can be selected and exported, too', async () => {
  const { keyboard } = showLeads()
  expect(screen.queryByLabelText('Select all')).toBeNull()
  await keyboard.click(screen.getByLabelText('Select Zed Pipes'))
  const all = await screen.findByLabelText<HTMLInputElement>('Select all')
  expect(all.indeterminate).toBe(true)
  screen.getByRole('button', { name: 'Export Selected' })
  await keyboard.click(all)
  screen.getByText('3 leads selected')
  await keyboard.click(all)
  await expect.poll(() => screen.queryByRole('button', { name: 'Export Selected' })).toBeNull()
})

test('of a thousand leads, only those near the viewport are rendered', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(290)
  showLeads(Array.from({ length: 1000 }, (_, id) => makeLead({ id: id + 1, businessName: `Business ${id}` })))
  expect(screen.getAllByRole('article').length).toBeLessThan(100)
})

test('a card shows name, place, phone, address with ZIP, rating, website, email, badges, and two actions', () => {
  showLeads([makeLead()])
  const card = within(screen.getByRole('article', { name: 'Flatirons Plumbing' }))
  for (const text of [
    'Boulder, CO',
    '(303) 555-0100',
    '1200 Pearl St, 80302',
    '4.6',
    'office@flatironsplumbing.example',
  ])
    card.getByText(text)
  card.getByRole('link', { name: /^flatironsplumbing\.example/ })
  card.getByText('Plumbing')
  card.getByText('84 Excellent')
  card.getByRole('link', { name: 'Call Flatirons Plumbing' })
  expect(card.getByRole('button', { name: 'Details of Flatirons Plumbing' })).toBeDefined()
})

test('the details say what confirms the kind of business', async () => {
  const { keyboard } = showLeads([
    makeLead({ kindToldBy: 'source' }),
    makeLead({ id: 2, businessName: 'Independent Pipes', kindToldBy: 'name' }),
    makeLead({ id: 3, businessName: 'Third Pipes', kindToldBy: 'website' }),
  ])
  expect(screen.queryByText('Kind not confirmed')).toBeNull()
  await keyboard.click(screen.getByRole('button', { name: /Details of Flatirons/ }))
  const details = await screen.findByRole('dialog')
  within(details).getByText('Not confirmed: only the data source says so')
  await keyboard.click(within(details).getByRole('button', { name: 'Next lead' }))
  within(await screen.findByRole('dialog')).getByText('Confirmed by its name')
  await keyboard.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Next lead' }))
  within(await screen.findByRole('dialog')).getByText('Confirmed by its website')
})

test('a lead of a chain says so on its card, in the table, and in its details', async () => {
  const { keyboard } = showLeads([
    makeLead({ brand: 'Roto-Rooter', firstSeenOn: '2026-05-22' }),
    makeLead({ id: 2, businessName: 'Independent Pipes' }),
  ])
  expect(screen.getAllByTitle('Chain: Roto-Rooter').map(mark => mark.textContent)).toEqual(['Chain: Roto-Rooter'])
  await keyboard.click(screen.getByRole('button', { name: 'Table' }))
  const row = await screen.findByRole('row', { name: /Flatirons Plumbing/ })
  const mark = within(row).getByTitle('Chain: Roto-Rooter')
  expect(mark.textContent).toBe('Chain: Roto-Rooter')
  expect(within(mark).getByText(': Roto-Rooter').className).toBe('sr-only')
  await keyboard.click(within(row).getByRole('button', { name: /Details/ }))
  const details = await screen.findByRole('dialog')
  expect(within(details).getByText('Chain').nextSibling?.textContent).toBe('Roto-Rooter')
  expect(within(details).getByText('First seen').nextSibling?.textContent).toBe('May 22, 2026')
})

test('the details say when the business is open', async () => {
  const { keyboard } = showLeads([makeLead({ hours: 'Mo-Su 00:00-23:59', timeZone: 'America/Denver' })])
  await keyboard.click(screen.getByRole('button', { name: /Details of Flatirons/ }))
  const details = await screen.findByRole('dialog')
  expect(within(details).getByText('Hours').nextSibling?.textContent).toBe('Open now · Mo-Su 00:00-23:59')
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('a card says how far away the business is, and whether it is new', () => {
  showLeads([
    makeLead({ businessName: 'New Pipes', distanceMiles: 0.42, firstSeenOn: daysAgo(89) }),
    makeLead({ id: 2, businessName: 'Old Pipes', distanceMiles: null, firstSeenOn: daysAgo(91) }),
  ])
  const fresh = within(screen.getByRole('article', { name: 'New Pipes' }))
  fresh.getByText('Newly listed')
  fresh.getByText('· 0.4 mi')
  const old = within(screen.getByRole('article', { name: 'Old Pipes' }))
  expect(old.queryByText('Newly listed')).toBeNull()
  expect(old.queryByText(/ mi$/)).toBeNull()
})

test('a card marks a follow-up from its day on, as the calendar of the reader has it', () => {
  vi.useFakeTimers({ now: new Date('2026-05-04T23:30:00'), toFake: ['Date'] })
  const days = ['2026-05-03', '2026-05-04', '2026-05-05']
  showLeads(days.map((followUpOn, index) => makeLead({ id: index + 1, followUpOn })))
  const marks = screen.getAllByText(/^Follow up/)
  expect(marks.map(({ textContent }) => textContent)).toEqual([
    'Follow up May 3, 2026',
    'Follow up May 4, 2026',
    'Follow up May 5, 2026',
  ])
  expect(marks.map(({ className }) => className.includes('amber'))).toEqual([true, true, false])
})

test('a card shows three tags, and how many more there are', () => {
  showLeads([makeLead({ tags: ['Cold', 'Hot', 'North', 'South', 'West'] })])
  const card = within(screen.getByRole('article'))
  expect(['Cold', 'Hot', 'North'].map(tag => card.getByText(tag).tagName)).toEqual(['SPAN', 'SPAN', 'SPAN'])
  expect(card.getByText('+2').title).toBe('South, West')
})

const saysNoLongerListed = (name: string): boolean =>
  within(screen.getByRole('article', { name })).queryByText('No longer listed') !== null

test('a card says that a business is not to be contacted, and that its contacts are hidden', () => {
  showLeads([
    makeLead({ businessName: 'Quiet Pipes', doNotContact: true, phoneNumber: null, website: null, email: null }),
  ])
  const card = within(screen.getByRole('article', { name: 'Quiet Pipes' }))
  expect(card.queryByText('Do not contact')).not.toBeNull()
  expect(card.getAllByText('Hidden')).toHaveLength(3)
})

test('a card says that a business is no longer listed, unless the lead was returned', () => {
  const report = { reason: 'closed', state: 'credited', isOwn: true, at: '2026-05-22T00:00:00.000Z' } as const
  showLeads([
    makeLead({ businessName: 'Gone Pipes', isListed: false }),
    makeLead({ id: 2, businessName: 'Returned Pipes', isListed: false, report }),
    makeLead({ id: 3, businessName: 'Open Pipes' }),
  ])
  expect(['Gone Pipes', 'Returned Pipes', 'Open Pipes'].map(saysNoLongerListed)).toEqual([true, false, false])
})

const limited = (detail: string, own: Partial<Lead>): Lead => makeLead({ scoreLines: [limitLine(detail)], ...own })

test('a card names a doubt that limits the score, but not a missing contact, which it shows anyway', () => {
  showLeads([
    limited('possibly listed twice: 59 at most', { id: 1, businessName: 'Twin' }),
    limited('neither phone nor email: 39 at most', { id: 2, businessName: 'Mute', phoneNumber: null, email: null }),
    makeLead({
      id: 4,
      businessName: 'Mute Twin',
      phoneNumber: null,
      email: null,
      scoreLines: ['neither phone nor email: 39 at most', 'possibly listed twice: 59 at most'].map(limitLine),
    }),
    limited('temporarily closed: 39 at most', { id: 3, businessName: 'Shut', phoneNumber: null, email: null }),
  ])
  within(screen.getByRole('article', { name: 'Mute Twin' })).getByText('Possibly listed twice')
  within(screen.getByRole('article', { name: 'Twin' })).getByText('Possibly listed twice')
  expect(within(screen.getByRole('article', { name: 'Mute' })).queryByText(/^Neither/)).toBeNull()
  within(screen.getByRole('article', { name: 'Shut' })).getByText('Temporarily closed')
})

test('on a narrow screen, the table is a dense list with name, phone number, score, and whether it is a sample', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  showLeads([makeLead({ isSample: true })], '/dashboard?view=table')
  const table = within(await screen.findByRole('region', { name: 'Leads' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Selected',
    'Business Name',
    'Actions',
  ])
  table.getByRole('link', { name: makeLead().phoneNumber ?? '' })
  table.getByText('Sample')
  vi.restoreAllMocks()
})

test('a town that was derived from the position says so', async () => {
  const { keyboard } = showLeads([makeLead({ city: 'Boulder', state: 'CO', derivedLocation: 'city and state' })])
  screen.getByText('near Boulder, CO')
  await keyboard.click(screen.getByRole('button', { name: /^Details/ }))
  const details = await screen.findByRole('dialog')
  expect(within(details).getByText('From its position').nextSibling?.textContent).toBe('city and state')
})

test('a toll-free number and one of another state say so', () => {
  showLeads([
    makeLead({ phoneKind: 'toll-free' }),
    makeLead({ id: 2, businessName: 'Far Pipes', phoneKind: 'out-of-state' }),
    makeLead({ id: 3, businessName: 'Near Pipes', phoneKind: 'in-state' }),
  ])
  expect(screen.getAllByText(/^(?:toll-free|out of state)$/)).toHaveLength(2)
})

test('the map view lists the same leads, also where the browser cannot draw a map', async () => {
  const { keyboard } = showLeads()
  await keyboard.click(screen.getByRole('button', { name: 'Map' }))
  await screen.findByText(/The map needs WebGL/)
  expect(location.search).toBe('?view=map')
  const rows = within(screen.getByRole('list', { name: 'Leads on the map' })).getAllByRole('listitem')
  expect(rows).toHaveLength(3)
  await keyboard.click(screen.getByRole('checkbox', { name: 'Select Ace Plumbing' }))
  await screen.findByText('1 lead selected')
  await keyboard.click(screen.getByRole('button', { name: 'Details of Ace Plumbing' }))
  expect(await screen.findByRole('dialog', { name: 'Ace Plumbing' })).toBeDefined()
})

test('the map view says which leads are samples, and which may not be contacted', async () => {
  const leads = [
    makeLead({ doNotContact: true, phoneNumber: null }),
    makeLead({ id: 2, businessName: 'Far', isSample: true }),
  ]
  showLeads(leads, '/dashboard?view=map')
  const list = within(await screen.findByRole('list', { name: 'Leads on the map' }))
  expect(list.getByText('Do not contact')).toBeDefined()
  expect(list.getByText('Sample')).toBeDefined()
})

const marked = () =>
  [...document.querySelectorAll('[aria-current="true"]')].map(lead => /Ace|Boulder|Zed/.exec(lead.textContent)?.[0])

test.each(['grid', 'table'])('the lead whose details are open is marked in the list, and in view: %s', async view => {
  const { mock } = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { keyboard } = showLeads(threeLeads, `/dashboard?view=${view}`)
  await keyboard.click(await screen.findByRole('button', { name: 'Details of Ace Plumbing' }))
  await expect.poll(marked).toEqual(['Ace'])
  await keyboard.keyboard('{ArrowRight}')
  await expect.poll(marked).toEqual(['Boulder'])
  await expect
    .poll(() => mock.contexts.at(-1))
    .toBe(document.querySelector('[aria-current="true"]')?.closest('[data-lead]'))
  await keyboard.keyboard('{Escape}')
  await expect.poll(marked).toEqual([])
})
