import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CatalogSource, PlaceLoad, PlaceReleases } from '#contract/places/place-loads.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import AdminPlacesScreen from './admin-places.screen.tsx'

const source: CatalogSource = {
  source: 'overture',
  list: 'overture',
  releases: ['2026-04-15.0'],
  places: 3545,
  offeredPlaces: 3501,
  unusedStatusColumns: [],
  states: ['CO'],
}
const load: PlaceLoad = {
  id: 1,
  area: '25 miles around Austin, TX',
  state: 'running',
  progress: 'Reading, 1.2 of 4.8 MB',
  fraction: 0.25,
  createdAt: '2026-03-01T10:00:00.000Z',
}

const releases: PlaceReleases = {
  mode: 'on',
  newest: '2026-05-20.0',
  lookedAt: '2026-05-21T04:23:00.000Z',
  decisions: [{ release: '2026-05-20.0', state: 'waiting', reason: 'The release lacks 30 of 90 places' }],
}

function show(routes: Routes = {}, address = '/admin/places') {
  const calls = stubApi({
    'GET /api/admin/place-loads': ok([load]),
    'GET /api/admin/places': ok([source]),
    'GET /api/admin/releases': ok(releases),
    ...routes,
  })
  return { ...renderAt(address, <AdminPlacesScreen />, makeUser({ isAdmin: true })), calls }
}

test('shows the progress of a load and the contents of the catalog', async () => {
  show()
  const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: /Austin/ })
  expect(progress.value).toBe(0.25)
  screen.getByText('Reading, 1.2 of 4.8 MB')
  expect((await screen.findByRole('row', { name: /overture/ })).textContent).toBe('overture2026-04-15.0CO3,5453,501')
})

test('says which columns of a list may tell closed businesses, but were not used', async () => {
  const list = { ...source, source: 'csv', list: 'crm', unusedStatusColumns: ['Is Open', 'License Status'] }
  show({ 'GET /api/admin/places': ok([list]) })
  const row = await screen.findByRole('row', { name: /csv: crm/ })
  expect(row.textContent).toContain('Not used: Is Open, License Status. May say which businesses are closed.')
})

test('the place of a search without data can be loaded with one click', async () => {
  const waiting = { ...load, id: 2, area: '25 miles around Reno, NV', state: 'waiting', progress: '', fraction: 0 }
  const { keyboard, calls } = show({ 'POST /api/admin/place-loads': ok(waiting, 202) }, '/admin/places?location=Reno')
  await keyboard.click(screen.getByRole('button', { name: 'Load' }))
  await screen.findByText('Waiting to start')
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ location: 'Reno', miles: 25 })
})

test('an unknown place shows an error at its field', async () => {
  const message = 'We could not find "Qwxyzt"'
  const issues = [{ path: 'location', message }]
  const { keyboard } = show({ 'POST /api/admin/place-loads': refused('INVALID_REQUEST', { message, issues }) })
  await keyboard.type(screen.getByLabelText('Town, ZIP or state'), 'Qwxyzt')
  await keyboard.click(screen.getByRole('button', { name: 'Load' }))
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', message)
})

test('the catalog is reloaded when a load ends, and not before', async () => {
  const states = ['running', 'done']
  const { client, calls } = show({
    'GET /api/admin/place-loads': () => ok([{ ...load, state: states.shift() ?? 'done' }]),
  })
  await screen.findByText('Running')
  await screen.findByRole('row', { name: /overture/ })
  const reads = () => calls.filter(({ route }) => route === 'GET /api/admin/places').length
  expect(reads()).toBe(1)
  await client.refetchQueries({ queryKey: ['admin', 'place-loads'] })
  await screen.findByText('Done')
  await expect.poll(reads).toBe(2)
})

test('the catalog is requested without waiting for the list above it', async () => {
  const { calls } = show({ 'GET /api/admin/place-loads': never })
  await expect.poll(() => calls.map(({ route }) => route)).toContain('GET /api/admin/places')
})

test('an empty catalog explains what to do', async () => {
  show({ 'GET /api/admin/place-loads': ok([]), 'GET /api/admin/places': ok([]) })
  expect(await screen.findByText('The catalog is empty. Load an area to get started.')).toBeTruthy()
  expect(await screen.findByText('Nothing has been loaded from here yet.')).toBeTruthy()
})

test('a release that waits says why, and can be stopped', async () => {
  const stopped = { ...releases, decisions: [{ release: '2026-05-20.0', state: 'stopped', reason: 'Stopped' }] }
  const { keyboard, calls } = show({ 'POST /api/admin/releases/decisions': ok(stopped) })
  await screen.findByText('The release lacks 30 of 90 places')
  await keyboard.click(screen.getByRole('button', { name: 'Stop release 2026-05-20.0' }))
  await screen.findByText('Stopped', { selector: 'span' })
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ release: '2026-05-20.0', state: 'stopped' })
})
