import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AdvancedAnalytics, Analytics } from '#contract/admin/analytics.ts'
import { findToast } from '../../../testing/find-toast.ts'
import { makeAnswer, makeUser } from '../../../testing/fixtures.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../../testing/stub-api.ts'
import DashboardScreen from '../dashboard.screen.tsx'

const makeAnalytics = (own: Partial<Analytics> = {}): Analytics => ({
  totalSearches: 3,
  totalLeads: 1280,
  averageLeadsPerSearch: 426.666,
  exportedLeads: 333,
  exportRate: 0.26,
  leadsByBusinessCategory: {
    Plumbers: 700,
    'we-buy-homes': 300,
    bakeries: 130,
    Gyms: 60,
    Bars: 50,
    Spas: 30,
    Inns: 10,
  },
  leadsByLocation: { 'Boulder, CO': 1000, Texas: 280 },
  leadSources: { 'Own website': 900, 'facebook.com': 200, 'No website': 180 },
  recentSearches: [
    {
      id: 3,
      propertyType: 'we-buy-homes',
      businessCategory: 'we-buy-homes',
      location: 'Texas',
      statewide: true,
      createdAt: '2026-03-01T12:00:00.000Z',
    },
  ],
  ...own,
})
const noAnalytics = makeAnalytics({ totalSearches: 0, totalLeads: 0, recentSearches: [] })
const advanced: AdvancedAnalytics = {
  trend: [
    { day: '2026-02-28', leads: 0 },
    { day: '2026-03-01', leads: 1280 },
  ],
  quality: [
    { band: 'Excellent Lead', leads: 280 },
    { band: 'Good Lead', leads: 1000 },
  ],
  searches: makeAnalytics().recentSearches.map(search =>
    Object.assign({}, search, { leads: 280, averageQuality: 61.6, exported: 12 }),
  ),
  states: [
    { state: 'CO', leads: 1000, latitude: 40, longitude: -105 },
    { state: 'PR', leads: 280, latitude: 18, longitude: -66 },
  ],
}

function show(routes: Routes, user = makeUser(), address = '/dashboard?tab=analytics') {
  vi.spyOn(console, 'warn').mockImplementation(() => {}) // A chart says that nothing has a size here.
  const calls = stubApi({ 'GET /api/user': ok(user), 'GET /api/searches': ok([]), ...routes })
  return { calls, ...renderAt(address, <DashboardScreen />, user) }
}
const figureOf = (label: string) => screen.getByText(label).nextSibling?.textContent
const cellsOf = (table: HTMLElement): (string | null)[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(cell => cell.textContent))

test('the figures are requested only when the tab is opened', async () => {
  const { calls, keyboard } = show({ 'GET /api/analytics': ok(noAnalytics) }, makeUser(), '/dashboard')
  expect(calls.map(({ route }) => route)).not.toContain('GET /api/analytics')
  await keyboard.click(screen.getByRole('tab', { name: 'Analytics' }))
  await screen.findByText('No analytics data available. Start searching for leads to generate analytics.')
  expect(location.search).toBe('?tab=analytics')
  await keyboard.click(screen.getByRole('tab', { name: 'Search Leads' }))
  expect(location.search).toBe('')
})

test('Back returns from a tab to the one before, with its search, and Forward to the tab again', async () => {
  const { keyboard } = show({ 'GET /api/analytics': ok(noAnalytics) }, makeUser(), '/dashboard?search=7')
  await keyboard.click(screen.getByRole('tab', { name: 'Analytics' }))
  expect(location.search).toBe('?search=7&tab=analytics')
  history.back()
  await screen.findByRole('tab', { name: 'Search Leads', selected: true })
  expect(location.search).toBe('?search=7')
  history.forward()
  await screen.findByRole('tab', { name: 'Analytics', selected: true })
})

test('the button from the empty tab to the search form keeps the keyboard focus', async () => {
  const { keyboard } = show({ 'GET /api/analytics': ok(noAnalytics) })
  const way = await screen.findByRole('button', { name: 'Search for leads' })
  way.focus()
  await keyboard.keyboard('{Enter}')
  expect(location.search).toBe('')
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

test('a spinner shows while the figures load', async () => {
  show({ 'GET /api/analytics': never })
  expect(await screen.findByText('Loading analytics')).toBeDefined()
})

test('a failure shows an error, and retrying shows the figures', async () => {
  const { keyboard } = show({ 'GET /api/analytics': inTurn(refused('INTERNAL'), ok(makeAnalytics())) })
  await findToast('Failed to load analytics', 'Failed to fetch analytics data')
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Total Searches')).toBeDefined()
})

test('four cards show the totals, one with a decimal and one as a whole percentage', async () => {
  show({ 'GET /api/analytics': ok(makeAnalytics()) })
  await screen.findByText('Total Searches')
  expect(['Total Searches', 'Total Leads', 'Avg. Leads/Search', 'Exported Leads'].map(figureOf)).toEqual([
    '3',
    '1,280',
    '426.7',
    '33326% export rate',
  ])
})

test('a few exports of many leads are also a whole percentage', async () => {
  show({ 'GET /api/analytics': ok({ ...makeAnalytics(), exportedLeads: 1, exportRate: 1 / 1280 }) })
  await screen.findByText('Total Searches')
  expect(figureOf('Exported Leads')).toBe('10% export rate')
})

test('every chart also has a table for screen readers', async () => {
  show({ 'GET /api/analytics': ok(makeAnalytics()) })
  expect(cellsOf(await screen.findByRole('table', { name: 'Leads by Location' }))).toEqual([
    ['Boulder, CO', '1,000'],
    ['Texas', '280'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'Lead Sources by Website' }))).toEqual([
    ['Own website', '900', '70%'],
    ['facebook.com', '200', '16%'],
    ['No website', '180', '14%'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'Leads by Business Category' }))[1]).toEqual([
    'We Buy Homes',
    '300',
    '23%',
  ])
})

