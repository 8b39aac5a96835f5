import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { changeUser } from '../../shared/session/session.queries.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { inTurn, never, ok, refused } from '../../testing/stub-api.ts'
import {
  allLeads,
  cardText,
  chooseSearch,
  loaded,
  makeSearch,
  oneSearch,
  page,
  pastSearches,
  queriesOf,
  show,
  shownNames,
  summary,
} from './leads.fixture.tsx'

test('past searches are labeled by category, place, and reach', async () => {
  const searches = [
    makeSearch({ id: 9, propertyType: 'we-buy-homes' }),
    makeSearch({ id: 8, propertyType: 'auto-repair-shop', location: 'Texas', statewide: true }),
    makeSearch({ id: 7, filters: [{ name: 'hasWebsite', value: true }], withoutCategories: ['septic'] }),
  ]
  const { keyboard } = show({
    ...oneSearch,
    'GET /api/searches': ok(searches),
    'GET /api/searches/9': ok(makeNotedSearch()),
  })
  const picker = await screen.findByLabelText('Search')
  expect(picker.textContent).toBe('We Buy Homes in Boulder, CO')
  await keyboard.click(picker)
  const options = pastSearches()
  expect(options.map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'We Buy Homes in Boulder, CO',
    'auto repair shop in Texas (Statewide)',
    'Plumbers in Boulder, CO',
  ])
  expect(options.map(({ lastChild }) => lastChild?.textContent)).toEqual([
    'Jan 1, 2026 · 2 found · 5 miles',
    'Jan 1, 2026 · 2 found · 5 miles',
    'Jan 1, 2026 · 2 found · 5 miles · Has Website · without 1 category',
  ])
})

test('another past search is shown without the text filter of the one before', async () => {
  const searches = [makeSearch(), makeSearch({ id: 6, location: 'Denver, CO' })]
  const denver = { 'GET /api/searches/6': ok(makeNotedSearch({ search: makeSearch({ id: 6 }) })) }
  const { keyboard } = show({ ...oneSearch, ...denver, 'GET /api/searches': ok(searches) }, '/leads?filter=ace')
  await expect.poll(() => screen.queryAllByRole('article')).toHaveLength(1)
  await chooseSearch(keyboard, /Denver/)
  await expect.poll(() => location.search).toBe('?search=6')
  await expect.poll(() => screen.queryAllByRole('article')).toHaveLength(3)
})

test('a past search is chosen with the keyboard, and leaving the list chooses none', async () => {
  const searches = [makeSearch(), makeSearch({ id: 6, location: 'Denver, CO' })]
  const denver = { 'GET /api/searches/6': ok(makeNotedSearch({ search: makeSearch({ id: 6 }) })) }
  const { keyboard } = show({ ...oneSearch, ...denver, 'GET /api/searches': ok(searches) })
  const picker = await screen.findByLabelText('Search')
  picker.focus()
  await keyboard.keyboard('{ArrowDown}{ArrowDown}')
  expect(picker.getAttribute('aria-activedescendant')).toBe(pastSearches()[1]?.id)
  await keyboard.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(picker.textContent).toBe('Plumbers in Boulder, CO')
  picker.focus()
  await keyboard.keyboard('{ArrowDown}{End}{Enter}')
  expect(picker.textContent).toBe('Plumbers in Denver, CO')
  expect(location.search).toBe('?search=6')
  expect(document.activeElement).toBe(picker)
})

test('of thousands of past searches, the list shows the newest, and more when it is scrolled or End is pressed', async () => {
  const searches = Array.from({ length: 1000 }, (_, index) => makeSearch({ id: 1000 - index }))
  const { keyboard } = show({
    ...oneSearch,
    'GET /api/searches': ok(searches),
    'GET /api/searches/1000': ok(makeNotedSearch()),
  })
  const picker = await screen.findByLabelText('Search')
  await keyboard.click(picker)
  expect(pastSearches()).toHaveLength(200)
  fireEvent.scroll(screen.getByRole('listbox'))
  expect(pastSearches()).toHaveLength(400)
  await keyboard.keyboard('{End}')
  expect(picker.getAttribute('aria-activedescendant')).toBe(pastSearches()[999]?.id)
})

test('while loading, the cards and the list keep their positions', async () => {
  show({ 'GET /api/searches': never })
  await screen.findByText('Loading leads...')
  expect(cardText('Total')).toBe('')
})

test('without a search, both tabs lead to the first one', async () => {
  const none = { total: 0, high: 0, medium: 0, low: 0, states: [] }
  const routes = { 'GET /api/searches': ok([]), 'GET /api/leads/summary': ok(none), 'GET /api/leads': page([]) }
  const { keyboard } = show(routes)
  await screen.findByText('No searches found. Try searching for leads first.')
  expect(screen.getByRole('link', { name: 'Search for leads' }).getAttribute('href')).toBe('/dashboard')
  await keyboard.click(screen.getByRole('tab', { name: 'All Leads' }))
  expect(await screen.findByText('No searches found. Try searching for leads first.')).toBeDefined()
})

