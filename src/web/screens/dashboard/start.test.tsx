import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { makeAnswer, makeNotedSearch, makePreview } from '../../testing/fixtures.ts'
import { inTurn, ok, refused } from '../../testing/stub-api.ts'
import { show } from './dashboard.fixture.tsx'

test('a new user starts with examples, which fill the form', async () => {
  const shown = show()
  await screen.findByText('Your leads will appear here')
  screen.getByText('From 3,354 businesses in 3 towns, Overture Maps 2026-04-07.')
  await shown.keyboard.click(screen.getByRole('link', { name: /^Plumbers in Boulder, CO\s*84$/ }))
  expect(screen.getByLabelText<HTMLInputElement>('Business Category').value).toBe('Plumbers')
  expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('Boulder, CO')
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('a user starts with the recent searches, which open again without running', async () => {
  const shown = show({
    'GET /api/searches': ok({ items: [makeAnswer().search], total: 1, nextCursor: null }),
    'GET /api/searches/7': ok(makeNotedSearch()),
    'GET /api/leads': ok(makeAnswer().leads),
  })
  const recent = within(await screen.findByRole('region', { name: 'Recent searches' }))
  screen.getByRole('link', { name: 'Saved searches' })
  screen.getByRole('region', { name: 'Examples' })
  await shown.keyboard.click(recent.getByRole('link', { name: /^Plumbers in Boulder, CO/ }))
  await screen.findByRole('heading', { name: 'Plumbers in Boulder, CO' })
  expect(shown.calls.find(({ route }) => route === 'GET /api/searches')?.query).toBe('limit=20')
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('of searches that were repeated, only the newest is among the recent ones', async () => {
  const { search } = makeAnswer()
  const items = [
    { ...search, id: 9 },
    { ...search, id: 8, location: 'Denver, CO' },
    { ...search, id: 7, createdAt: '2025-04-01T12:00:00.000Z', total: 3 },
  ]
  show({ 'GET /api/searches': ok({ items, total: 3, nextCursor: null }) })
  const recent = within(await screen.findByRole('region', { name: 'Recent searches' }))
  const links = recent.getAllByRole<HTMLAnchorElement>('link').map(link => link.getAttribute('href'))
  expect(links.slice(0, 2).map(href => href?.match(/\d+/)?.[0])).toEqual(['9', '8'])
  expect(links.filter(href => href?.includes('7'))).toEqual([])
})

test('recent searches that fail to load are reported and can be requested again', async () => {
  const searches = inTurn(refused('UNAVAILABLE'), ok({ items: [makeAnswer().search], total: 1, nextCursor: null }))
  const { keyboard } = show({ 'GET /api/searches': searches })
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'Recent searches' })
  expect((await findToast('Failed to fetch searches')).isConnected).toBe(true)
})

test('without examples, a user with searches sees no heading for them', async () => {
  show({
    'GET /api/searches': ok({ items: [makeAnswer().search], total: 1, nextCursor: null }),
    'GET /api/examples': ok({ examples: [], catalog: null }),
  })
  await screen.findByRole('region', { name: 'Recent searches' })
  expect(screen.queryByRole('heading', { name: 'Examples' })).toBeNull()
})

const tried = '/dashboard?category=Restaurants&place=Boulder%2C%20CO'
const understood = {
  ...makeAnswer().understood,
  category: { ...makeAnswer().understood.category, label: 'Restaurants' },
}

test('who has tried a search before signing up runs it with one press, which says what it costs', async () => {
  const preview = makePreview({ understood, matches: 259, owned: 0, pulls: 259 })
  const routes = { 'POST /api/search/preview': ok(preview), 'POST /api/search': ok(makeAnswer()) }
  const { calls, keyboard } = show(routes, undefined, tried)
  await screen.findByText('Restaurants near Boulder, CO: 259 found')
  await keyboard.click(screen.getByRole('button', { name: 'Show the first 20 (20 of your 50 leads)' }))
  await screen.findByRole('heading', { name: 'Plumbers in Boulder, CO' })
  const run = calls.find(({ route }) => route === 'POST /api/search')
  expect(run?.sent).toMatchObject({ businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 25 })
})

/** The button below the title of a tried search. The form has a button of its own. */
const findPress = async (title: string | RegExp) =>
  within((await screen.findByText(title)).parentElement!).getByRole<HTMLButtonElement>('button')

test.each([
  [{ matches: 7, pulls: 7 }, 'Show all 7 (7 of your 50 leads)'],
  [{ matches: 259, pulls: 259, pullsLeft: 5 }, 'Show the first 20 (5 of your 5 leads)'],
  [{ matches: 1, pulls: 0 }, 'Show it (free)'],
  [{ matches: 40, pulls: 40, isSample: true }, 'Search for Leads'],
  [{ matches: 40, pulls: 40, pullsLeft: 0 }, 'Search for Leads'],
])('the press of a tried search with %j is called “%s”', async (own, name) => {
  show({ 'POST /api/search/preview': ok(makePreview({ understood, ...own })) }, undefined, tried)
  expect((await findPress(/^Restaurants near Boulder, CO: \d+ found$/)).textContent).toBe(name)
})

test('a tried search that cannot be counted can still be run', async () => {
  const routes = { 'POST /api/search/preview': refused('UNAVAILABLE'), 'POST /api/search': ok(makeAnswer()) }
  const { keyboard } = show(routes, undefined, tried)
  const press = await findPress('Restaurants near Boulder, CO')
  await expect.poll(() => press.disabled).toBe(false)
  await keyboard.click(press)
  await screen.findByRole('heading', { name: 'Plumbers in Boulder, CO' })
})
