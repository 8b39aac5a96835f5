import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeAnswer, makeUser } from '../../testing/fixtures.ts'
import { inTurn, ok } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const { search: ran, leads, understood, leftOut, sources, coverage } = makeAnswer()
/** The server's clock is an hour ahead of the browser's. */
const serverTime = (seconds: number) => new Date(Date.now() + 3_600_000 + 1000 * seconds)
const storedAt = (seconds: number, words = 'Plumbers', where: object = { radius: radiusMiles.default }) => ({
  ...ok({
    items: [{ ...ran, ...where, propertyType: words, createdAt: serverTime(seconds).toISOString() }],
    total: 1,
    nextCursor: null,
  }),
  headers: { date: serverTime(0).toUTCString() },
})
const opened = (words = 'Boulder, CO') => ({
  [`GET /api/searches/${ran.id}`]: ok({
    search: ran,
    total: leads.length,
    notes: {
      understood: { ...understood, location: { ...understood.location, words } },
      leftOut,
      sources,
      coverage,
    },
  }),
  'GET /api/leads': ok({ items: leads, total: leads.length, nextCursor: null }),
})
const sent = (shown: ReturnType<typeof show>, route = 'POST /api/search') =>
  shown.calls.filter(call => call.route === route)

test('a search whose answer is lost is opened, not run and charged again', async () => {
  const shown = show({ 'POST /api/search': lost, 'GET /api/searches': inTurn(ok([]), storedAt(0)), ...opened() })
  await search(shown)
  await findToast('Search completed', /already run. It is not charged again./)
  await screen.findAllByText(leads[0]?.businessName ?? '')
  expect(sent(shown)).toHaveLength(1)
})

test('without a connection, the next attempt finds out first whether the search was run', async () => {
  const shown = show({
    'POST /api/search': lost,
    'GET /api/searches': inTurn(ok([]), lost, lost, storedAt(0)),
    ...opened(),
  })
  await search(shown)
  await findToast('Search Error')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await screen.findAllByText(leads[0]?.businessName ?? '')
  expect(sent(shown)).toHaveLength(1)
})

test.each([
  ['takes too long', () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))],
  ['is cut off', ok('[{"id":')],
])('if finding out %s, the next attempt says in our words that the connection failed', async (_what, lookup) => {
  const shown = show({ 'POST /api/search': lost, 'GET /api/searches': inTurn(ok([]), lost, lookup) })
  await search(shown)
  await findToast('Search Error')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await expect.poll(() => shown.calls.filter(({ route }) => route === 'GET /api/searches')).toHaveLength(3)
  await findToast('Search Error', 'The connection to the service failed. Check it and try again.')
  expect(sent(shown)).toHaveLength(1)
})

describe('of a search in several places, whose answer is lost,', () => {
  const twice = 'Boulder, CO; 80203; Boulder, CO; City of Boulder, Colorado'
  const stored = { radius: null, areas: [{ place: 'Boulder, CO' }, { place: '80203' }] }
  const searchPlaces = async (asked: string) => {
    const shown = show(
      {
        'POST /api/area-searches': inTurn(lost, ok(makeAnswer())),
        'GET /api/searches': inTurn(ok([]), storedAt(0, 'Plumbers', stored)),
        ...opened(twice),
      },
      makeUser({ subscriptionTier: 'pro' }),
    )
    await search(shown, 'Plumbers', asked)
    return shown
  }

  test('one that names a place twice, in whatever spelling, is opened', async () => {
    const shown = await searchPlaces(twice)
    await findToast('Search completed', /already run. It is not charged again./)
    await screen.findAllByText(leads[0]?.businessName ?? '')
    expect(sent(shown, 'POST /api/area-searches')).toHaveLength(1)
  })

  test('one in other places is not taken for it', async () => {
    const shown = await searchPlaces('Boulder, CO; Denver, CO')
    await findToast('Search Error')
    await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
    await findToast('Search completed', /Found/)
    expect(sent(shown, 'POST /api/area-searches')).toHaveLength(2)
  })
})

test.each([
  ['an older search', storedAt(-60), 'Boulder, CO'],
  ['a search with other words', storedAt(0, 'Dentists'), 'Boulder, CO'],
  ['a search in another place', storedAt(0), 'Denver, CO'],
  ['no search', ok([]), 'Boulder, CO'],
])('if the server has only %s, the next attempt runs the search', async (_what, stored, place) => {
  const shown = show({
    'POST /api/search': inTurn(lost, ok(makeAnswer())),
    'GET /api/searches': inTurn(ok([]), stored),
    ...opened(),
  })
  await search(shown, 'Plumbers', place)
  await findToast('Search Error')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search for Leads' }))
  await findToast('Search completed', /Found/)
  expect(sent(shown)).toHaveLength(2)
})