test('searches that fail to load can be requested again', async () => {
  const { keyboard } = show({ ...oneSearch, 'GET /api/searches': inTurn(refused('INTERNAL'), ok([makeSearch()])) })
  await findToast('Failed to fetch searches', errorTable.INTERNAL.message)
  within(await screen.findByRole('alert')).getByText('Failed to fetch searches')
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article', { name: 'Ace Pipes' })).toBeDefined()
})

test('leads that fail to load are reported', async () => {
  show({ ...oneSearch, 'GET /api/leads': refused('INTERNAL') })
  await findToast('Failed to fetch leads', errorTable.INTERNAL.message)
  within(await screen.findByRole('alert')).getByText('Failed to fetch leads')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('an unknown search in the URL is reported, and another can be chosen', async () => {
  const unknown = { 'GET /api/searches/99': refused('NOT_FOUND') }
  const { keyboard } = show({ ...oneSearch, ...unknown }, '/leads?search=99')
  await findToast('Selected search not found')
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Selected search not found')
  expect(alert.queryByRole('button', { name: 'Try again' })).toBeNull()
  await chooseSearch(keyboard, /Boulder/)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(location.search).toBe('?search=7')
})

test('a search shows how it was understood and where its leads come from', async () => {
  show(oneSearch)
  await screen.findByText('Plumbers: 3 categories near Boulder, CO within 5 miles')
  expect(screen.getByText(/Overture Maps 2026-04/)).toBeDefined()
})

test('sample leads have a badge above the list and an explanation below it, which does not push the list down', async () => {
  const sample = [makeLead({ isSample: true, businessName: 'Ace Pipes' })]
  show({ ...oneSearch, 'GET /api/leads': ok(sample) })
  const card = await screen.findByRole('article', { name: 'Ace Pipes' })
  const [badge, notice] = screen.getAllByText('Sample data')
  expect(badge?.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(notice?.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  screen.getByText(/^These businesses are fictional/)
})

test('the cards count the leads of the search by quality', async () => {
  show(oneSearch)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(['Total', 'High Quality', 'Medium Quality', 'Low Quality'].map(cardText)).toEqual(['3', '1', '1', '1'])
})

test('the filter narrows by quality, contacts, and state, and is part of the URL', async () => {
  const { keyboard } = show(oneSearch)
  await keyboard.click(await screen.findByRole('button', { name: 'Filter' }))
  await keyboard.selectOptions(screen.getByLabelText('Quality'), 'High (70 or more)')
  expect(shownNames()).toEqual(['Ace Pipes'])
  await keyboard.selectOptions(screen.getByLabelText('Quality'), 'Any quality')
  await keyboard.click(screen.getByLabelText('Has website'))
  expect(shownNames()).toEqual(['Ace Pipes', 'Cheyenne Taps'])
  await keyboard.click(screen.getByLabelText('Has phone'))
  expect(shownNames()).toEqual(['Ace Pipes'])
  expect(location.search).toBe('?website=yes&phone=yes')
  const clear = screen.getByRole('button', { name: 'Clear filters' })
  await keyboard.click(clear)
  expect(clear.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(clear)
  await keyboard.selectOptions(screen.getByLabelText('State'), 'WY')
  expect(shownNames()).toEqual(['Cheyenne Taps'])
  await keyboard.click(screen.getByLabelText('Has email'))
  await screen.findByText('No leads match this filter')
  const [, clearAll] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clearAll) await keyboard.click(clearAll)
  expect(shownNames()).toHaveLength(3)
})

test('more leads of the search are loaded while there are any', async () => {
  const next = { leads: [makeLead({ id: 4, businessName: 'Zed Pipes' })], hasNextPage: false, nextPageToken: null }
  const shown = show({ ...loaded({ nextPageToken: 'page-2' }), 'GET /api/search/next': ok(next) })
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await screen.findByRole('article', { name: 'Zed Pipes' })
  expect(queriesOf(shown, 'GET /api/search/next')).toEqual(['pageToken=page-2&searchId=7'])
  expect(screen.queryByRole('button', { name: 'Load More Results' })).toBeNull()
  expect(cardText('Total')).toBe('4')
})

test('a page of leads requested twice, while switching between searches, is listed once', async () => {
  const asked: ((next: ReturnType<typeof ok>) => void)[] = []
  const { keyboard } = show({
    ...loaded({ nextPageToken: 'page-2' }),
    'GET /api/searches': ok([makeSearch({ nextPageToken: 'page-2' }), makeSearch({ id: 6, location: 'Denver, CO' })]),
    'GET /api/searches/6': ok(makeNotedSearch({ search: makeSearch({ id: 6 }) })),
    'GET /api/search/next': () => new Promise(answer => asked.push(answer)),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await chooseSearch(keyboard, /Denver/)
  await chooseSearch(keyboard, /Boulder/)
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  const next = { leads: [makeLead({ id: 4, businessName: 'Zed Pipes' })], hasNextPage: false, nextPageToken: null }
  for (const answer of asked) answer(ok(next))
  await screen.findByRole('article', { name: 'Zed Pipes' })
  await expect.poll(() => cardText('Total')).toBe('4')
  expect(asked).toHaveLength(2)
})

test.each(['/leads', '/leads?tab=all'])('at %s leads stay when a later read of them fails', async address => {
  const shown = show({ ...oneSearch, ...(address === '/leads' ? {} : allLeads) }, address)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await shown.client.invalidateQueries()
  await screen.findByRole('region', { name: /^Notifications/ })
  expect(shownNames()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a used-up quota is reported with ways to get more, and the loaded leads stay', async () => {
  const { keyboard } = show({
    ...loaded({ nextPageToken: 'page-2' }),
    'GET /api/search/next': refused('QUOTA_EXCEEDED'),
  })
  const more = await screen.findByRole('button', { name: 'Load More Results' })
  await keyboard.click(more)
  const limit = (await screen.findByText('No leads left')).closest('[role="alert"]')
  // Next to the button that hit the limit: the list may be hundreds of cards long.
  expect(more.compareDocumentPosition(limit as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(limit?.parentElement?.previousElementSibling?.contains(more)).toBe(true)
  const told = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'
  expect(screen.getAllByText(told)).toHaveLength(1)
  expect(screen.queryByText('Failed to load more results')).toBeNull()
  screen.getByRole('button', { name: 'Buy More Leads' })
  expect(screen.getByRole('article', { name: 'Ace Pipes' })).toBeDefined()
  await keyboard.click(screen.getByRole('button', { name: 'Upgrade Plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade your plan' })
  within(dialog).getByText('Elite')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the limit for unconfirmed accounts is shown at the button, with a new link, until the email is confirmed', async () => {
  const unconfirmed = makeUser({ emailVerified: false })
  const { calls, keyboard, client } = show(
    {
      ...loaded({ nextPageToken: 'page-2' }),
      'GET /api/search/next': refused('UNCONFIRMED_LIMIT'),
      'POST /api/verify-email/resend': ok({ message: 'A new link is on its way.' }),
    },
    '/leads',
    unconfirmed,
  )
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  const limit = (await screen.findByText('Please confirm your email')).closest<HTMLElement>('[role=alert]')
  await keyboard.click(within(limit as HTMLElement).getByRole('button', { name: 'Send again' }))
  await screen.findByText('A new link is on its way.')
  expect(calls.filter(({ route }) => route === 'POST /api/verify-email/resend')).toHaveLength(1)
  act(() => changeUser(client, () => makeUser()))
  await expect.poll(() => screen.queryByText('Please confirm your email')).toBeNull()
})

test('if a search needs a larger plan to go on, that is said at the button, with the way to one', async () => {
  const { keyboard } = show({
    ...loaded({ nextPageToken: 'page-2' }),
    'GET /api/search/next': refused('FEATURE_NOT_IN_PLAN'),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  const alert = (await screen.findByText('Not part of your plan')).closest<HTMLElement>('[role=alert]')
  const upgrade = within(alert as HTMLElement).getByRole('link', { name: 'Upgrade Plan' })
  expect(upgrade.getAttribute('href')).toBe('/subscription')
  expect(screen.queryByText('Failed to load more results')).toBeNull()
})

test('if more leads fail to load, the screen says so', async () => {
  const failing = { 'GET /api/search/next': { status: 500, body: '' } }
  const { keyboard } = show({ ...loaded({ nextPageToken: 'page-2' }), ...failing })
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  expect(await findToast('Failed to load more results')).toBeDefined()
})

test('a search is exported only from its own tab', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const shown = show({ ...oneSearch, 'GET /api/leads/summary': ok(summary), 'POST /api/export': ok('name\n') })
  await screen.findByRole('article', { name: 'Ace Pipes' })
  await shown.keyboard.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByText('Export successful')
  expect(shown.calls.filter(({ route }) => route === 'POST /api/export').map(({ sent }) => sent)).toEqual([
    { searchId: 7 },
  ])
  vi.restoreAllMocks()
})

test('a trial account sees the trial banner, and one without contact pulls sees how to get more', async () => {
  show(oneSearch, '/leads', makeUser({ remainingContactPulls: 0 }))
  await screen.findByText(/^You are on a trial/)
  expect(await screen.findByText('You have no leads left')).toBeDefined()
})

test('a paid account sees no banner', async () => {
  show(oneSearch, '/leads', makeUser({ subscriptionTier: 'pro' }))
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(screen.queryByText(/You are on a trial/)).toBeNull()
})

test('selection and text stay while a filter matches no lead of the search, and the export button stays', async () => {
  const { keyboard } = show(oneSearch)
  await keyboard.click(await screen.findByLabelText('Select Ace Pipes'))
  await keyboard.type(screen.getByLabelText('Filter leads'), 'e')
  await keyboard.click(screen.getByRole('button', { name: 'Filter' }))
  await keyboard.selectOptions(await screen.findByLabelText('State'), 'WY')
  await keyboard.click(screen.getByLabelText('Has phone'))
  await screen.findByText('No leads match this filter')
  screen.getByRole('button', { name: 'Export' })
  await keyboard.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  expect((await screen.findByLabelText<HTMLInputElement>('Select Ace Pipes')).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Filter leads').value).toBe('e')
})
