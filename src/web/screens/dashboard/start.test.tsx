import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeAnswer, makeNotedSearch } from '../../testing/fixtures.ts'
import { ok } from '../../testing/stub-api.ts'
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

test('without examples, a user with searches sees no heading for them', async () => {
  show({
    'GET /api/searches': ok({ items: [makeAnswer().search], total: 1, nextCursor: null }),
    'GET /api/examples': ok({ examples: [], catalog: null }),
  })
  await screen.findByRole('region', { name: 'Recent searches' })
  expect(screen.queryByRole('heading', { name: 'Examples' })).toBeNull()
})
