import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawnAreasMessage } from '#contract/plans.ts'
import { makeAnswer, makePreview, makeUser } from '../../testing/fixtures.ts'
import { ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

const user = makeUser({ subscriptionTier: 'pro' })
const areas = [{ place: 'Boulder, CO' }, { place: '80203' }]
const answer = makeAnswer()
const found = { ...answer, search: { ...answer.search, location: 'Boulder, CO and 1 more', radius: null, areas } }

test('several places are searched at once, and what each has and the search costs is said before', async () => {
  const counted = [
    { label: 'Boulder, CO', matches: 1025 },
    { label: 'Denver, CO 80203', matches: 10 },
  ]
  const shown = show(
    {
      'POST /api/area-searches/preview': ok(makePreview({ areas: counted, searches: 2, matches: 1028 })),
      'POST /api/area-searches': ok(found),
    },
    user,
  )
  await search(shown, 'Plumbers', 'Boulder, CO; 80203')
  await screen.findByText('Plumbers in Boulder, CO and 1 more')
  const sent = shown.calls.find(({ route }) => route === 'POST /api/area-searches')?.sent
  expect(sent).toMatchObject({ businessCategory: 'Plumbers', areas, radius: 25 })
  expect(sent).not.toHaveProperty('location')
  await screen.findByText('Boulder, CO: 1,025 · Denver, CO 80203: 10 · less 7 counted again where they overlap')
  screen.getByText(/costs 2 searches/)
  // The form shows the places of the search again.
  expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('Boulder, CO; 80203')
})

test('a pasted list becomes several places', () => {
  show({}, user)
  const field = screen.getByLabelText<HTMLInputElement>('Location')
  fireEvent.paste(field, { clipboardData: { getData: () => 'Boulder, CO\r\nDenver, CO\n\n80203\n' } })
  expect(field.value).toBe('Boulder, CO; Denver, CO; 80203')
  screen.getByText('Up to 50, separated by “;”')
})

test('places that are not found are named at the field', async () => {
  const issues = [{ path: 'areas.1', message: 'We could not find "Nowhere".' }]
  const shown = show({ 'POST /api/area-searches': refused('UNKNOWN_LOCATION', { issues }) }, user)
  await search(shown, 'Plumbers', 'Boulder, CO; Nowhere')
  await screen.findByText('Search failed')
  expect(screen.getByLabelText('Location').getAttribute('aria-invalid')).toBe('true')
})

test('an area is entered by its corners where no map can be drawn, and searched like a place', async () => {
  const polygon = [
    [-105.3, 39.96],
    [-105.18, 39.96],
    [-105.18, 40.06],
    [-105.3, 40.06],
  ]
  const where = { location: 'an area near Boulder, CO', radius: null, areas: [{ polygon }] }
  const shown = show(
    {
      'POST /api/area-searches/preview': ok(makePreview()),
      'POST /api/area-searches': ok({ ...answer, search: { ...answer.search, ...where } }),
    },
    user,
  )
  await shown.keyboard.type(screen.getByLabelText('Location'), 'Longmont, CO')
  await shown.keyboard.click(screen.getByRole('button', { name: 'Draw an area' }))
  const dialog = await screen.findByRole('dialog', { name: 'Draw an area' })
  within(dialog).getByText('The search finds what is inside it, instead of Longmont, CO.')
  await within(dialog).findByText(/^The map needs WebGL/)
  await shown.keyboard.click(within(dialog).getByRole('button', { name: 'Use this area' }))
  within(dialog).getByText('Draw an area on the map, or enter its corners.')
  await shown.keyboard.type(within(dialog).getByLabelText('Corners'), '39.96, -105.3{Enter}40.06, -105.18')
  await shown.keyboard.click(within(dialog).getByRole('button', { name: 'Use this area' }))
  const field = screen.getByLabelText<HTMLInputElement>('Location')
  expect(field.value).toBe('Drawn area 1')
  screen.getByText('Not used for drawn areas')
  await search(shown, 'Plumbers', '; Denver, CO')
  expect(screen.queryByText('Not used for drawn areas')).toBeNull()
  await screen.findByText('Plumbers in an area near Boulder, CO')
  const sent = shown.calls.find(({ route }) => route === 'POST /api/area-searches')?.sent
  expect(sent).toMatchObject({ areas: [{ polygon }, { place: 'Denver, CO' }] })
  expect(sent).not.toHaveProperty('outlines')
})

test('plans without drawn areas say which ones have them', async () => {
  const shown = show({}, makeUser())
  await shown.keyboard.click(screen.getByRole('button', { name: 'Draw an area' }))
  const dialog = await screen.findByRole('dialog', { name: 'Draw an area' })
  within(dialog).getByText(drawnAreasMessage)
  expect(within(dialog).getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/subscription')
})
