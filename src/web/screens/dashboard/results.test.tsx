import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { defaultColumns } from '#contract/leads/export-columns.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeAnswer, makeNotedSearch, makePreview, makeUser, nothingLeftOut } from '../../testing/fixtures.ts'
import { inTurn, later, never, ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

test('the search in the URL is loaded with all its notices, without running a new search', async () => {
  const leftOut = { ...nothingLeftOut, hasWebsite: 4 }
  const shown = show(
    { 'GET /api/searches/7': ok(makeNotedSearch({ total: 31, leftOut })), 'GET /api/leads': ok(makeAnswer().leads) },
    makeUser(),
    '/dashboard?search=7&view=table',
  )
  await screen.findByRole('heading', { name: 'Plumbers in Boulder, CO' })
  await screen.findByRole('columnheader', { name: 'Business Name' })
  screen.getByText('Plumbers: 3 categories near Boulder, CO within 5 miles')
  screen.getByText('4 left out: no website of its own')
  screen.getByText('2 of 31 loaded')
  screen.getByText(/Overture Maps 2026-04/)
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('leads that fail to load can be requested again', async () => {
  const shown = show(
    {
      'GET /api/searches/7': ok(makeNotedSearch()),
      'GET /api/leads': inTurn(refused('INTERNAL'), ok(makeAnswer().leads), ok([])),
    },
    makeUser(),
    '/dashboard?search=7',
  )
  await findToast('Failed to fetch leads', errorTable.INTERNAL.message)
  within(await screen.findByRole('alert')).getByText('Failed to fetch leads')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article', { name: 'Ace Pipes' })).toBeDefined()
})

test('an unknown search in the URL is reported', async () => {
  show(
    { 'GET /api/searches/99': refused('NOT_FOUND'), 'GET /api/leads': refused('NOT_FOUND') },
    makeUser(),
    '/dashboard?search=99',
  )
  await findToast('Selected search not found')
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Selected search not found')
  alert.getByRole('link', { name: 'See your searches' })
  expect(alert.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('more results are appended until there are no more', async () => {
  const answer = makeAnswer({ hasNextPage: true, nextPageToken: 'page-2', total: 3 })
  const next = { leads: [makeLead({ id: 3, businessName: 'Zed Pipes' })], hasNextPage: false, nextPageToken: null }
  const shown = show({ 'POST /api/search': ok(answer), 'GET /api/search/next': ok(next) })
  await search(shown)
  const more = await screen.findByRole('button', { name: 'Load More Results' })
  more.click()
  more.click()
  await screen.findByRole('article', { name: 'Zed Pipes' })
  screen.getByText('3 of 3 loaded')
  expect(screen.queryByRole('button', { name: 'Load More Results' })).toBeNull()
  const pages = shown.calls.filter(({ route }) => route === 'GET /api/search/next').map(({ query }) => query)
  expect(pages).toEqual(['pageToken=page-2&searchId=7'])
})

const offeredMore = () =>
  screen.queryAllByRole('button', { name: /^(Get |Load )/ }).map(({ textContent }) => textContent)
const withQuota = (remainingContactPulls: number) => makeUser({ remainingContactPulls })

test.each([
  { left: 500, offered: ['Load More Results', 'Get all 42 (up to 40 new)'] },
  { left: 30, offered: ['Load More Results', 'Get 30 more (your last 30)'] },
  { left: 10, offered: ['Get 10 more (your last 10)'] },
  { left: 0, offered: ['Load leads you already have'] },
])('with $left leads left in the quota, no button offers more', async ({ left, offered }) => {
  const answer = makeAnswer({ hasNextPage: true, nextPageToken: 'page-2', total: 42 })
  const routes = { 'POST /api/search': ok(answer), 'GET /api/search/next': refused('QUOTA_EXCEEDED') }
  const shown = show(routes, withQuota(left))
  await search(shown)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(offeredMore()).toEqual(offered)
  expect(screen.queryByText('No leads left') !== null).toBe(left === 0)
  if (left > 0) return
  await shown.keyboard.click(screen.getByRole('button', { name: 'Load leads you already have' }))
  await expect.poll(offeredMore).toEqual([])
  expect(screen.getAllByText('No leads left')).toHaveLength(1)
  expect(screen.queryByText('Failed to load more results')).toBeNull()
  // Leads that the user has behind the first new business.
  expect(screen.getByRole('link', { name: 'My Leads' }).getAttribute('href')).toBe('/leads?tab=all')
})

test('all leads of a search are loaded with one click, which says what they cost at most, and can be stopped', async () => {
  const last = later()
  const first = makeAnswer({ hasNextPage: true, nextPageToken: 'page-2', total: 42 })
  const second = { leads: [makeLead({ id: 3, businessName: 'Zed Pipes' })], hasNextPage: true, nextPageToken: 'page-3' }
  const third = { leads: [makeLead({ id: 4, businessName: 'Yak Pipes' })], hasNextPage: true, nextPageToken: 'page-4' }
  const shown = show(
    { 'POST /api/search': ok(first), 'GET /api/search/next': inTurn(ok(second), last.answer) },
    withQuota(500),
  )
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Get all 42 (up to 40 new)' }))
  await screen.findByText('Getting all leads: 3 of 42')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Stop' }))
  last.give(ok(third))
  await screen.findByRole('article', { name: 'Yak Pipes' })
  await screen.findByRole('button', { name: 'Get all 42 (up to 38 new)' })
  const pages = shown.calls.filter(({ route }) => route === 'GET /api/search/next').map(({ query }) => query)
  expect(pages).toEqual(['pageToken=page-2&searchId=7', 'pageToken=page-3&searchId=7'])
})

test('the button for all leads and the form name the same number of new leads', async () => {
  const shown = show(
    {
      'POST /api/search': ok(makeAnswer({ hasNextPage: true, nextPageToken: 'page-2', total: 42 })),
      'POST /api/search/preview': ok(makePreview({ matches: 42, owned: 8, pulls: 34 })),
    },
    withQuota(500),
  )
  await search(shown)
  await screen.findByRole('button', { name: 'Get all 42 (up to 34 new)' })
  expect(await screen.findByText(/up to 34 new$/)).toBeDefined()
})

const page = (id: number, nextPageToken: string | null) =>
  ok({ leads: [makeLead({ id })], hasNextPage: nextPageToken !== null, nextPageToken })

test('the preview is asked again after all pages, not after each: it may be asked sixty times a minute', async () => {
  const last = later()
  const shown = show(
    {
      'POST /api/search': ok(makeAnswer({ hasNextPage: true, nextPageToken: 'a', total: 90 })),
      'GET /api/search/next': inTurn(page(11, 'b'), page(12, 'c'), last.answer),
    },
    withQuota(500),
  )
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: /^Get all 90/ }))
  await screen.findByText('Getting all leads: 4 of 90')
  const previews = () => shown.calls.filter(({ route }) => route === 'POST /api/search/preview').length
  const before = previews()
  last.give(page(13, null))
  // Of the form, and of the search, whose place is named in full.
  await waitFor(() => expect(previews()).toBe(before + 2))
})

test('a search that ended at its number of new leads says so, and how many leads are left', async () => {
  const limited = { ...makeAnswer().search, maxNewPulls: 2 }
  const shown = show({ 'POST /api/search': ok(makeAnswer({ search: limited, total: 42 })) })
  await search(shown)
  expect(await screen.findByText('Stopped after 2 new leads, as you chose. 40 leads are left.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Get all/ })).toBeNull()
})

test('after a search, saved searches are read again: they count businesses that the user does not have', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()) })
  shown.client.setQueryData(['saved-searches'], {})
  await search(shown)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(shown.client.getQueryState(['saved-searches'])?.isInvalidated).toBe(true)
})

test('while more results load, the button says so', async () => {
  const answer = makeAnswer({ hasNextPage: true, nextPageToken: 'page-2' })
  const shown = show({ 'POST /api/search': ok(answer), 'GET /api/search/next': never })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading more...' })).disabled).toBe(true)
})

test('if loading more results fails, the page says so and keeps the loaded leads', async () => {
  const answer = makeAnswer({ hasNextPage: true, nextPageToken: 'page-2' })
  const shown = show({ 'POST /api/search': ok(answer), 'GET /api/search/next': { status: 500, body: '' } })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await findToast('Failed to load more results')
  expect(screen.getByRole('article', { name: 'Ace Pipes' })).toBeDefined()
})

const noneLeftOut = { doNotContact: 0, returned: 0, notShareable: 0, withoutEmail: 0 }

test('selected leads are exported under the file name from the server', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const names: string[] = []
  const csv = { body: 'name\n', headers: { 'content-disposition': 'attachment; filename="plumbers.csv"' } }
  const shown = show({
    'POST /api/search': ok(makeAnswer()),
    'POST /api/export': csv,
    'POST /api/export/preview': ok({ rows: 1, leftOut: noneLeftOut }),
  })
  await search(shown)
  shown.client.setQueryData(['analytics'], { exportedLeads: 0 })
  await shown.keyboard.click(await screen.findByRole('checkbox', { name: 'Select Ace Pipes' }))
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Export Selected' }))
  await screen.findByText('Export successful')
  screen.getByText('1 lead in plumbers.csv')
  // The Analytics tab counts exported leads.
  expect(shown.client.getQueryState(['analytics'])?.isInvalidated).toBe(true)
  expect(names).toEqual(['plumbers.csv'])
  expect(shown.calls.find(({ route }) => route === 'POST /api/export')?.sent).toMatchObject({
    searchId: 7,
    leadIds: [2],
  })
  saved.mockRestore()
})

