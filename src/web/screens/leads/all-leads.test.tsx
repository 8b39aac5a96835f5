import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { noWork } from '#contract/leads/lead-status.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { inTurn, never, ok, refused, type Routes } from '../../testing/stub-api.ts'
import { allLeads, cardText, leads, makeSearch, page, queriesOf, show, shownNames, summary } from './leads.fixture.tsx'

test('all leads are filtered and sorted by the server, and the URL keeps the settings', async () => {
  const shown = show(allLeads, '/leads?tab=all')
  await screen.findByText('1,200 leads found')
  expect(['Total', 'High Quality', 'Medium Quality', 'Low Quality'].map(cardText)).toEqual([
    '1,200',
    '700',
    '400',
    '100',
  ])
  expect(shownNames()).toEqual(['Ace Pipes', 'Boulder Drains', 'Cheyenne Taps'])
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  await shown.keyboard.selectOptions(screen.getByLabelText('Sort leads'), 'Quality')
  await shown.keyboard.type(screen.getByLabelText('Search all leads'), 'pipes')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Filter' }))
  await shown.keyboard.selectOptions(screen.getByLabelText('State'), 'WY')
  await shown.keyboard.click(screen.getByLabelText('Has email'))
  await expect.poll(() => queriesOf(shown).at(-1)).toBe('limit=100&sort=quality&hasEmail=true&state=WY&text=pipes')
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    tab: 'all',
    order: 'quality',
    q: 'pipes',
    state: 'WY',
    email: 'yes',
  })
})

test('all leads have no map: an address that asks for it shows the grid as chosen', async () => {
  show(allLeads, '/leads?tab=all&view=map')
  expect(await screen.findByRole('button', { name: 'Grid', pressed: true })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Map' })).toBeNull()
})

test('the next page of all leads is appended', async () => {
  const shown = show(
    {
      ...allLeads,
      'GET /api/leads': inTurn(page(leads, 'c2', 4), page([makeLead({ id: 4, businessName: 'Zed Pipes' })], null, 4)),
    },
    '/leads?tab=all',
  )
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await screen.findByRole('article', { name: 'Zed Pipes' })
  expect(queriesOf(shown)).toEqual(['limit=100&sort=name', 'limit=100&sort=name&cursor=c2'])
  expect(screen.queryByRole('button', { name: 'Load More Results' })).toBeNull()
})

test('if the next page of all leads fails to load, the screen says so and keeps the loaded leads', async () => {
  const { keyboard } = show(
    { ...allLeads, 'GET /api/leads': inTurn(page(leads, 'c2', 4), refused('INTERNAL')) },
    '/leads?tab=all',
  )
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await findToast('Failed to load more results', errorTable.INTERNAL.message)
  expect(shownNames()).toHaveLength(3)
})

test('all leads that fail to load can be requested again', async () => {
  const { keyboard } = show(
    { ...allLeads, 'GET /api/leads': inTurn(refused('INTERNAL'), page(leads)) },
    '/leads?tab=all',
  )
  await findToast('Failed to fetch all leads', errorTable.INTERNAL.message)
  within(await screen.findByRole('alert')).getByText('Failed to fetch all leads')
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('3 leads found')).toBeDefined()
})

test('a filter without a match says so and can be cleared', async () => {
  const routes = { ...allLeads, 'GET /api/leads': inTurn(page([]), page(leads)) }
  const { keyboard } = show(routes, '/leads?tab=all&q=xyz')
  await screen.findByText('No leads match this filter')
  expect(screen.getByLabelText<HTMLInputElement>('Search all leads').value).toBe('xyz')
  await keyboard.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('3 leads found')
  expect(screen.getByLabelText<HTMLInputElement>('Search all leads').value).toBe('')
})

