import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeAnswer, makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

const contains = [
  { category: 'plumbing', label: 'Plumbing', isSearched: true },
  { category: 'septic_services', label: 'Septic Services', isSearched: true },
  { category: 'backflow_services', label: 'Backflow Services', isSearched: false },
]
const answerWithCategories = () => {
  const answer = makeAnswer()
  answer.understood.category.contains = contains
  return answer
}
const counts = {
  'GET /api/searches/7/categories': ok({
    categories: [
      { category: 'plumbing', matches: 40 },
      { category: 'septic_services', matches: 3 },
      { category: 'backflow_services', matches: 5 },
    ],
  }),
}
const chip = { name: 'Plumbing and Septic Services' }

test('a result can be narrowed to some categories and to main categories, as one more search', async () => {
  const shown = show({ ...counts, 'POST /api/search': ok(answerWithCategories()) })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', chip))
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Search again' })
  expect(again.disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Backflow Services · 5' }).checked).toBe(false)
  await shown.keyboard.click(screen.getByRole('checkbox', { name: 'Septic Services · 3' }))
  await shown.keyboard.click(screen.getByRole('checkbox', { name: /main category/ }))
  await shown.keyboard.click(again)
  const searches = () => shown.calls.filter(({ route }) => route === 'POST /api/search')
  await waitFor(() => expect(searches()).toHaveLength(2))
  expect(searches()[1]?.sent).toEqual({
    ...(searches()[0]?.sent as object),
    withoutCategories: ['septic_services', 'backflow_services'],
    mainCategoryOnly: true,
  })
  await screen.findByText('Search completed')
})

test('the largest categories come first, and those without a business here are not listed', async () => {
  const shown = show({
    'GET /api/searches/7/categories': ok({
      categories: [
        { category: 'plumbing', matches: 4 },
        { category: 'septic_services', matches: 0 },
        { category: 'backflow_services', matches: 9 },
      ],
    }),
    'POST /api/search': ok(answerWithCategories()),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', chip))
  await screen.findByText('1 more category has no businesses here.')
  const list = within(screen.getByRole('group', { name: 'Categories searched' }))
  const labels = list.getAllByRole<HTMLInputElement>('checkbox').map(({ labels: own }) => own?.[0]?.textContent)
  expect(labels).toEqual(['All', 'Backflow Services · 9', 'Plumbing · 4'])
  // The category that is not listed would find nothing.
  await shown.keyboard.click(list.getByRole('checkbox', { name: 'Plumbing · 4' }))
  screen.getByText('Choose at least one category.')
})

test('categories whose counts fail to load are listed by name', async () => {
  const shown = show({
    'GET /api/searches/7/categories': refused('UNAVAILABLE'),
    'POST /api/search': ok(answerWithCategories()),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', chip))
  await screen.findByRole('checkbox', { name: 'Backflow Services' })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Plumbing' }).checked).toBe(true)
})

test('without any category, a result cannot be searched again', async () => {
  const shown = show({ ...counts, 'POST /api/search': ok(answerWithCategories()) })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', chip))
  for (const name of ['Plumbing · 40', 'Septic Services · 3'])
    await shown.keyboard.click(await screen.findByRole('checkbox', { name }))
  screen.getByText('Choose at least one category.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search again' }).disabled).toBe(true)
})

test('a result that was loaded again can be narrowed, too, and keeps its order', async () => {
  const notes = makeNotedSearch({ search: { ...makeAnswer().search, mainCategoryOnly: true, sortBy: 'rating' } })
  if (notes.notes) notes.notes.understood.category.contains = contains
  const shown = show(
    {
      'GET /api/searches/7': ok(notes),
      ...counts,
      'GET /api/leads': ok(makeAnswer().leads),
      'POST /api/search': ok(answerWithCategories()),
    },
    makeUser(),
    '/dashboard?search=7&sort=quality',
  )
  await shown.keyboard.click(await screen.findByRole('button', chip))
  screen.getByText('Plumbers: Plumbing and Septic Services near Boulder, CO within 5 miles, main categories only')
  await shown.keyboard.click(await screen.findByRole('checkbox', { name: /main category/ }))
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search again' }))
  await screen.findByText('Search completed')
  expect(shown.calls.find(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    businessCategory: 'Plumbers',
    location: 'Boulder, CO',
    radius: 5,
    mainCategoryOnly: false,
    withoutCategories: ['backflow_services'],
    sortBy: 'rating',
  })
  // The form shows the order of the search, while the list keeps the order that the user chose for the list.
  expect(screen.getByLabelText<HTMLSelectElement>('Sort Results By').value).toBe('rating')
  expect(new URLSearchParams(location.search).get('sort')).toBe('quality')
})

test('the filters of a search are above its leads; a click runs it again without one, as one more search', async () => {
  const filters = [
    { name: 'minRating', value: 4 },
    { name: 'hasWebsite', value: true },
    { name: 'keywords', value: 'family' },
  ] as const
  const filtered = makeNotedSearch({
    search: { ...makeAnswer().search, filters: [...filters], mainCategoryOnly: true },
  })
  const shown = show(
    {
      'GET /api/searches/7': ok(filtered),
      'GET /api/leads': ok(makeAnswer().leads),
      'POST /api/search': ok(makeAnswer({ search: { ...makeAnswer().search, id: 8 } })),
    },
    makeUser({ subscriptionTier: 'pro' }),
    '/dashboard?search=7',
  )
  const chips = within(await screen.findByRole('list', { name: 'Filters' }))
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '4+ stars',
    'Has Website',
    '“family”',
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Has Website').checked).toBe(true)
  await shown.keyboard.click(chips.getByRole('button', { name: 'Search again without Has Website' }))
  await screen.findByText('Search completed')
  expect(shown.calls.find(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    minRating: 4,
    hasWebsite: false,
    keywords: 'family',
    mainCategoryOnly: true,
  })
  expect(screen.getByLabelText<HTMLInputElement>('Has Website').checked).toBe(false)
})

test('the form shows the filter of a search for new businesses, which has other days than its choices', async () => {
  const filtered = makeNotedSearch({
    search: { ...makeAnswer().search, filters: [{ name: 'firstSeenWithinDays', value: 12 }] },
  })
  show(
    { 'GET /api/searches/7': ok(filtered), 'GET /api/leads': ok(makeAnswer().leads) },
    makeUser({ subscriptionTier: 'pro' }),
    '/dashboard?search=7',
  )
  await screen.findByRole('button', { name: 'Search again without First Seen: Last 12 days' })
  const shown = screen.getByLabelText<HTMLSelectElement>('First Seen').selectedOptions
  expect([...shown].map(({ textContent }) => textContent)).toEqual(['Last 12 days'])
})
