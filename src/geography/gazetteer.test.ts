import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { populatedCellsOf } from '#server/catalog/search/coverage.ts'
import { cellOf } from './cell.ts'
import { buildGazetteer, gazetteerFile, loadGazetteer } from './gazetteer-file.ts'
import { findTown, type Gazetteer, townSpelling, zipInfo } from './gazetteer.ts'
import { stateCode, stateNames } from './states.ts'
import { townKey } from './town-key.ts'

let folder: string
let gazetteer: Gazetteer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gazetteer-'))
  gazetteer = await loadGazetteer(join(folder, 'gazetteer.json'))
})
afterAll(() => rm(folder, { recursive: true }))

const isOnGround = ({ lat, lon }: { lat: number; lon: number }) =>
  lat > -15 && lat < 72 && ((lon > -180 && lon < -64) || (lon > 140 && lon <= 180))

describe('the gazetteer', () => {
  test('knows every state, 40,000 ZIPs and 34,000 towns', () => {
    expect(new Set(gazetteer.towns.map(town => town.state))).toEqual(new Set(Object.keys(stateNames)))
    expect(gazetteer.zips.size).toBeGreaterThan(40_000)
    expect(gazetteer.towns.length).toBeGreaterThan(34_000)
  })

  test('knows the populated cells of every state, even without listed ZIPs, as in Puerto Rico', () => {
    const { byState, cells } = populatedCellsOf(gazetteer)
    expect(new Set(byState.keys())).toEqual(new Set(Object.keys(stateNames)))
    const towns = gazetteer.towns.filter(({ name, state }) => state === 'PR' && ['San Juan', 'Ponce'].includes(name))
    expect(towns).toHaveLength(2)
    for (const { lat, lon } of towns) expect(cells).toContain(cellOf(lat, lon))
  })

  test('every town and ZIP is inside the United States', () => {
    expect(gazetteer.towns.filter(town => !isOnGround(town))).toEqual([])
    expect([...gazetteer.zips.values()].filter(zip => !isOnGround(zip))).toEqual([])
  })

  test('lists the largest town first', () => {
    expect(gazetteer.towns[0]).toMatchObject({ name: 'New York', state: 'NY', population: 8_175_133 })
  })

  test('a town that is only in the ZIP list is at the median of its ZIPs', () => {
    const town = gazetteer.towns.find(({ population, zips }) => population === 0 && zips.length === 3)
    const lats = town?.zips.map(zip => gazetteer.zips.get(zip)?.lat ?? NaN).toSorted((a, b) => a - b)
    expect(town?.lat).toBe(lats?.[1])
  })

  test('has its file in the folder of the build', () => {
    expect(gazetteerFile).toBe(resolve(import.meta.dirname, '../../dist/gazetteer.json'))
  })

  test('loaded from its file, equals the one that was built', async () => {
    expect(await readdir(folder)).toEqual(['gazetteer.json'])
    const again = await loadGazetteer(join(folder, 'gazetteer.json'))
    const built = await buildGazetteer()
    expect(again.towns).toEqual(built.towns)
    expect(again.zips).toEqual(built.zips)
  })

  test('is rebuilt if its file is outdated or truncated', async () => {
    const file = join(folder, 'old.json')
    const intact = await readFile(join(folder, 'gazetteer.json'), 'utf8')
    await writeFile(file, '{"version":"0","keys":""}')
    expect((await loadGazetteer(file)).zips.size).toBe(gazetteer.zips.size)
    expect(await readFile(file, 'utf8')).toBe(intact)
  })
})

test.each([
  ['CO', 'CO'],
  ['co', 'CO'],
  ['US-CO', 'CO'],
  ['us-co', 'CO'],
  ['Colorado', 'CO'],
  ['  colo. ', 'CO'],
  ['N.Y.', 'NY'],
  ['New  York', 'NY'],
  ['D.C.', 'DC'],
  ['Puerto Rico', 'PR'],
  ['W. Va.', 'WV'],
  ['N. Dak.', 'ND'],
  ["Hawai'i", 'HI'],
  ['Nuevo México', 'NM'],
  ['U.S.V.I.', 'VI'],
  ['', null],
  ['Ontario', null],
  ['XX', null],
  ['CO2', null],
  ['constructor', null],
  ['a'.repeat(10_000), null],
])('state %j is %j', (words, code) => {
  expect(stateCode(words)).toBe(code)
})

test('three spellings of a town become the same spelling', () => {
  for (const city of ['BOULDER', 'boulder', ' Boulder ']) expect(townSpelling(gazetteer, city, 'CO')).toBe('Boulder')
  expect(townSpelling(gazetteer, 'SAINT LOUIS', 'MO')).toBe('St. Louis')
  expect(townSpelling(gazetteer, 'BOULDER', null)).toBe('Boulder')
})

test('an unknown town is capitalized, unless it already has capital letters', () => {
  expect(townSpelling(gazetteer, "NOWHERE'S  END", 'CO')).toBe("Nowhere's End")
  expect(townSpelling(gazetteer, 'McNowhere', 'CO')).toBe('McNowhere')
  expect(townSpelling(gazetteer, '', 'CO')).toBe('')
})

test('a ZIP gives its town, state, and point', () => {
  const boulder = { zip: '80302', city: 'Boulder', state: 'CO', lat: 40.0172, lon: -105.2851 }
  expect(zipInfo(gazetteer, '80302')).toEqual(boulder)
  expect(zipInfo(gazetteer, '80302-1234')).toEqual(boulder)
  for (const zip of ['US', '', '8030', '00000', '80302x']) expect(zipInfo(gazetteer, zip)).toBeNull()
})

test('towns are found by any spelling, and only in their own state', () => {
  expect(findTown(gazetteer, 'st louis', 'MO')?.name).toBe('St. Louis')
  expect(findTown(gazetteer, 'Boulder', 'NY')).toBeNull()
})

test.each([
  ['St. Louis', 'Saint Louis'],
  ['Ft Worth', 'Fort Worth'],
  ['Winston-Salem', 'winston salem'],
  ["Coeur d'Alene", 'Coeur d’Alene'],
  ['Cañon City', 'CANON CITY'],
  ['McLean', 'Mc Lean'],
  ['The Bronx', 'Bronx'],
  ['W. Palm Beach', 'West Palm Beach'],
])('%s and %s are the same town name', (one, other) => {
  expect(townKey(one)).toBe(townKey(other))
})

test('a town may be named like a property of JavaScript objects', () => {
  expect(townKey('Constructor')).toBe('constructor')
})
