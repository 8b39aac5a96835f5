import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cellOf,
  cellsInCircle,
  distanceMiles,
  findTown,
  type Gazetteer,
  loadGazetteer,
  type Point,
} from '#geography/index.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { demoCategories } from './categories.ts'
import { createDemoCountry, type DemoCountry, demoPlaceCount, demoRelease } from './generate-demo-places.ts'
import { fiftyStatesAndDc } from './states.ts'

let gazetteer: Gazetteer
let country: DemoCountry
let places: CatalogPlace[]

beforeAll(async () => {
  gazetteer = await loadGazetteer()
  country = createDemoCountry({ gazetteer })
  places = [...country.all()]
})

const share = (holds: (place: CatalogPlace) => boolean) => places.filter(holds).length / places.length
const hash = (list: Iterable<CatalogPlace>) =>
  createHash('sha256')
    .update(JSON.stringify([...list]))
    .digest('hex')
const small = (seed?: number) => hash(createDemoCountry({ gazetteer, seed, count: 2000 }).all())
const within = (list: readonly CatalogPlace[], center: Point, miles: number) =>
  list.filter(place => distanceMiles(place, center) <= miles)
const around = (name: string, state: string, miles: number) => {
  const town = findTown(gazetteer, name, state)
  if (!town) throw new Error(`No town ${name}`)
  return within(places, town, miles)
}
const isAbroad = ({ lat, lon }: Point) => lat < 18.8 || lat > 71.5 || lon < -179.2 || lon > -66.9
const hasKind = (place: CatalogPlace, key: string) => place.categories.includes(key)
const isRestaurant = ({ categories }: CatalogPlace) => categories.some(key => key.includes('restaurant'))

