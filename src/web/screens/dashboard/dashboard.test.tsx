import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plansWith, UNLIMITED } from '#contract/plans.ts'
import { yesNoFilterNames } from '#contract/searches/search-filters.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { makeAnswer, makeNotedSearch, makeUser, nothingLeftOut } from '../../testing/fixtures.ts'
import { inTurn, never, ok } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

test('the form starts with its defaults and shows how many searches are left', () => {
  show()
  expect(screen.getByLabelText<HTMLSelectElement>('Search Radius').value).toBe('25')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort Results By').value).toBe('relevance')
  expect(screen.getByLabelText<HTMLSelectElement>('Minimum Rating').value).toBe('0')
  for (const empty of ['Business Category', 'Location', 'Additional Keywords'])
    expect(screen.getByLabelText<HTMLInputElement>(empty).value).toBe('')
  for (const unticked of ['Has Website', 'Has Phone Number'])
    expect(screen.getByLabelText<HTMLInputElement>(unticked).checked).toBe(false)
  screen.getByText('5 searches remaining')
})

test('an unlimited plan shows no counter and can use all filters', () => {
  show({}, makeUser({ subscriptionTier: 'pro', remainingSearches: UNLIMITED }))
  expect(screen.queryByText(/searches remaining/)).toBeNull()
  expect(screen.getByLabelText<HTMLSelectElement>('Minimum Rating').disabled).toBe(false)
})

test('a free plan sees the filters locked, with a link to the plans', () => {
  show()
  for (const name of ['Minimum Rating', 'Additional Keywords', 'Has Website', 'Has Phone Number'])
    expect(screen.getByLabelText<HTMLInputElement>(name).disabled).toBe(true)
  expect(screen.getByRole('link', { name: plansWith('advancedFilters') }).getAttribute('href')).toBe('/subscription')
})

test('invalid input shows an error at its field and is not sent', async () => {
  const shown = show()
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await screen.findByText('Please enter a business category, industry or search term')
  screen.getByText('Location must be at least 2 characters')
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('a search sends the criteria as specified', async () => {
  const shown = show(
    { 'POST /api/search': ok(makeAnswer()) },
    makeUser({ subscriptionTier: 'pro', remainingSearches: UNLIMITED }),
  )
  await shown.keyboard.selectOptions(screen.getByLabelText('Search Radius'), '5')
  await shown.keyboard.selectOptions(screen.getByLabelText('Minimum Rating'), '4.5')
  await shown.keyboard.click(screen.getByLabelText('Has Website'))
  await search(shown)
  await screen.findByText('Search completed')
  expect(shown.calls.find(({ route }) => route === 'POST /api/search')?.sent).toEqual({
    businessCategory: 'Plumbers',
    location: 'Boulder, CO',
    radius: 5,
    ...Object.fromEntries(yesNoFilterNames.map(name => [name, false])),
    minRating: 4.5,
    hasWebsite: true,
    sortBy: 'relevance',
    keywords: '',
    confirmed: true,
  })
})

test('a search can leave out leads that the user has and end at a number of pulls', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()) })
  await shown.keyboard.click(screen.getByLabelText('Leave out leads I have and businesses I know'))
  await shown.keyboard.type(screen.getByLabelText('Use at most'), 'all')
  await search(shown)
  await screen.findByText('Enter a number from 1 to 999,999, or nothing')
  await shown.keyboard.clear(screen.getByLabelText('Use at most'))
  await shown.keyboard.type(screen.getByLabelText('Use at most'), '1,000')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await screen.findByText('Search completed')
  expect(shown.calls.find(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    skipOwned: true,
    maxNewPulls: 1000,
  })
})

test('while a search runs, the screen says so', async () => {
  const shown = show({ 'POST /api/search': never })
  await search(shown)
  await screen.findByText('Searching... Finding business leads. This may take a moment...')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Searching...' }).disabled).toBe(true)
  screen.getByText('Loading leads...')
})

test('a double click searches once, and the next click searches again', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()) })
  const searches = () => shown.calls.filter(({ route }) => route === 'POST /api/search').length
  await shown.keyboard.type(screen.getByLabelText('Business Category'), 'Plumbers')
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  const button = screen.getByRole('button', { name: 'Search for Leads' })
  button.click()
  button.click()
  await screen.findByText('Search completed')
  expect(searches()).toBe(1)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Search for Leads' }))
  await waitFor(() => expect(searches()).toBe(2))
})

test('a finished search shows its leads, how it was understood, and one search less', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()), 'GET /api/user': never })
  await search(shown)
  await screen.findByText('Found 2 leads for your search. Completed in 0.03 seconds.')
  screen.getByRole('heading', { name: 'Plumbers in Boulder, CO' })
  await screen.findByText('Plumbers: 3 categories near Boulder, CO within 5 miles')
  // Before the server reports the real number.
  screen.getByText('4 searches remaining')
  expect(screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))).toEqual([
    'Ace Pipes',
    'Flatirons Plumbing',
  ])
  screen.getByText(/Overture Maps 2026-04/)
  expect(location.search).toBe('?search=7')
  expect(screen.queryByText('Sample data')).toBeNull()
})