test('a category named "__proto__" has its row, also after a reload', async () => {
  const [before, after] = [3, 6].map(leads =>
    ok(makeAnalytics({ leadsByBusinessCategory: { Gyms: 4, ['__proto__']: leads } })),
  )
  const { client } = show({ 'GET /api/analytics': inTurn(before ?? never, after ?? never) })
  const table = await screen.findByRole('table', { name: 'Leads by Business Category' })
  expect(cellsOf(table)).toContainEqual(['__proto__', '3', '43%'])
  await client.invalidateQueries({ queryKey: ['analytics'] })
  await expect.poll(() => cellsOf(table)).toContainEqual(['__proto__', '6', '60%'])
})

test('the pie chart shows the five largest categories and the rest together; its table shows all', async () => {
  const { keyboard } = show({ 'GET /api/analytics': ok(makeAnalytics()) })
  const chart = within(await screen.findByRole('region', { name: 'Leads by Business Category' }))
  expect(chart.getAllByRole('listitem', { hidden: true }).map(item => item.textContent)).toEqual([
    'Plumbers70055%',
    'We Buy Homes30023%',
    'Bakeries13010%',
    'Gyms605%',
    'Bars504%',
    'Other403%',
  ])
  await keyboard.click(chart.getByRole('button', { name: 'Show as table' }))
  expect(cellsOf(chart.getByRole('table'))).toHaveLength(7)
  expect(chart.getByText('Bakeries')).toBeDefined()
  expect(chart.queryByText('Other')).toBeNull()
  await keyboard.click(chart.getByRole('button', { name: 'Show as chart' }))
  expect(chart.getByText('Other')).toBeDefined()
})

test('recent searches are listed with category, location and date', async () => {
  show({ 'GET /api/analytics': ok(makeAnalytics()) })
  const table = await screen.findByRole('region', { name: 'Recent Searches' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(header => header.textContent),
  ).toEqual(['Business Category', 'Location', 'Date'])
  expect(cellsOf(table)).toEqual([['We Buy Homes', 'Texas (Statewide)', 'Mar 1, 2026']])
})

test('if no search found anything, the charts are empty and the tab says there are no recent searches', async () => {
  const nothing = { leadsByBusinessCategory: {}, leadsByLocation: {}, leadSources: {}, totalLeads: 0 }
  show({ 'GET /api/analytics': ok(makeAnalytics({ ...nothing, recentSearches: [] })) })
  await screen.findByText('No searches performed yet')
  expect(screen.getAllByText('Nothing to show yet')).toHaveLength(3)
})

test('other plans see what the elite plan adds', async () => {
  show({ 'GET /api/analytics': ok(makeAnalytics()) })
  await screen.findByRole('heading', { name: 'Advanced analytics' })
  expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/subscription')
  expect(screen.queryByText('Leads by Day')).toBeNull()
})

test('the elite plan sees leads by day, quality, states and searches', async () => {
  const user = makeUser({ subscriptionTier: 'elite' })
  show({ 'GET /api/analytics': ok(makeAnalytics({ advanced })) }, user)
  expect(cellsOf(await screen.findByRole('table', { name: 'Leads by Day' }))).toEqual([
    ['Feb 28, 2026', '0'],
    ['Mar 1, 2026', '1,280'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'Lead Quality' }))[1]).toEqual(['Good Lead', '1,000', '78%'])
  expect(cellsOf(screen.getByRole('table', { name: 'Leads by State' }))[0]).toEqual(['CO', '1,000', '78%'])
  screen.getByText('PR: 280')
  expect(cellsOf(screen.getByRole('region', { name: 'Searches with their leads' }))).toEqual([
    ['We Buy Homes', 'Texas (Statewide)', 'Mar 1, 2026', '280', '62', '12'],
  ])
  expect(screen.queryByRole('link', { name: 'Compare plans' })).toBeNull()
})

test('after a search the figures are reloaded, and the form keeps what was typed', async () => {
  const { keyboard } = show({
    'GET /api/analytics': inTurn(ok(noAnalytics), ok(makeAnalytics())),
    'POST /api/search': ok(makeAnswer()),
  })
  await screen.findByText(/^No analytics data available/)
  await keyboard.click(screen.getByRole('tab', { name: 'Search Leads' }))
  await keyboard.type(screen.getByLabelText('Business Category'), 'Plumbers')
  await keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  await keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await screen.findByText('Search completed')
  await keyboard.click(screen.getByRole('tab', { name: 'Analytics' }))
  await screen.findByText('Total Searches')
  await keyboard.click(screen.getByRole('tab', { name: 'Search Leads' }))
  expect(screen.getByLabelText<HTMLInputElement>('Business Category').value).toBe('Plumbers')
})
