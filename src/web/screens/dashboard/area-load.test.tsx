import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AreaLoad } from '#contract/area-load.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { makeAnswer } from '../../testing/fixtures.ts'
import { inTurn, ok, refused } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

const load: AreaLoad = {
  id: '6f0f6a3e-8c52-4d0b-9a56-2f7f5f8a7c11',
  area: '5 miles around Boulder, CO',
  state: 'running',
  progress: 'Reading, 12.0 of 31.0 MB',
  fraction: 0.4,
  secondsLeft: 10,
}
const samples = () => {
  const answer = makeAnswer({ load, leads: [makeLead({ businessName: 'Sample Pipes', isSample: true })] })
  return { ...answer, sources: answer.sources.map(source => Object.assign(source, { isSample: true })) }
}
const real = () => {
  const answer = makeAnswer({ leads: [makeLead({ businessName: 'Real Pipes' })] })
  return { ...answer, search: { ...answer.search, id: 8 } }
}
const poll = `GET /api/area-loads/${load.id}`

test('while real places are loaded, their progress is shown, and then the search runs again without being asked', async () => {
  const shown = show({
    'POST /api/search': inTurn(ok(samples()), ok(real())),
    [poll]: inTurn(ok(load), ok({ ...load, state: 'done', fraction: 1 })),
  })
  await search(shown)
  await screen.findByText('Loading the businesses in this area')
  screen.getByText(/Reading, 12.0 of 31.0 MB, about 10 seconds left\./)
  expect(screen.queryByText(/^These businesses are fictional/)).toBeNull()
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.4)
  await screen.findAllByText('Real Pipes')
  expect(screen.queryByText('Loading the businesses in this area')).toBeNull()
  const sent = shown.calls.filter(({ route }) => route === 'POST /api/search').map(call => call.sent)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual({ ...(sent[0] as object), afterLoad: load.id })
})

test('the search runs again when the middle is loaded, and after the whole load with a click', async () => {
  const running = { ...load, isSearchable: true, progress: 'Importing the places into the catalog' }
  const part = { ...real(), load }
  const all = makeAnswer({ leads: [makeLead({ businessName: 'Far Pipes' })] })
  const shown = show({
    'POST /api/search': inTurn(ok(samples()), ok(part), ok({ ...all, search: { ...all.search, id: 9 } })),
    [poll]: inTurn(ok(running), ok({ ...running, state: 'done', fraction: 1 })),
  })
  await search(shown)
  await screen.findAllByText('Real Pipes')
  await screen.findByText(/Until then, you see the part that is loaded\./)
  await screen.findByText('All businesses in this area are loaded')
  const sent = () => shown.calls.filter(({ route }) => route === 'POST /api/search').map(call => call.sent)
  expect(sent()).toHaveLength(2)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search again' }))
  await screen.findAllByText('Far Pipes')
  expect(screen.queryByText('All businesses in this area are loaded')).toBeNull()
  expect(sent()[2]).toEqual(sent()[1])
})

test('a search that shows samples even after the middle is loaded runs again by itself after the whole load', async () => {
  const running = { ...load, isSearchable: true }
  const first = samples()
  const second = { ...first, search: { ...first.search, id: 9 } }
  const shown = show({
    'POST /api/search': inTurn(ok(first), ok(second), ok(real())),
    [poll]: inTurn(ok(running), ok(running), ok({ ...running, state: 'done', fraction: 1 })),
  })
  await search(shown)
  await screen.findAllByText('Real Pipes')
  expect(shown.calls.filter(({ route }) => route === 'POST /api/search')).toHaveLength(3)
})

test('a search that shows some real places before the load runs again with a click only, because it costs pulls', async () => {
  const shown = show({
    'POST /api/search': inTurn(ok({ ...real(), load }), ok(real())),
    [poll]: inTurn(ok({ ...load, isSearchable: true }), ok({ ...load, isSearchable: true, state: 'done' })),
  })
  await search(shown)
  await screen.findByText('All businesses in this area are loaded')
  const sent = () => shown.calls.filter(({ route }) => route === 'POST /api/search').map(call => call.sent)
  expect(sent()).toHaveLength(1)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Search again' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ afterLoad: load.id }))
})

test('a load that failed says why, and starts again with a click', async () => {
  const failed = { ...load, state: 'failed', progress: 'The source of real places cannot be reached.' } as const
  const shown = show({
    'POST /api/search': inTurn(ok({ ...samples(), load: failed }), ok(real())),
    [`POST /api/area-loads/${load.id}/retry`]: { status: 202, body: JSON.stringify({ ...load, state: 'waiting' }) },
    [poll]: ok({ ...load, state: 'done' }),
  })
  await search(shown)
  await screen.findByText(/^The source of real places cannot be reached\./)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByText('Real Pipes')).toBeDefined()
})

test('where nothing was loaded, the first places appear when the load is done', async () => {
  const shown = show({
    'POST /api/search': inTurn(refused('AREA_NOT_LOADED', { load }), ok(real())),
    [poll]: ok({ ...load, state: 'done' }),
  })
  await search(shown)
  await screen.findByText('Loading the businesses in this area')
  await screen.findAllByText('Real Pipes')
  await waitFor(() => expect(screen.queryByText('This area is not loaded yet')).toBeNull())
})

test('while the places of an area are being prepared, the search says so and then answers by itself', async () => {
  const shown = show({ 'POST /api/search': inTurn(refused('AREA_BEING_PREPARED'), ok(makeAnswer())) })
  await search(shown)
  await screen.findByText(/^Searching\.\.\. .* The places of this area are being prepared\.$/)
  await screen.findByRole('article', { name: 'Ace Pipes' })
  expect(screen.queryByText(/being prepared/)).toBeNull()
})