test('a search that finds nothing is free, so the counter stays as it is', async () => {
  await search(show({ 'POST /api/search': ok(makeAnswer({ leads: [], total: 0 })), 'GET /api/user': never }))
  await screen.findByText('No leads found')
  expect(screen.queryByText('5 searches remaining')).not.toBeNull()
})

test('without searches left, the form still searches, and the counter stays at 0', async () => {
  const routes = { 'POST /api/search': ok(makeAnswer()), 'GET /api/user': never }
  await search(show(routes, makeUser({ remainingSearches: 0 })))
  await screen.findByText('Search completed')
  expect(screen.queryByText('0 searches remaining')).not.toBeNull()
})

test('notices explain uncertain words, filters, and missing areas', async () => {
  const answer = makeAnswer({
    coverage: 'partial',
    leftOut: { ...nothingLeftOut, minRating: 320, withoutRating: 312, hasWebsite: 4 },
  })
  answer.understood.category = {
    words: 'resturant',
    match: 'likely',
    label: 'Restaurants',
    categoryCount: 60,
    contains: [],
  }
  const shown = show({ 'POST /api/search': ok(answer) })
  await search(shown, 'resturant')
  await screen.findByText('Did you mean “Restaurants”?')
  screen.getByText('312 left out: no rating')
  screen.getByText('8 left out: rating too low')
  screen.getByText('4 left out: no website of its own')
  expect(screen.queryByText(/^Part of this area/)).toBeNull()
  await shown.keyboard.click(screen.getByRole('button', { name: 'Partly loaded' }))
  screen.getByText('Part of this area is not loaded yet. The results cover only the loaded part.')
  expect(screen.queryByText('Sample data')).toBeNull()
})

test('one notice announces sample leads, and also says that the area is not loaded', async () => {
  const shown = show({
    'POST /api/search': ok(makeAnswer({ leads: [makeLead({ isSample: true })], coverage: 'partial' })),
  })
  await search(shown)
  expect(await screen.findAllByText('Sample data')).toHaveLength(1)
  screen.getByRole('button', { name: 'Partly loaded' })
})

test('a search from the address fills the form; where the form is closed, one click opens it', async () => {
  const shown = show(
    { 'GET /api/searches/7': ok(makeNotedSearch()), 'GET /api/leads': ok(makeAnswer().leads) },
    makeUser(),
    '/dashboard?search=7',
  )
  const edit = await screen.findByRole('button', { name: 'Edit Search' })
  expect(screen.getByLabelText<HTMLInputElement>('Business Category').value).toBe('Plumbers')
  expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('Boulder, CO')
  await shown.keyboard.click(edit)
  expect(document.activeElement).toBe(screen.getByLabelText('Business Category'))
  expect(screen.queryByRole('button', { name: 'Edit Search' })).toBeNull()
})

test('the list starts with the order that the form asks for', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer()) })
  await shown.keyboard.selectOptions(screen.getByLabelText('Sort Results By'), 'rating')
  await search(shown)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(screen.getByLabelText<HTMLSelectElement>('Sort leads').value).toBe('rating')
})

test('a search without leads suggests what to try', async () => {
  const shown = show({ 'POST /api/search': ok(makeAnswer({ leads: [], total: 0 })) })
  await search(shown)
  await screen.findByText('No leads found')
  expect(screen.getByText('Try searching for different criteria to find more results')).toBeDefined()
})

test('a large search asks for confirmation and is then sent again', async () => {
  const toConfirm = ok({ requiresConfirmation: true, estimatedLeads: 12_400, message: 'x' }, 202)
  const shown = show({ 'POST /api/search': inTurn(toConfirm, ok(makeAnswer({ total: 12_400 }))) })
  await search(shown)
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Please confirm you want to proceed with this search.')
  within(dialog).getByText('12,400')
  await shown.keyboard.click(within(dialog).getByRole('button', { name: 'Search' }))
  await screen.findByText(/Found 12,400 leads/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the search form has the specified labels, placeholders, examples and options', () => {
  show()
  expect(screen.getByLabelText<HTMLInputElement>('Business Category').placeholder).toBe(
    'Enter business category or industry',
  )
  expect(screen.getByLabelText<HTMLInputElement>('Location').placeholder).toBe('City, State or ZIP')
  expect(screen.getByLabelText<HTMLInputElement>('Additional Keywords').placeholder).toBe(
    'E.g., family-owned, established',
  )
  for (const example of ['Restaurants', 'Plumbers', 'Marketing Agencies', 'Medical Clinics']) screen.getByText(example)
  const options = within(screen.getByRole('group', { name: 'Search Options' }))
  for (const label of ['Minimum Rating', 'Sort Results By', 'Has Website', 'Has Phone Number'])
    options.getByLabelText(label)
  expect(screen.getByLabelText<HTMLSelectElement>('Minimum Rating').value).toBe('0')
})
