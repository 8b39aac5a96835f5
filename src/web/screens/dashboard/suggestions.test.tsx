import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Suggestion } from '#contract/searches/suggestions.ts'
import { makeAnswer } from '../../testing/fixtures.ts'
import { inTurn, later, ok, refused } from '../../testing/stub-api.ts'
import { show } from './dashboard.fixture.tsx'

// Its first import is slow.
beforeAll(() => import('../../features/searches/suggestion-list.tsx'))

const places: Suggestion[] = [
  { kind: 'place', text: 'Boulder, CO', population: 108_250, places: 'real', at: null },
  { kind: 'place', text: 'Boulder City, NV', population: 15_000, places: 'none', at: null },
  { kind: 'place', text: 'Boulder County, CO', population: null, places: 'sample', at: null },
]
const categories: Suggestion[] = [
  { kind: 'category', text: 'Plumbers', matches: 84 },
  { kind: 'category', text: 'Plumbing Supply', matches: null },
]
// Not those of the select fields.
const optionElements = () => screen.queryAllByRole('option').filter(({ tagName }) => tagName === 'LI')
const options = () => optionElements().map(({ textContent }) => textContent)
const fieldOf = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const suggested = (...suggestions: Suggestion[]) => ok({ suggestions })

test('typing a place suggests places, with what is known of them; Enter takes one and does not search', async () => {
  const { keyboard, calls } = show({ 'GET /api/suggest': suggested(...places) })
  await keyboard.type(fieldOf('Location'), 'boul')
  await screen.findByRole('listbox', { name: 'Suggestions' })
  await waitFor(() =>
    expect(options()).toEqual([
      'Boulder, CO108,000 people',
      'Boulder City, NV15,000 people · not loaded yet',
      'Boulder County, COsample',
    ]),
  )
  expect(screen.getByText('3 suggestions')).toBeDefined()
  expect(fieldOf('Location').getAttribute('aria-expanded')).toBe('true')
  await keyboard.keyboard('{ArrowDown}{ArrowDown}')
  const [, second] = optionElements()
  expect(fieldOf('Location').getAttribute('aria-activedescendant')).toBe(second?.id)
  await keyboard.keyboard('{Enter}')
  expect(fieldOf('Location').value).toBe('Boulder City, NV')
  expect(options()).toEqual([])
  expect(fieldOf('Location').getAttribute('aria-expanded')).toBe('false')
  expect(calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('kinds of business come with how many there are near the place of the form', async () => {
  const { keyboard, calls } = show({ 'GET /api/suggest': suggested(...categories) })
  await keyboard.type(fieldOf('Location'), 'Boulder, CO')
  await keyboard.type(fieldOf('Business Category'), 'plu')
  await waitFor(() => expect(options()).toEqual(['Plumbers84 near Boulder', 'Plumbing Supply']))
  expect(calls.findLast(({ route }) => route === 'GET /api/suggest')?.query).toBe(
    'kind=category&q=plu&near=Boulder%2C+CO&radius=25',
  )
  await keyboard.click(screen.getByRole('option', { name: /^Plumbers/ }))
  expect(fieldOf('Business Category').value).toBe('Plumbers')
  expect(document.activeElement).toBe(fieldOf('Business Category'))
})

test('the typed text counts: Enter without a choice searches for it, and leaving the field keeps it', async () => {
  const { keyboard, calls } = show({
    'GET /api/suggest': suggested(...places),
    'POST /api/search': ok(makeAnswer()),
  })
  await keyboard.type(fieldOf('Business Category'), 'plumbers')
  await keyboard.type(fieldOf('Location'), 'boul')
  await screen.findByRole('option', { name: /^Boulder, CO/ })
  await keyboard.keyboard('{ArrowDown}{Tab}')
  expect(fieldOf('Location').value).toBe('boul')
  expect(options()).toEqual([])
  await keyboard.type(fieldOf('Location'), 'd')
  await screen.findByRole('option', { name: /^Boulder, CO/ })
  await keyboard.keyboard('{Enter}')
  await screen.findByText('Search completed')
  expect(options()).toEqual([])
  expect(calls.find(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({ location: 'bould' })
})

test('complete words need no suggestions', async () => {
  const { keyboard } = show({ 'GET /api/suggest': suggested(...places) })
  await keyboard.type(fieldOf('Location'), 'boulder, c')
  await screen.findByRole('option', { name: /^Boulder, CO/ })
  await keyboard.type(fieldOf('Location'), 'o')
  await waitFor(() => expect(options()).toEqual([]))
})

test('Escape closes the list and keeps the text, and the down arrow opens it again', async () => {
  const { keyboard } = show({ 'GET /api/suggest': suggested(...places) })
  await keyboard.type(fieldOf('Location'), 'boul')
  await screen.findByRole('option', { name: /^Boulder, CO/ })
  await keyboard.keyboard('{Escape}')
  expect(options()).toEqual([])
  await keyboard.keyboard('{Escape}')
  expect(fieldOf('Location').value).toBe('boul')
  await keyboard.keyboard('{ArrowDown}')
  expect(options()).toHaveLength(3)
})

test('until new suggestions arrive, only those that still fit can be chosen, and the highlighted one stays', async () => {
  const boston: Suggestion = { kind: 'place', text: 'Boston, MA', population: 675_000, places: 'none', at: null }
  const late = later()
  const { keyboard } = show({ 'GET /api/suggest': inTurn(suggested(boston, ...places), late.answer) })
  await keyboard.type(fieldOf('Location'), 'bo')
  await waitFor(() => expect(options()).toHaveLength(4))
  await keyboard.type(fieldOf('Location'), 'u')
  expect(options()[0]).toMatch(/^Boulder, CO/)
  await keyboard.keyboard('{ArrowDown}')
  late.give(suggested(...places.toReversed()))
  await waitFor(() => expect(options()[0]).toMatch(/^Boulder County/))
  await keyboard.keyboard('{Enter}')
  expect(fieldOf('Location').value).toBe('Boulder, CO')
})

test('a late answer never replaces a newer one', async () => {
  const late = later()
  const { keyboard } = show({ 'GET /api/suggest': inTurn(late.answer, suggested(...places.slice(0, 2))) })
  await keyboard.type(fieldOf('Location'), 'bou')
  await screen.findByRole('option', { name: /^Boulder City/ })
  late.give(suggested(...places))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(options()).toHaveLength(2)
})

test('if there are no suggestions, or they fail, the field works without them', async () => {
  const { keyboard } = show({
    'GET /api/suggest': inTurn(suggested(), refused('TOO_MANY_REQUESTS')),
    'POST /api/search': ok(makeAnswer()),
  })
  await keyboard.type(fieldOf('Business Category'), 'plumbers')
  await keyboard.type(fieldOf('Location'), 'boulder{Enter}')
  await screen.findByText('Search completed')
  expect(options()).toEqual([])
  expect(within(document.body).queryByText(/Too many/)).toBeNull()
})
