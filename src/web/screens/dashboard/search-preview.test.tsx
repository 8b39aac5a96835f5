import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { UNLIMITED } from '#contract/plans.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { makeAnswer, makePreview, makeUser } from '../../testing/fixtures.ts'
import { inTurn, ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

test('while the user types, the form says what the search finds and costs', async () => {
  const previews = [
    makePreview(),
    makePreview({ owned: 139, pulls: 0, coverage: 'partial' }),
    makePreview({ matches: 0, owned: 0, searches: 0, pulls: 0 }),
  ]
  const shown = show({ 'POST /api/search/preview': inTurn(...(previews.map(preview => ok(preview)) as [never])) })
  await shown.keyboard.type(screen.getByLabelText('Business Category'), 'Plumbers')
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  await screen.findByText('139 found · 12 already yours · 127 new, and you can get 50')
  await shown.keyboard.selectOptions(screen.getByLabelText('Search Radius'), '5')
  await screen.findByText('139 found · 139 already yours · nothing new · this area is partly loaded')
  await shown.keyboard.selectOptions(screen.getByLabelText('Search Radius'), '1')
  await screen.findByText('Nothing found. A search that finds nothing is free.')
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/search')
})

test('each filter says what it would leave', async () => {
  const filterCounts: SearchPreview['filterCounts'] = [
    { name: 'hasWebsite', value: true, matches: 64 },
    { name: 'minRating', value: 4.5, matches: 1012 },
  ]
  const shown = show({ 'POST /api/search/preview': ok(makePreview({ filterCounts })) })
  await shown.keyboard.type(screen.getByLabelText('Business Category'), 'Plumbers')
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  await screen.findByLabelText('Has Website · 64')
  screen.getByRole('option', { name: '4.5+ stars · 1,012' })
  screen.getByLabelText('Has Email')
  await shown.keyboard.clear(screen.getByLabelText('Location'))
  expect(await screen.findByLabelText('Has Website')).toBeDefined()
})

test('a search that finds nothing offers related kinds of business', async () => {
  const related = [{ category: 'HVAC', matches: 31 }]
  const shown = show({
    'POST /api/search': inTurn(ok(makeAnswer({ leads: [], total: 0 })), ok(makeAnswer())),
    'POST /api/search/preview': ok(makePreview({ matches: 0, related })),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'HVAC · 31 leads' }))
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(shown.calls.findLast(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    businessCategory: 'HVAC',
  })
})

test('a search that finds nothing offers the nearest town where it finds something', async () => {
  const towns = [{ location: 'Longmont, CO', miles: 12, matches: 4 }]
  const shown = show({
    'POST /api/search': inTurn(ok(makeAnswer({ leads: [], total: 0 })), ok(makeAnswer())),
    'POST /api/search/preview': ok(makePreview({ matches: 0, towns })),
  })
  await search(shown)
  await shown.keyboard.click(await screen.findByRole('button', { name: 'Longmont, CO, 12 miles away · 4 leads' }))
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(shown.calls.findLast(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    location: 'Longmont, CO',
  })
})

test('the preview says if we will ask before the search', async () => {
  const unsure = { errorType: 'CATEGORY_UNSURE', message: errorTable.CATEGORY_UNSURE.message }
  const shown = show({ 'POST /api/search/preview': ok(unsure, 202) })
  await shown.keyboard.type(screen.getByLabelText('Business Category'), 'tailers')
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  expect(await screen.findByText('We will ask what you mean before anything is charged.')).toBeDefined()
})

test('a user with an unconfirmed email is told why there are no previews', async () => {
  const { message } = errorTable.UNCONFIRMED_LIMIT
  const shown = show({ 'POST /api/search/preview': refused('UNCONFIRMED_LIMIT') })
  await shown.keyboard.type(screen.getByLabelText('Business Category'), 'Plumbers')
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO')
  expect(await screen.findByText(message)).toBeDefined()
})

test('a search that finds nothing offers searches nearby that find something', async () => {
  const answers = inTurn(
    ok(makeAnswer({ leads: [], total: 0 })),
    ok(makeAnswer({ search: { ...makeAnswer().search, id: 8 } })),
  )
  const shown = show(
    {
      'POST /api/search': answers,
      'POST /api/search/preview': sent =>
        ok(makePreview({ matches: (sent as { hasEmail: boolean }).hasEmail ? 0 : 9 })),
    },
    makeUser({ subscriptionTier: 'pro', remainingSearches: UNLIMITED }),
  )
  await shown.keyboard.click(screen.getByLabelText('Has Email'))
  await search(shown)
  await screen.findByText('No leads found')
  await screen.findByRole('button', { name: 'Without filters · 9 leads' })
  expect(screen.queryByRole('button', { name: 'Within 30 miles · 0 leads' })).toBeNull()
  await shown.keyboard.click(screen.getByRole('button', { name: 'Within 30 miles, without filters · 9 leads' }))
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(shown.calls.findLast(({ route }) => route === 'POST /api/search')?.sent).toMatchObject({
    radius: 30,
    hasEmail: false,
  })
  expect(screen.getByLabelText<HTMLInputElement>('Has Email').checked).toBe(false)
})

test('a search without the leads that the user has offers only searches that find others', async () => {
  const shown = show(
    {
      'POST /api/search': ok(makeAnswer({ leads: [], total: 0 })),
      'POST /api/search/preview': sent =>
        ok(makePreview({ matches: 9, owned: (sent as { hasEmail: boolean }).hasEmail ? 9 : 4, known: 1 })),
    },
    makeUser({ subscriptionTier: 'pro', remainingSearches: UNLIMITED }),
  )
  await shown.keyboard.click(screen.getByLabelText('Has Email'))
  await shown.keyboard.click(screen.getByLabelText(/^Leave out/))
  await search(shown)
  await screen.findByRole('button', { name: 'Without filters · 4 leads' })
  expect(screen.queryByRole('button', { name: /^Within 30 miles · / })).toBeNull()
})
