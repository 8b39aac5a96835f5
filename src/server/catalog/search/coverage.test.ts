import { expect, test } from 'vitest'
import { cellBox, cellOf, cellsInCircle, cellsOfBox } from '#geography/index.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { coverageOf, coverageOfArea, placesAt } from './coverage.ts'

const boulder = { lat: 40.015, lon: -105.27 }
const here = cellOf(boulder.lat, boulder.lon)
const east = cellOf(boulder.lat, boulder.lon + 0.25)
const eastOfBoulder = { lat: boulder.lat, lon: boulder.lon + 0.25 }
const populated = {
  cells: new Set([here, east]),
  points: new Map([
    [here, [boulder]],
    [east, [eastOfBoulder]],
  ]),
  byState: new Map([['CO', new Set([here, east])]]),
}
const row = (cell: number, datasetId: number, release: string, isSample = false, isStarter = false) => ({
  cell,
  datasetId,
  state: 'CO',
  release,
  isSample,
  isStarter,
})
const areaOf = (rows: ReturnType<typeof row>[], radiusMiles: number, isSampleShown = true) =>
  coverageOfArea(
    { populated },
    { coverage: coverageOf(rows) },
    { where: { anyOf: [{ ...boulder, radiusMiles }] }, isSampleShown },
  )

test('a cell contains the points of its box', () => {
  const { south, north, west, east: right } = cellBox(here)
  expect([south, north, west, right]).toEqual([40, 40.25, -105.5, -105.25])
  expect(cellsOfBox({ south: 40.1, north: 40.3, west: -105.3, east: -105.2 })).toHaveLength(4)
})

test('a circle across the date line has cells on both sides, and none elsewhere', () => {
  const adak = { lat: 51.88, lon: -176.66 }
  const cells = cellsInCircle(adak, 200)
  for (const lon of [-176.66, -179.9, 179.9, 179.2]) expect(cells).toContain(cellOf(51.9, lon))
  for (const lon of [178, 0, -171]) expect(cells).not.toContain(cellOf(51.9, lon))
})

test('an area without any source is not loaded', () => {
  expect(areaOf([], 5).status).toBe('none')
  expect(areaOf([row(cellOf(30, -97), 1, '2026-01')], 5).status).toBe('none')
})

test('a circle that reaches a town without data is partly covered', () => {
  expect(areaOf([row(here, 1, '2026-01')], 1).status).toBe('full')
  expect(areaOf([row(here, 1, '2026-01')], 5).status).toBe('partial')
  expect(areaOf([row(here, 1, '2026-01'), row(east, 1, '2026-01')], 5).status).toBe('full')
})

test('if the searched point has real data, the whole search leaves out sample places', () => {
  const rows = [row(here, 1, '2026-04'), row(east, 2, 'demo', true)]
  expect(areaOf(rows, 5)).toEqual({ status: 'partial', withoutSample: true, releases: new Map([[1, '2026-04']]) })
})

test('if real data covers any other cell of the circle, samples are left out, too, and the search says that the area is partly covered', () => {
  const rows = [row(here, 2, 'demo', true), row(east, 1, '2026-04')]
  expect(areaOf(rows, 5)).toEqual({ status: 'partial', withoutSample: true, releases: new Map([[1, '2026-04']]) })
})

test('without real data, sample places are shown unless they are switched off', () => {
  const rows = [row(here, 2, 'demo', true), row(east, 2, 'demo', true)]
  expect(areaOf(rows, 5)).toMatchObject({ status: 'full', withoutSample: false })
  expect(areaOf(rows, 5, false).status).toBe('none')
})

const isInBoulder = ({ lat, lon }: { lat: number; lon: number }) =>
  Math.hypot(lat - boulder.lat, lon - boulder.lon) < 0.1
const triangleAt = (lon: number) => ({ polygon: [lon - 0.01, 40.015, lon + 0.01, 40.015, lon, 40.025] })

test('the starter data answers searches with the middle of an area in its town, as a part of their area, and no others', () => {
  const coverage = coverageOf([row(here, 1, 'starter', false, true), row(here, 2, 'demo', true)], isInBoulder)
  const covered = (...anyOf: Area[]) =>
    coverageOfArea({ populated }, { coverage }, { where: { anyOf }, isSampleShown: true })
  const ofStarter = { status: 'partial', withoutSample: true, releases: new Map([[1, 'starter']]) }
  const inTown = { ...boulder, radiusMiles: 1 }
  const elsewhere = { ...eastOfBoulder, radiusMiles: 25 }
  for (const areas of [[inTown], [{ zip: '80302', ...boulder }], [triangleAt(-105.27)], [elsewhere, inTown]])
    expect(covered(...areas)).toEqual(ofStarter)
  for (const areas of [[elsewhere], [{ state: 'CO' }], [triangleAt(-105.02)]])
    expect(covered(...areas)).toMatchObject({ withoutSample: false })
  expect([boulder, eastOfBoulder].map(point => placesAt(coverage, point))).toEqual(['real', 'none'])
})

test('one real cell in a state excludes sample places from a search of the whole state', () => {
  const rows = [row(here, 2, 'demo', true), row(east, 2, 'demo', true), row(east, 1, '2026-04')]
  const wanted = { where: { anyOf: [{ state: 'CO' }] }, isSampleShown: true }
  expect(coverageOfArea({ populated }, { coverage: coverageOf(rows) }, wanted)).toEqual({
    status: 'partial',
    withoutSample: true,
    releases: new Map([[1, '2026-04']]),
  })
})

const status = (area: Area, ...cells: number[]) =>
  coverageOfArea(
    { populated },
    { coverage: coverageOf(cells.map(cell => row(cell, 1, '2026-01'))) },
    { where: { anyOf: [area] }, isSampleShown: true },
  ).status

test('a ZIP code, a block at the border of two cells, and a city without a ZIP code of its own have the cells that they touch', () => {
  const zip = { zip: '80301', ...boulder }
  expect([status(zip, here), status(zip, here, east)]).toEqual(['partial', 'full'])
  const block = { polygon: [-105.4, 40.2, -105.399, 40.2, -105.399, 40.201] }
  expect([status(block), status(block, here)]).toEqual(['none', 'full'])
  const atBorder = { polygon: [-105.252, 40.2, -105.248, 40.2, -105.25, 40.201] }
  expect([status(atBorder, here), status(atBorder, here, east)]).toEqual(['partial', 'full'])
  // Falls Church.
  const city = { county: '51610' }
  expect([status(city), status(city, cellOf(38.88, -77.17))]).toEqual(['none', 'full'])
})

test('of several releases in an area, the newest is named', () => {
  const rows = [row(here, 1, '2026-03'), row(east, 1, '2026-04')]
  expect(areaOf(rows, 5).releases).toEqual(new Map([[1, '2026-04']]))
})

test('a state is covered if its populated cells are', () => {
  const state = (rows: ReturnType<typeof row>[]) =>
    coverageOfArea(
      { populated },
      { coverage: coverageOf(rows) },
      { where: { anyOf: [{ state: 'CO' }] }, isSampleShown: true },
    ).status
  expect(state([])).toBe('none')
  expect(state([row(here, 1, '2026-01')])).toBe('partial')
  expect(state([row(here, 1, '2026-01'), row(east, 1, '2026-01')])).toBe('full')
  const nobodyThere = { ...row(east, 1, '2026-01'), state: '--' }
  expect(state([row(here, 1, '2026-01'), nobodyThere])).toBe('full')
})
