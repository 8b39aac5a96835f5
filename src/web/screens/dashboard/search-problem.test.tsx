import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { makeAnswer, makeUser } from '../../testing/fixtures.ts'
import { inTurn, ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

test('for an ambiguous place the user chooses one, and the search runs again', async () => {
  const choices = [{ label: 'Springfield, IL', location: 'Springfield, IL' }]
  const found = Promise.withResolvers<ReturnType<typeof ok>>()
  const shown = show({ 'POST /api/search': inTurn(refused('AMBIGUOUS_LOCATION', { choices }), () => found.promise) })
  await search(shown, 'Plumbers', 'Springfield')
  const form = within(screen.getByRole('form', { name: 'Find Business Leads' }))
  await form.findByText('Which place do you mean?')
  // A question is not a failure, so there is no toast.
  expect(screen.queryByText('Search failed')).toBeNull()
  await shown.keyboard.click(form.getByRole('button', { name: 'Springfield, IL' }))
  expect(await screen.findByRole('button', { name: 'Searching...' })).toBe(document.activeElement)
  found.resolve(ok(makeAnswer()))
  await screen.findByText('Search completed')
  expect(shown.calls.findLast(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    location: 'Springfield, IL',
  })
})

test('for an uncertain category the user chooses one, which is searched once', async () => {
  const choices = [
    { label: 'Movers', category: 'Movers', count: 1200 },
    { label: 'Businesses named “asbestos”', category: '"asbestos"', count: 0 },
  ]
  const shown = show({ 'POST /api/search': inTurn(refused('CATEGORY_UNSURE', { choices }), ok(makeAnswer())) })
  await search(shown, 'asbestos')
  const form = within(screen.getByRole('form', { name: 'Find Business Leads' }))
  const question = await form.findByText('What are you looking for?')
  expect(document.activeElement?.contains(question)).toBe(true)
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  expect(screen.queryByText('Search failed')).toBeNull()
  form.getByRole('button', { name: 'Businesses named “asbestos” · 0' })
  const choice = form.getByRole('button', { name: 'Movers · 1,200' })
  choice.click()
  choice.click()
  await screen.findByText('Search completed')
  const sent = shown.calls.filter(({ route }) => route === 'POST /api/search')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.sent).toMatchObject({ businessCategory: 'Movers' })
})

test('where nothing is loaded, a click searches in the nearest town that has places', async () => {
  const choices = [{ label: 'Boulder, CO, 81 miles away', location: 'Boulder, CO' }]
  const shown = show({ 'POST /api/search': inTurn(refused('AREA_NOT_LOADED', { choices }), ok(makeAnswer())) })
  await search(shown, 'Plumbers', 'Colorado Springs, CO')
  await screen.findByText('This area is not loaded yet')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Boulder, CO, 81 miles away' }))
  await screen.findByText('Search completed')
  expect(shown.calls.findLast(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    location: 'Boulder, CO',
  })
})

test('an unknown place shows an error at its field', async () => {
  const shown = show({ 'POST /api/search': refused('UNKNOWN_LOCATION') })
  await search(shown)
  await screen.findByText('Search failed')
  expect(screen.getByLabelText('Location').getAttribute('aria-invalid')).toBe('true')
})

test('the nearest known place is offered under the message of an unknown one, which is shown once', async () => {
  const message = 'We could not find "Springfeld". Did you mean Springfield, MO?'
  const choices = [{ label: 'Springfield, MO', location: 'Springfield, MO' }]
  const shown = show({ 'POST /api/search': refused('UNKNOWN_LOCATION', { message, choices }) })
  await search(shown)
  await screen.findByText('Did you mean this place?')
  const form = within(screen.getByRole('form', { name: 'Find Business Leads' }))
  form.getByRole('button', { name: 'Springfield, MO' })
  expect(form.getAllByText(message)).toHaveLength(1)
})

test.each([
  ['AREA_NOT_LOADED', 'This area is not loaded yet', []],
  ['SEARCH_QUOTA_EXCEEDED', 'No searches left', ['Upgrade Plan']],
  ['FEATURE_NOT_IN_PLAN', 'Not part of your plan', ['Upgrade Plan']],
  ['UNCONFIRMED_LIMIT', 'Please confirm your email', ['Send again']],
] as const)('%s is explained beside the form, with what helps', async (errorType, title, ways) => {
  const shown = show({ 'POST /api/search': refused(errorType) }, makeUser({ emailVerified: false }))
  await search(shown)
  await screen.findByText(title)
  const form = within(screen.getByRole('form', { name: 'Find Business Leads' }))
  const offered = ['Upgrade Plan', 'Buy More Leads', 'Send again'].filter(name => form.queryByText(name) !== null)
  expect(offered).toEqual(ways)
  await screen.findByText('Search failed')
})

test('a used-up contact quota is reported once, by the toast, and the notices about the account say what helps', async () => {
  const shown = show({
    'POST /api/search': refused('QUOTA_EXCEEDED'),
    'GET /api/user': ok(makeUser({ remainingContactPulls: 0 })),
  })
  await search(shown)
  await screen.findByText('You have no leads left')
  await findToast(
    'Search failed',
    'Contact limit reached. You can purchase additional lead credits or upgrade your plan.',
  )
  expect(screen.getAllByText(/^Contact limit reached/)).toHaveLength(1)
  // The page is fresh.
  await waitFor(() => expect(shown.calls.filter(({ route }) => route === 'GET /api/searches')).toHaveLength(2))
  expect(screen.getAllByRole('button', { name: 'Buy More Leads' })).toHaveLength(1)
  expect(screen.queryByText('No leads left')).toBeNull()
})

test('if no searches are left, the notices about the account come into view, and the form does not repeat them', async () => {
  const { mock } = vi.spyOn(Element.prototype, 'scrollIntoView')
  const none = makeUser({ remainingSearches: 0 })
  const shown = show({ 'POST /api/search': refused('SEARCH_QUOTA_EXCEEDED'), 'GET /api/user': ok(none) }, none)
  await search(shown)
  await screen.findByText('Search failed')
  screen.getByText('Usage limit reached')
  expect(screen.queryByText('No searches left')).toBeNull()
  expect(mock.contexts).toContain(screen.getByRole('region', { name: 'About your account' }))
})

test.each(['SEARCH_QUOTA_EXCEEDED', 'FEATURE_NOT_IN_PLAN'] as const)(
  'after %s the page knows what is left, which another tab may have used',
  async errorType => {
    const shown = show({
      'POST /api/search': refused(errorType),
      'GET /api/user': ok(makeUser({ remainingSearches: 0 })),
    })
    await search(shown)
    expect(await screen.findByText('0 searches remaining')).toBeDefined()
  },
)

test('a server error shows the fallback message', async () => {
  const shown = show({ 'POST /api/search': { status: 500, body: '' } })
  await search(shown)
  await screen.findByText('Search failed')
  expect(screen.getByText('Failed to perform search')).toBeDefined()
})

test('a search whose connection fails says so in our words', async () => {
  const shown = show({ 'POST /api/search': () => Promise.reject(new TypeError('Load failed')) })
  await search(shown)
  expect(await findToast('Search Error', 'The connection to the service failed. Check it and try again.')).toBeDefined()
})

test('without a network a search fails immediately and is not sent later on its own', async () => {
  onlineManager.setOnline(false)
  const shown = show({ 'POST /api/search': () => Promise.reject(new Error('Failed to fetch')) })
  await search(shown)
  await findToast('Search Error', 'Failed to fetch')
  onlineManager.setOnline(true)
  expect(shown.calls.filter(({ route }) => route === 'POST /api/search')).toHaveLength(1)
})
