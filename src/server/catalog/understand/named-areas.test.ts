import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { findTown, type Gazetteer } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, plainWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles, type Point } from '#server/catalog/place/great-circle.ts'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { allCityNeighborhoods, neighborhoodsOfName } from './city-neighborhoods.ts'
import { readState } from './location-words.ts'
import { allNamedAreas, countiesNamed, namedPlaces } from './named-areas.ts'
import { placeAliases } from './place-aliases.ts'
import { resolveLocation } from './resolve-location.ts'

const gazetteer = await loadGazetteer()
const PointRow = z.tuple([z.string(), z.string(), z.string(), commaList])

/** Names of a list that are understood alone, with their points. */
const namesAlone = (file: string): { name: string; town: string; point: Point }[] =>
  readTable(file, PointRow).flatMap(([first, town, point, others]) => {
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    return [first, ...others].map(name => ({ name, town, point: { lat, lon } }))
  })

test('every neighborhood and landmark is close to its town', () => {
  const points = ['neighborhoods.txt', 'landmarks.txt', 'airports.txt'].flatMap(namesAlone)
  const faraway = points.filter(({ town, point }) => {
    const at = findTown(gazetteer, town.slice(0, -4), town.slice(-2))
    return at === null || distanceMiles(at, point) > 30
  })
  expect(faraway.map(({ name, town }) => `${name}, ${town}`)).toEqual([])
})

test('every neighborhood of the table is close to its town', () => {
  const faraway = allCityNeighborhoods().filter(({ place }) => {
    const at = findTown(gazetteer, place.city, place.state)
    return at === null || distanceMiles(at, place) > 30
  })
  expect(faraway.map(({ place }) => place.label)).toEqual([])
  expect(allCityNeighborhoods().length).toBeGreaterThan(5500)
})

test('the label of every neighborhood of the table is understood as itself', () => {
  const lost = allCityNeighborhoods().filter(({ place: { label } }) => {
    const found = resolveLocation(gazetteer, label)
    return !('label' in found) || found.label !== label
  })
  expect(lost.map(({ place }) => place.label)).toEqual([])
})

test('a name of the table that is understood alone is no other place', () => {
  const alone = allCityNeighborhoods()
    .map(({ name }) => plainWords(name))
    .filter(words => neighborhoodsOfName(words).some(({ need, isWellKnown }) => need === 'nothing' && !isWellKnown))
  const others = alone.filter(
    words =>
      neighborhoodsOfName(words).length > 1 ||
      gazetteer.townsByKey.has(keyOfWords(words)) ||
      namedPlaces(words).length > 0 ||
      countiesNamed(words, null).length > 0,
  )
  expect(others).toEqual([])
  expect(alone.length).toBeGreaterThan(150)
})

test('no neighborhood is both in the table and in the list of well-known ones', () => {
  const twice = allCityNeighborhoods().filter(({ name, place }) =>
    neighborhoodsOfName(plainWords(name)).some(
      ({ isWellKnown, place: other }) => isWellKnown && distanceMiles(place, other) < 3,
    ),
  )
  expect(twice.map(({ place }) => place.label)).toEqual([])
})

test('every town with other names is a known town', () => {
  const unknown = [...placeAliases].filter(([, { town, state }]) => findTown(gazetteer, town, state) === null)
  expect(unknown.map(([alias]) => alias)).toEqual([])
})

test('a name that is understood alone is not the name of a larger town elsewhere', () => {
  const names = ['neighborhoods.txt', 'landmarks.txt', 'airports.txt']
    .flatMap(namesAlone)
    .filter(({ name }) => !/[*+]$/.test(name))
    .filter(({ name, point }) => townsElsewhere(gazetteer, name, point).length > 0)
  expect(names.map(({ name }) => name)).toEqual([])
})

test('the label of every region, neighborhood, landmark, and county is understood as itself', () => {
  const lost = allNamedAreas().filter(({ label, lat, lon }) => {
    const found = resolveLocation(gazetteer, label)
    return !('lat' in found) || distanceMiles(found, { lat, lon }) > 30
  })
  expect(lost.map(({ label }) => label)).toEqual([])
})

test('no neighborhood or landmark goes by the name of a state', () => {
  const names = ['neighborhoods.txt', 'landmarks.txt', 'airports.txt'].flatMap(namesAlone).map(({ name }) => name)
  const all = [...names, ...allCityNeighborhoods().map(({ name }) => name)]
  expect(all.filter(name => readState(plainWords(name)) !== null)).toEqual([])
})

test('only the Tri-Cities and the North Shores share a name that is understood alone', () => {
  const rows = readTable('regions.txt', z.tuple([z.string(), z.string(), commaList]))
  const keys = rows.flatMap(([label, , others]) => {
    const alone = [label.slice(0, -4), ...others].filter(name => !name.endsWith('*'))
    return Array.from(new Set(alone.map(townKey)))
  })
  expect(keys.filter((key, position) => keys.indexOf(key) < position)).toEqual(['tricities', 'northshore'])
})

const MIN_POPULATION = 10_000
const townsElsewhere = ({ townsByKey }: Gazetteer, name: string, point: Point) =>
  (townsByKey.get(townKey(name)) ?? []).filter(
    town => town.population >= MIN_POPULATION && distanceMiles(town, point) > 30,
  )
