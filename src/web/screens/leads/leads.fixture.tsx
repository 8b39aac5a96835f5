import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Lead, LeadSummary } from '#contract/leads/leads.ts'
import type { Search } from '#contract/searches/searches.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { makeAnswer, makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, type Routes, stubApi } from '../../testing/stub-api.ts'
import LeadsScreen from './leads.screen.tsx'

export const makeSearch = (own: Partial<Search> = {}): Search => ({ ...makeAnswer().search, ...own })
export const leads = [
  makeLead({ id: 1, businessName: 'Ace Pipes', qualityScore: 70 }),
  makeLead({ id: 2, businessName: 'Boulder Drains', qualityScore: 69, website: null, hasWebsite: false }),
  makeLead({ id: 3, businessName: 'Cheyenne Taps', qualityScore: 39, state: 'WY', phoneNumber: null, email: null }),
]
export const summary: LeadSummary = { total: 1200, high: 700, medium: 400, low: 100, states: ['CO', 'WY'] }
export const page = (items: Lead[], nextCursor: string | null = null, total = items.length) =>
  ok({ items, total, nextCursor })
export const loaded = (own: Partial<Search> = {}): Routes => ({
  'GET /api/searches': ok([makeSearch(own)]),
  'GET /api/searches/7': ok(makeNotedSearch({ search: makeSearch(own) })),
  'GET /api/leads': ok(leads),
  'GET /api/lists': ok({ lists: [] }),
})
export const oneSearch = loaded()
export const allLeads: Routes = {
  'GET /api/leads/summary': ok(summary),
  'GET /api/leads': page(leads, 'c2', 1200),
  'GET /api/lists': ok({ lists: [] }),
}

export function show(routes: Routes, address = '/leads', user = makeUser()) {
  const calls = stubApi({ 'GET /api/user': ok(user), ...routes })
  return { calls, ...renderAt(address, <LeadsScreen />, user) }
}
export const shownNames = () => screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))
export const cardText = (name: string) =>
  screen.getByText(name, { selector: 'dt, dt *' }).closest('dt')?.nextElementSibling?.textContent
export const queriesOf = ({ calls }: ReturnType<typeof show>, route = 'GET /api/leads') =>
  calls.filter(call => call.route === route).map(({ query }) => query)

export const pastSearches = () => within(screen.getByRole('listbox')).getAllByRole('option')
export async function chooseSearch(keyboard: UserEvent, name: RegExp): Promise<void> {
  await keyboard.click(screen.getByLabelText('Search'))
  await keyboard.click(within(screen.getByRole('listbox')).getByRole('option', { name }))
}