test('other formats say how many leads the file will have and why others are left out; the columns are remembered', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const leftOut = { doNotContact: 1, returned: 0, notShareable: 0, withoutEmail: 280 }
  const shown = show({
    'POST /api/search': ok(makeAnswer()),
    'POST /api/export/preview': ok({ rows: 219, leftOut }),
    'POST /api/export': ok('name\n'),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'More Formats' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the leads of this search' }))
  await dialog.findByText(
    '219 of 500 leads will be exported. 280 leads have no email. 1 business is not to be contacted.',
  )
  await shown.keyboard.click(dialog.getByRole('checkbox', { name: 'Attribution' }))
  await shown.keyboard.click(dialog.getByRole('checkbox', { name: 'Brand' }))
  await shown.keyboard.click(dialog.getByRole('button', { name: 'Export' }))
  await screen.findByText('Export successful')
  await shown.keyboard.click(screen.getByRole('button', { name: 'More Formats' }))
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByRole('checkbox', { name: 'Brand' })).toHaveProperty('checked', true)
  await shown.keyboard.selectOptions(again.getByLabelText('Format'), 'Mailchimp contacts')
  again.getByText(/^Columns: Email Address, Company,/)
  await shown.keyboard.click(again.getByRole('button', { name: 'Export' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const columns = [...defaultColumns.filter(name => name !== 'attribution'), 'brand']
  expect(shown.calls.filter(({ route }) => route === 'POST /api/export').map(({ sent }) => sent)).toEqual([
    { searchId: 7, format: 'xlsx', columns },
    { searchId: 7, preset: 'mailchimp' },
  ])
  saved.mockRestore()
})

test('with a filter, an export contains what the filter shows, or all leads of the search', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const shown = show({
    'POST /api/search': ok(makeAnswer()),
    'POST /api/export/preview': ok({
      rows: 1,
      leftOut: { doNotContact: 0, returned: 0, notShareable: 0, withoutEmail: 0 },
    }),
    'POST /api/export': ok('name\n'),
  })
  await search(shown)
  await shown.keyboard.type(await screen.findByLabelText('Filter leads'), 'ace')
  await expect.poll(() => screen.getAllByRole('article')).toHaveLength(1)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByText('Export successful')
  await shown.keyboard.click(screen.getByRole('button', { name: 'More Formats' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Exporting costs nothing. The file has the order of the search.')
  dialog.getByRole('option', { name: 'Those that the filter shows (1)', selected: true })
  await shown.keyboard.selectOptions(dialog.getByLabelText('Leads'), 'All loaded leads of this search')
  await shown.keyboard.click(dialog.getByRole('button', { name: 'Export' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const sent = shown.calls.flatMap(call => (call.route === 'POST /api/export' ? [call.sent as object] : []))
  expect(sent).toMatchObject([{ searchId: 7, leadIds: [2] }, { searchId: 7 }])
  expect(sent[1]).not.toHaveProperty('leadIds')
  saved.mockRestore()
})

test('a failed export of a whole search is reported', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()), 'POST /api/export': { status: 500, body: '' } })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByText('Export failed')
  screen.getByText('Failed to export leads')
  expect(shown.calls.find(({ route }) => route === 'POST /api/export')?.sent).toEqual({ searchId: 7 })
})

test('after a refused search, the leads of the previous one appear as they were left', async () => {
  const late = later()
  const shown = show({ 'POST /api/search': inTurn(ok(makeAnswer()), late.answer) })
  await search(shown)
  await shown.keyboard.click(await screen.findByLabelText('Select Ace Pipes'))
  await shown.keyboard.type(screen.getByLabelText('Filter leads'), 'pipes')
  await expect.poll(() => screen.getAllByRole('article')).toHaveLength(1)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await screen.findByText('Loading leads...')
  late.give(refused('UNKNOWN_LOCATION'))
  await screen.findByText('Search failed')
  expect(screen.getByLabelText<HTMLInputElement>('Select Ace Pipes').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Filter leads').value).toBe('pipes')
})

test('a text filter is for one search: the next one shows all its leads', async () => {
  const next = { ...makeAnswer().search, id: 8 }
  const shown = show({ 'POST /api/search': inTurn(ok(makeAnswer()), ok(makeAnswer({ search: next }))) })
  await search(shown)
  await shown.keyboard.type(await screen.findByLabelText('Filter leads'), 'ace')
  await expect.poll(() => location.search).toBe('?search=7&filter=ace')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await expect.poll(() => location.search).toBe('?search=8')
  await expect.poll(() => screen.queryAllByRole('article')).toHaveLength(2)
})

test('a returned lead shows no contacts and no profiles from then on', async () => {
  const leads = [makeLead({ socials: ['https://www.facebook.com/flatironsplumbing'] })]
  const leftOut = { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 }
  const report = { reason: 'closed', state: 'credited', isOwn: true, at: '2026-04-15T15:04:00.000Z' }
  const shown = show({
    'POST /api/search': ok(makeAnswer({ leads })),
    'GET /api/leads/:id/work': never,
    'GET /api/leads/:id/site-facts': never,
    'POST /api/leads/reports': ok({ credited: 1, waiting: 0, free: 0, leftOut, reports: [{ leadId: 1, report }] }),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Details of Flatirons Plumbing' }))
  const details = within(await screen.findByRole('dialog'))
  const contacts = () =>
    details.queryAllByRole('link').flatMap(link => /tel:|mailto:|facebook/.exec(link.getAttribute('href') ?? '') ?? [])
  expect(contacts()).toEqual(['tel:', 'mailto:', 'facebook', 'tel:'])
  await shown.keyboard.click(details.getByRole('button', { name: 'Report' }))
  await shown.keyboard.click(await screen.findByRole('menuitem', { name: 'Closed' }))
  const question = within(await screen.findByRole('dialog', { name: 'Report 1 lead as closed?' }))
  await shown.keyboard.click(question.getByRole('button', { name: 'Report' }))
  await expect.poll(contacts).toEqual([])
})
