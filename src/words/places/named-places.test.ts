import { expect, test } from 'vitest'
import { distanceMiles, findTown, loadGazetteer, plainWords, townKey } from '#geography/index.ts'
import { rowsOf } from '../list-file.ts'
import { allNamedPlaces } from './named-places.ts'
import { placeAliases } from './place-aliases.ts'
import { readPlace } from './read-place.ts'
import { readState } from './typed-words.ts'

const gazetteer = await loadGazetteer()

const points = ['neighborhoods.txt', 'landmarks.txt'].flatMap(file =>
  rowsOf(`places/${file}`).flatMap(([first = '', town = '', point = '', others = '']) => {
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    return [first, ...others.split(',')].map(name => ({ name: name.trim(), town, point: { lat, lon } }))
  }),
)

test('every neighborhood and landmark is close to its town', () => {
  const faraway = points.filter(({ town, point }) => {
    const at = findTown(gazetteer, town.slice(0, -4), town.slice(-2))
    return at === null || !(distanceMiles(at, point) <= 30)
  })
  expect(faraway.map(({ name, town }) => `${name}, ${town}`)).toEqual([])
})

test('a name that is understood alone is not the name of a larger town elsewhere, or of a state', () => {
  const others = points.filter(({ name, point }) => {
    const isSameName = (town: { population: number; lat: number; lon: number }) =>
      town.population >= 10_000 && distanceMiles(town, point) > 30
    if (/[*+]$/.test(name)) return false
    return gazetteer.townsByKey.get(townKey(name))?.some(isSameName) === true || readState(plainWords(name)) !== null
  })
  expect(others.map(({ name }) => name)).toEqual([])
})

test('every town with other names is a known town', () => {
  const unknown = [...placeAliases].filter(([, { town, state }]) => findTown(gazetteer, town, state) === null)
  expect(unknown.map(([alias]) => alias)).toEqual([])
})

test('the label of every region, neighborhood, landmark, and county is understood as itself', () => {
  const lost = allNamedPlaces().filter(({ label, lat, lon }) => {
    const found = readPlace(gazetteer, label)
    return !('lat' in found) || distanceMiles(found, { lat, lon }) > 30
  })
  expect(lost.map(({ label }) => label)).toEqual([])
})