test('text typed just before clearing the filter or leaving is not searched for', async () => {
  const routes = { ...allLeads, 'GET /api/leads': inTurn(page([]), page(leads)) }
  show(routes, '/leads?tab=all&q=xyz')
  await screen.findByText('No leads match this filter')
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText('Search all leads'), { target: { value: 'zzz' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  vi.advanceTimersByTime(1000)
  expect(location.search).toBe('?tab=all')
  fireEvent.change(screen.getByLabelText('Search all leads'), { target: { value: 'abc' } })
  cleanup()
  vi.advanceTimersByTime(1000)
  expect(location.search).toBe('?tab=all')
})

test('the selection stays while a text matches nothing, and while the leads fail to load', async () => {
  const routes = { ...allLeads, 'GET /api/leads': inTurn(page(leads), page([]), refused('INTERNAL'), page(leads)) }
  const { keyboard } = show(routes, '/leads?tab=all')
  await keyboard.click(await screen.findByLabelText('Select Ace Pipes'))
  const field = screen.getByLabelText('Search all leads')
  await keyboard.type(field, 'x')
  await screen.findByText('No leads match this filter')
  await keyboard.type(field, 'y')
  await findToast('Failed to fetch all leads', errorTable.INTERNAL.message)
  // The text field and the cards stay above the list that failed to load.
  expect(document.activeElement).toBe(field)
  expect(cardText('Total')).toBe('1,200')
  await keyboard.clear(field)
  expect((await screen.findByLabelText<HTMLInputElement>('Select Ace Pipes')).checked).toBe(true)
  screen.getByText('1 lead selected')
})

test('a list that is selected as a whole is exported as a whole, also when further leads are loaded', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const leftOut = { doNotContact: 0, returned: 0, notShareable: 0, withoutEmail: 0 }
  const shown = show(
    {
      ...allLeads,
      'GET /api/leads': inTurn(page(leads, 'c2', 4), page([makeLead({ id: 4, businessName: 'Zed Pipes' })], null, 4)),
      'POST /api/export/preview': ok({ rows: 4, leftOut }),
      'POST /api/export': ok('name\n'),
    },
    '/leads?tab=all&state=CO',
  )
  const { keyboard } = shown
  shown.client.setQueryData(['analytics'], {})
  const more = async () => keyboard.click(screen.getByRole('button', { name: 'More Formats' }))
  await screen.findByText('4 leads found')
  await more()
  const filtered = within(await screen.findByRole('dialog', { name: 'Export the leads that match' }))
  filtered.getByRole('option', { name: 'Those that the filter shows (4)', selected: true })
  await keyboard.click(filtered.getByRole('button', { name: 'Cancel' }))
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  await keyboard.click(await screen.findByLabelText('Select all'))
  await keyboard.click(await screen.findByRole('button', { name: 'Select all 4' }))
  await keyboard.click(screen.getByRole('button', { name: 'Load More Results' }))
  await expect.poll(() => screen.queryByLabelText<HTMLInputElement>('Select Zed Pipes')?.checked).toBe(true)
  screen.getByText('4 leads selected')
  await keyboard.click(screen.getByRole('button', { name: 'Export Selected' }))
  await screen.findByText('Export successful')
  expect(shown.client.getQueryState(['analytics'])?.isInvalidated).toBe(true)
  expect(shown.calls.filter(({ route }) => route === 'POST /api/export').map(({ sent }) => sent)).toEqual([
    { matching: { state: 'CO', expected: 4 } },
  ])
  await more()
  const selected = within(await screen.findByRole('dialog', { name: 'Export 4 selected leads' }))
  await keyboard.click(selected.getByRole('button', { name: 'Cancel' }))
  await keyboard.click(screen.getByLabelText('Select Zed Pipes'))
  await screen.findByText('3 leads selected')
  saved.mockRestore()
})

test.each([
  {
    where: 'no lead match the filter',
    address: '/leads?tab=all&status=new',
    total: 1200,
    said: 'No leads match this filter',
  },
  { where: 'the list empty', address: '/leads?tab=lists', total: 0, said: 'This list is empty' },
])('a change that leaves $where can be undone', async ({ address, total, said }) => {
  const list = { id: 5, kind: 'list', name: 'Boulder', leadCount: 3, createdAt: '2026-04-15T15:04:00.000Z' }
  const { keyboard } = show(
    {
      'GET /api/lists': ok({ lists: [list] }),
      'GET /api/leads/summary': inTurn(ok(summary), ok({ ...summary, total })),
      'GET /api/leads': inTurn(page(leads), page([])),
      'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 9 }),
    },
    address,
  )
  await keyboard.click(await screen.findByLabelText('Select Ace Pipes'))
  await keyboard.click(await screen.findByRole('button', { name: 'Status' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Won' }))
  await screen.findByText(said)
  expect(screen.queryByText('No leads match this filter') === null).toBe(total === 0)
  await screen.findByRole('button', { name: 'Undo' })
})

const noDetails = { ...noWork, lists: [], doNotContactEntries: [], notes: [], history: [] }
const work = ok(noDetails)
const phonesIn = (details: HTMLElement) =>
  within(details)
    .queryAllByRole('link')
    .filter(link => link.getAttribute('href')?.startsWith('tel:'))

test('the details of a lead that left a list of leads with a phone no longer have its phone', async () => {
  const { keyboard } = show(
    {
      ...allLeads,
      'GET /api/leads': inTurn(page(leads), page(leads.slice(1))),
      'GET /api/leads/1/work': work,
      'GET /api/leads/1/site-facts': never,
      'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 9 }),
    },
    '/leads?tab=all&phone=yes',
  )
  await keyboard.click(await screen.findByRole('button', { name: 'Details of Ace Pipes' }))
  const details = await screen.findByRole('dialog', { name: 'Ace Pipes' })
  expect(phonesIn(details)).not.toEqual([])
  await keyboard.click(within(details).getByRole('button', { name: 'Do not contact' }))
  await expect.poll(() => screen.queryByRole('article', { name: 'Ace Pipes', hidden: true })).toBeNull()
  expect(phonesIn(details)).toEqual([])
  expect(within(details).queryByRole('button', { name: 'Do not contact' })).toBeNull()
})

test('tags and a status from the details of a lead are shown in the list behind them', async () => {
  const tag = { id: 8, kind: 'tag' as const, name: 'Hot', leadCount: 0, createdAt: '2026-04-15T15:04:00.000Z' }
  const tagged = ok({ ...noDetails, lists: [tag], tags: ['Hot'] })
  const { keyboard, client } = show(
    {
      ...allLeads,
      'GET /api/lists': inTurn(ok({ lists: [tag] }), ok({ lists: [{ ...tag, leadCount: 1 }] })),
      'GET /api/leads/1/work': inTurn(work, tagged, work),
      'GET /api/leads/1/site-facts': never,
      'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 9 }),
    },
    '/leads?tab=all',
  )
  await keyboard.click(await screen.findByRole('button', { name: 'Details of Ace Pipes' }))
  const card = within(screen.getByRole('article', { name: 'Ace Pipes', hidden: true }))
  await keyboard.selectOptions(await screen.findByLabelText('Add tag'), 'Hot')
  await card.findByText('Hot')
  await expect.poll(() => client.getQueryData<LeadList[]>(['lead-lists'])?.[0]?.leadCount).toBe(1)
  await keyboard.click(await screen.findByRole('button', { name: 'Remove the tag Hot' }))
  await expect.poll(() => card.queryByText('Hot')).toBeNull()
  await keyboard.selectOptions(screen.getByLabelText('Status'), 'Won')
  await card.findByText('Won')
})

test('after a list is renamed, the details of its leads are read again', async () => {
  const routes = listsTab('list')
  const renamed = { id: 5, kind: 'list', name: 'Boulder!', leadCount: 3, createdAt: '2026-04-15T15:04:00.000Z' }
  const { keyboard, client } = show({ ...routes, 'PATCH /api/lists/5': ok(renamed) }, '/leads?tab=lists')
  client.setQueryData(['lead-work', 1], {})
  await keyboard.click((await screen.findAllByRole('button', { name: /^Rename/ }))[0]!)
  await keyboard.type(await screen.findByRole('textbox', { name: 'Name' }), '!{Enter}')
  await screen.findByRole('option', { name: 'Boulder! (3 leads)' })
  expect(client.getQueryState(['lead-work', 1])?.isInvalidated).toBe(true)
})

const listsTab = (kind: 'list' | 'tag'): Routes => {
  const one = { kind, leadCount: 3, createdAt: '2026-04-15T15:04:00.000Z' }
  const both = [
    { ...one, id: 5, name: 'Boulder' },
    { ...one, id: 6, name: 'Denver' },
  ]
  return { ...allLeads, 'GET /api/lists': inTurn(ok({ lists: both }), ok({ lists: both.slice(1) })) }
}

test.each(['list', 'tag'] as const)('a %s that was renamed after it was deleted in another tab is gone', async kind => {
  const { keyboard } = show({ ...listsTab(kind), 'PATCH /api/lists/5': refused('NOT_FOUND') }, '/leads?tab=lists')
  if (kind === 'tag') await keyboard.click(await screen.findByText('Your tags: 2'))
  await keyboard.click((await screen.findAllByRole('button', { name: /^Rename/ }))[0]!)
  await keyboard.type(await screen.findByRole('textbox', { name: 'Name' }), '!{Enter}')
  await findToast(`The ${kind} was not saved`, errorTable.NOT_FOUND.message)
  await expect.poll(() => screen.queryByText(/^Boulder($| \()/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where another tab has used the name of a new list, that list is shown, and the dialog stays', async () => {
  const [none, both] = [ok({ lists: [] }), listsTab('list')['GET /api/lists']]
  const routes = { ...allLeads, 'GET /api/lists': inTurn(none, both!), 'POST /api/lists': refused('LIST_NAME_TAKEN') }
  const { keyboard } = show(routes, '/leads?tab=lists')
  await keyboard.click(await screen.findByRole('button', { name: 'New List' }))
  await keyboard.type(await screen.findByRole('textbox', { name: 'Name' }), 'Boulder{Enter}')
  await screen.findByText(errorTable.LIST_NAME_TAKEN.message)
  await screen.findByRole('option', { name: 'Boulder (3 leads)', hidden: true })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Boulder')
})

test('a list that was deleted in another tab too is gone and not read again, and no other list is deleted', async () => {
  const shown = show({ ...listsTab('list'), 'DELETE /api/lists/5': refused('NOT_FOUND') }, '/leads?tab=lists')
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Delete' }))
  await shown.keyboard.dblClick(await screen.findByRole('button', { name: 'Delete List' }))
  await findToast('List deleted')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown.calls.filter(({ route }) => route.startsWith('DELETE'))).toHaveLength(1)
  await screen.findByRole('option', { name: 'Denver (3 leads)', selected: true })
  await expect.poll(() => shown.calls.some(({ query }) => query.includes('listId=6'))).toBe(true)
  const afterwards = shown.calls.slice(shown.calls.findIndex(({ route }) => route.startsWith('DELETE')))
  expect(afterwards.filter(({ query }) => query.includes('listId=5'))).toEqual([])
})

test('a user whose searches found nothing reads that there are no leads, not that there are no searches', async () => {
  const none = { total: 0, high: 0, medium: 0, low: 0, states: [] }
  const routes = { 'GET /api/searches': ok([makeSearch()]), 'GET /api/leads/summary': ok(none) }
  show({ ...routes, 'GET /api/leads': page([]) }, '/leads?tab=all')
  await screen.findByText('No leads found')
  expect(screen.queryByText(/No searches found/)).toBeNull()
})