describe('demo catalog', () => {
  test('has 120,000 places, each with its own id', () => {
    expect(places).toHaveLength(demoPlaceCount)
    expect(new Set(places.map(place => place.sourceId)).size).toBe(demoPlaceCount)
    expect([places[0]?.sourceId, places.at(-1)?.sourceId]).toEqual(['demo-000001', 'demo-120000'])
  })

  test('is the same every time, and different with another seed', () => {
    expect(small()).toBe(small())
    expect(small(7)).not.toBe(small())
  })

  test('has the same places in an area, whether only that area or the whole country is made', () => {
    const denver = new Set(cellsInCircle({ lat: 39.74, lon: -104.99 }, 25))
    const there = [...country.inCells(denver)]
    expect(there.length).toBeGreaterThan(300)
    expect(there).toEqual(places.filter(({ lat, lon }) => denver.has(cellOf(lat, lon))))
  })

  test('no two businesses within 60 miles have the same domain', () => {
    const single = places.filter(({ domain }) => domain !== null)
    const repeated = [...Map.groupBy(single, ({ domain }) => domain).values()].filter(list => list.length > 1)
    const close = repeated.filter(([first, ...others]) => first && within(others, first, 60).length > 0)
    expect(close).toEqual([])
  })

  test('has hundreds of places in each of the fifty states and DC, and none elsewhere', () => {
    const byState = Map.groupBy(places, place => place.state)
    expect(new Set(byState.keys())).toEqual(fiftyStatesAndDc)
    expect(Math.min(...[...byState.values()].map(list => list.length))).toBeGreaterThan(600)
  })

  test('is in the United States, in real towns with their real ZIPs', () => {
    const towns = new Set(gazetteer.towns.map(({ name, state }) => `${state} ${name}`))
    expect(places.filter(isAbroad)).toEqual([])
    expect(places.filter(({ state, city }) => !towns.has(`${state} ${city}`))).toEqual([])
    expect(places.filter(({ state, zip }) => gazetteer.zips.get(zip ?? '')?.state !== state)).toEqual([])
  })

  test('calls nobody: every phone is one of the numbers reserved for fiction', () => {
    const phones = places.flatMap(({ phone }) => phone ?? [])
    expect(phones.filter(phone => !/^1[2-9]\d\d55501\d\d$/.test(String(phone)))).toEqual([])
  })

  test('links to nobody: every site, profile, and mailbox is under .example', () => {
    const urls = places.flatMap(({ website, socials }) => [website ?? [], socials].flat())
    const domains = places.flatMap(({ domain }) => domain ?? [])
    const emails = places.flatMap(({ email }) => email ?? [])
    expect(urls.filter(url => !/^https?:\/\/[a-z0-9.-]+\.example(\/[a-z0-9/-]+)?$/.test(url))).toEqual([])
    expect(domains.filter(domain => !/^[a-z0-9-]+\.example$/.test(domain))).toEqual([])
    expect(emails.filter(email => !/^[a-z0-9]+@[a-z0-9-]+\.example$/.test(email))).toEqual([])
  })

  test('marks every row as fictional', () => {
    expect(new Set(places.map(place => place.license))).toEqual(new Set(['Fictional']))
  })

  test('has the gaps of real lists', () => {
    expect(share(place => place.phone !== null)).toBeCloseTo(0.92, 1)
    expect(share(place => place.website !== null)).toBeCloseTo(0.85, 1)
    expect(share(place => place.email !== null)).toBeCloseTo(0.45, 1)
    expect(share(place => place.rating !== null)).toBeCloseTo(0.7, 1)
    expect(share(place => place.website !== null && place.domain === null)).toBeGreaterThan(0.02)
    expect(share(place => place.socials.length === 0)).toBeGreaterThan(0.3)
    expect(share(place => place.street === null)).toBeGreaterThan(0.01)
    expect(share(({ phone, website, email }) => !phone && !website && !email)).toBeGreaterThan(0.01)
  })

  test.each([80, 60, 40, 20, 0])('has leads in the score band from %i', from => {
    expect(share(({ quality }) => quality >= from && (quality < from + 20 || from === 80))).toBeGreaterThan(0.004)
  })

  test('has ratings from 1 to 5 in tenths, with reviews, and most of them are good', () => {
    const rated = places.filter(place => place.rating !== null)
    const ratings = rated.map(place => place.rating ?? 0)
    expect(ratings.every(rating => rating >= 1 && rating <= 5 && Number(rating.toFixed(1)) === rating)).toBe(true)
    expect(rated.every(place => (place.reviewCount ?? 0) > 0)).toBe(true)
    expect(ratings.filter(rating => rating >= 4).length / ratings.length).toBeGreaterThan(0.7)
    expect(ratings.some(rating => rating < 3)).toBe(true)
  })

  test('was confirmed within the eighteen months before its release, which is not in the future', () => {
    const dates = places.map(place => place.confirmedOn ?? '').toSorted()
    const [released = ''] = demoRelease.split('.')
    expect(dates[0]! >= '2025-04-01' && dates.at(-1)! <= released).toBe(true)
    expect(Date.parse(released)).toBeLessThan(Date.now())
  })

  test('has every one of its categories, and each place has one to four of them without duplicates', () => {
    const found = new Set(places.map(place => place.categories[0]))
    expect(demoCategories.filter(({ key }) => !found.has(key))).toEqual([])
    expect(demoCategories.length).toBeGreaterThan(250)
    expect(places.every(({ categories: { length } }) => length >= 1 && length <= 4)).toBe(true)
    expect(places.every(({ categories }) => new Set(categories).size === categories.length)).toBe(true)
  })

  test.each([
    'plumbing',
    'restaurant',
    'marketing_agency',
    'dentist',
    'medical_center',
    'lawyer',
    'real_estate_investment',
  ])('a search ten miles around Boulder finds %s', key => {
    expect(around('Boulder', 'CO', 10).filter(place => hasKind(place, key)).length).toBeGreaterThan(1)
  })

  test('New York has so many restaurants within 25 miles that a search asks for confirmation', () => {
    expect(around('New York', 'NY', 25).filter(isRestaurant).length).toBeGreaterThan(500)
  })

  test('a town of a thousand people has a few everyday businesses', () => {
    const withPlaces = new Set(places.map(({ state, city }) => `${state} ${city}`))
    const towns = gazetteer.towns.filter(
      ({ population, zips, state }) => population >= 1000 && zips.length > 0 && fiftyStatesAndDc.has(state),
    )
    expect(towns.filter(town => !withPlaces.has(`${town.state} ${town.name}`))).toEqual([])
  })

  test.each([
    ['New York', 'NY'],
    ['Los Angeles', 'CA'],
    ['Boulder', 'CO'],
    ['Chicago', 'IL'],
    ['Trenton', 'NJ'],
    ['Providence', 'RI'],
    ['Cheyenne', 'WY'],
  ])('within 30 miles of %s, %s no two unrelated places share a phone', (name, state) => {
    const reachable = around(name, state, 30).filter(({ phone }) => phone !== null)
    const shared = [...Map.groupBy(reachable, place => place.phone).values()].filter(list => list.length > 1)
    const strangers = shared.filter(list => list.some(place => place.street !== list[0]?.street))
    expect(reachable.length).toBeGreaterThan(50)
    expect(strangers.length / reachable.length).toBeLessThan(0.002)
  })
})
