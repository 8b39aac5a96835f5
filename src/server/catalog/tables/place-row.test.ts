import { expect, test } from 'vitest'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { placeLine } from './place-row.ts'

const full: CatalogPlace = {
  sourceId: 'a\\1',
  name: 'The "Best" Plumber\tof Boulder',
  phone: 13034400000,
  website: 'https://best.example/',
  domain: 'best.example',
  email: 'info@best.example',
  socials: ['https://facebook.com/best', 'https://x.com/a"b'],
  street: '12 Pearl St',
  city: 'Boulder',
  state: 'CO',
  zip: '80302',
  lat: 40.0176,
  lon: -105.2797,
  categories: ['plumbing'],
  rating: 4.5,
  reviewCount: 12,
  quality: 87,
  scoreLines: [{ code: 'phone', label: 'Phone', earned: 20, possible: 20, detail: 'a local number' }],
  license: 'CDLA-Permissive-2.0',
  origin: 'Meta',
  confirmedOn: '2026-09-01',
}
const empty: CatalogPlace = {
  sourceId: 'b',
  name: 'B',
  phone: null,
  website: null,
  domain: null,
  email: null,
  socials: [],
  street: null,
  city: null,
  state: null,
  zip: null,
  lat: 0.5,
  lon: -100,
  categories: [],
  rating: null,
  reviewCount: null,
  quality: 0,
  scoreLines: [],
  license: 'ODbL-1.0',
  confirmedOn: null,
}
const row = {
  row: 7,
  file: 1,
  fileRow: 9,
  datasetId: 3,
  release: '2026-09-17.0',
  isSample: false,
  hasSeparateLicense: false,
}

/** The cells up to `kindToldBy`. A fact that is added later has its cell after them. */
const knownCells = (line: string): string[] => line.trimEnd().split('\t').slice(0, 34)
const BRAND_CELL = 31

test('the hashes of stored rows stay the same, so the next release finds them unchanged', () => {
  expect(knownCells(placeLine({ ...row, place: full, categoryIds: [4, 5] })).join('\t')).toBe(
    '7\t1\t9\t3\t2026-09-17.0\ta\\\\1\t\\\\x092d962643078b0c4441f93fad1f65d8\tthe best plumber of boulder\t6574467798477723\tThe "Best" Plumber\\tof Boulder\t13034400000\thttps://best.example/\tbest.example\tinfo@best.example\t{"https://facebook.com/best","https://x.com/a\\\\"b"}\t12 Pearl St\tBoulder\tCO\t80302\t40.0176\t-105.2797\t749098\t{4,5}\t4.5\t12\t87\tphone 20/20 a local number\t7\tCDLA-Permissive-2.0\tMeta\t2026-09-01\t\\N\t\\N\t\\N',
  )
  expect(
    knownCells(placeLine({ ...row, place: empty, categoryIds: [], isSample: true, hasSeparateLicense: true })).join(
      '\t',
    ),
  ).toBe(
    '7\t1\t9\t3\t2026-09-17.0\tb\t\\\\xfdfc1e60596d496a3b57c42f2a480692\tb\t2713468695063867\tB\t\\N\t\\N\t\\N\t\\N\t{}\t\\N\t\\N\t\\N\t\\N\t0.5\t-100\t521600\t{}\t\\N\t\\N\t0\t\t40\tODbL-1.0\t\\N\t\\N\t\\N\t\\N\t\\N',
  )
})

const lineOf = (brand?: string | null) =>
  placeLine({ ...row, place: brand === undefined ? full : { ...full, brand }, categoryIds: [4, 5] })
    .trimEnd()
    .split('\t')

test('a brand changes the hash and the flags of its row, and a missing one changes nothing', () => {
  const [hash, flags] = [6, 27]
  const [without, unknown, pipe, mister] = [lineOf(), lineOf(null), lineOf('Pipe'), lineOf('Mister Pipe')]
  expect(unknown).toEqual(without)
  expect([without[flags], pipe[flags], pipe[BRAND_CELL]]).toEqual(['7', String(7 | placeFlags.brand), 'Pipe'])
  expect(new Set([without[hash], pipe[hash], mister[hash]]).size).toBe(3)
  const sample = placeLine({ ...row, place: full, categoryIds: [4, 5], isSample: true }).split('\t')
  expect([sample[hash], sample[flags]], 'a flag alone does not').toEqual([without[hash], String(7 | placeFlags.sample)])
})

test('a page on a platform is marked, a website of its own is not', () => {
  const own = { website: 'https://ann.example', domain: 'ann.example' }
  const page = { website: 'https://www.facebook.com/ann', domain: null }
  const both = placeFlags.website | placeFlags.platformPage
  const flags = [own, page, { website: null, domain: null }].map(links => flagsOfLine({ ...full, ...links }) & both)
  expect(flags).toEqual([placeFlags.website, both, 0])
})

const flagsOfLine = (place: CatalogPlace): number =>
  Number(placeLine({ ...row, place, categoryIds: [4] }).split('\t')[27])

const isMarked = (place: CatalogPlace): boolean => (flagsOfLine(place) & placeFlags.publicPlace) !== 0

test('a place is marked if more than its source says what kind of business it is', () => {
  const tellers = ['name', 'website', 'map', 'source', null] as const
  const told = tellers.map(kindToldBy => (flagsOfLine({ ...full, kindToldBy }) & placeFlags.kindConfirmed) !== 0)
  expect(told).toEqual([true, true, true, false, false])
})

test('a park and a bus stop are marked as public places, and a garage with a phone is not', () => {
  const nobodyIsCalled =
    `park playground dog_park state_park national_park hiking_trail nature_reserve lake river waterfall
    sculpture_statue basketball_court baseball_field soccer_field volleyball_court bus_stop metro_station
    light_rail_and_subway_stations public_toilet public_phones public_restrooms atm atms package_locker bike_sharing
    bike_parking self_service_kiosk book_exchange_box`.split(/\s+/)
  expect(nobodyIsCalled.filter(key => !isMarked({ ...full, categories: [key] }))).toEqual([])
  expect(
    [full, { ...full, categories: ['parking'] }, { ...full, categories: ['hotel', 'park'] }].map(isMarked),
  ).toEqual([false, false, false])
  expect(isMarked({ ...empty, categories: ['parking'] })).toBe(true)
  const contacts = [{ phone: 13034400000 }, { website: 'https://garage.example/' }, { email: 'ann@garage.example' }]
  expect(contacts.map(contact => isMarked({ ...empty, categories: ['parking'], ...contact }))).not.toContain(true)
})
