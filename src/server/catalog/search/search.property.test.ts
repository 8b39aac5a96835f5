import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type FilterChoice, type FilterName, perFilter } from '#contract/search-filters.ts'
import type { LeftOut } from '#contract/searches.ts'
import { countyOfFips, isInCounty } from '#server/catalog/gazetteer/counties.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { PageKey, CategoriesSought, SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { type SeedPlace, seedCategories, seedPlaces } from '#tests/support/seed-places.ts'
import { catalogProvider } from './catalog-search.repository.ts'

const CENTRE = { lat: 40.015, lon: -105.27 }
const PLACES = 1500
const CATEGORIES = 12
const PAGE = 7

type Seeded = SeedPlace & { id: number; isSample: boolean }

describeOnBothDatabases('search compared with a brute-force filter of the same rows', open => {
  let db: Db
  let categoryIds: number[]
  let places: Seeded[]

  beforeAll(async () => {
    db = await open()
    categoryIds = await seedCategories(db, CATEGORIES)
    const real = await seeded('overture', { numRuns: PLACES, seed: 7 })
    const fictional = await seeded('demo', { numRuns: PLACES / 5, seed: 17 })
    places = [...real, ...fictional]
  })
  async function seeded(source: string, sample: { numRuns: number; seed: number }): Promise<Seeded[]> {
    const seeds = fc.sample(placeOf(categoryIds), sample)
    const ids = await seedPlaces(db, seeds, source)
    return seeds.map((seed, index) => Object.assign(seed, { id: ids[index] ?? 0, isSample: source === 'demo' }))
  }

  test('finds the same places in the same order with the same total for any search', async () => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), async plan => {
        const expected = bruteForce(places, plan)
        const found = await catalogProvider(db).search(plan, { after: null, limit: 5000 })
        hits += expected.length
        expect(found.places.map(place => place.id)).toEqual(expected.map(place => place.id))
        expect(found.total).toBe(expected.length)
        expect(found.leftOut).toEqual(bruteLeftOut(places, plan))
      }),
      { numRuns: 360, seed: 11 },
    )
    expect(hits).toBeGreaterThan(4000)
  })

  test('a count has the same total, and the phones of all leads or none', async () => {
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), fc.constantFrom(5, 10_000), async (plan, atMost) => {
        const expected = bruteForce(places, plan)
        const { total, phones, withoutPhone } = await catalogProvider(db).count(plan, { atMost })
        expect(total).toBe(expected.length)
        const known = expected.flatMap(({ phone }) => phone ?? []).toSorted((a, b) => a - b)
        expect(phones?.toSorted((a, b) => a - b) ?? null).toEqual(total > atMost ? null : known)
        expect(withoutPhone).toHaveLength(total > atMost ? 0 : total - known.length)
      }),
      { numRuns: 60 },
    )
  })

  test('a count tells what a search finds with each further choice of the form', async () => {
    const names = ['minRating', 'hasWebsite', 'withoutWebsite', 'hasEmail', 'independentOnly', 'minQuality'] as const
    const choices = fc.constantFrom(...names).map((filter): FilterChoice => ({ filter, value: valueOf[filter] }))
    const valueOf = { ...perFilter(() => true as const), minRating: 4.5, minQuality: 60 }
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), fc.array(choices, { minLength: 1, maxLength: 4 }), async (plan, asked) => {
        const counted = await catalogProvider(db).count(plan, { atMost: 0, choices: asked })
        const expected = asked.map(({ filter, value }) => {
          const filters = { ...plan.filters, [filter]: value }
          return bruteForce(places, { ...plan, filters }).length
        })
        expect(counted.choices).toEqual(expected)
      }),
      { numRuns: 100, seed: 23 },
    )
  })

  test('the leads that a filter leaves out and those it lists are all leads of the search', async () => {
    const single = fc.constantFrom<[Partial<SearchPlan['filters']>, keyof LeftOut]>(
      [{ minRating: 4 }, 'minRating'],
      [{ hasWebsite: true }, 'hasWebsite'],
      [{ withoutWebsite: true }, 'withoutWebsite'],
      [{ hasPhoneNumber: true }, 'hasPhoneNumber'],
      [{ hasEmail: true }, 'hasEmail'],
      [{ minQuality: 60 }, 'minQuality'],
      [{ independentOnly: true }, 'independentOnly'],
      [{ firstSeenWithinDays: '2026-02-01' }, 'firstSeenWithinDays'],
      [{ keywords: ['dental'] }, 'keywords'],
    )
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), single, async (plan, [filter, name]) => {
        const first = { after: null, limit: 1 }
        const all = await catalogProvider(db).search({ ...plan, filters: noFilters }, first)
        const some = await catalogProvider(db).search({ ...plan, filters: { ...noFilters, ...filter } }, first)
        expect(some.total + some.leftOut[name]).toBe(all.total)
      }),
      { numRuns: 100, seed: 19 },
    )
  })

  test('leaves out the leads that the user has, by phone or by row, and counts them', async () => {
    const names = await db.query<{ id: number; datasetId: number; sourceId: string }>(
      'SELECT id, dataset_id AS "datasetId", source_id AS "sourceId" FROM place',
    )
    const nameOf = new Map(names.map(({ id, ...name }) => [id, name]))
    let leftOut = 0
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), fc.integer({ min: 1, max: 5 }), async (plan, nth) => {
        const all = bruteForce(places, plan)
        const owned = all.filter((_, index) => index % nth === 0)
        const without = {
          phones: owned.flatMap(({ phone }) => phone ?? []),
          places: owned.flatMap(({ phone, id }) => (phone === null ? (nameOf.get(id) ?? []) : [])),
        }
        const found = await catalogProvider(db).search(plan, { after: null, limit: 5000, without })
        const expected = all.filter((_, index) => index % nth !== 0)
        expect(found.places.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        expect([found.total, found.leftOut.owned]).toEqual([expected.length, owned.length])
        leftOut += owned.length
      }),
      { numRuns: 120, seed: 23 },
    )
    expect(leftOut).toBeGreaterThan(500)
  })

  test('gives all pages without gaps or duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(planOf(categoryIds), async plan => {
        const joined: number[] = []
        let after: PageKey | null = null
        while (true) {
          const page = await catalogProvider(db).search(plan, { after, limit: PAGE })
          joined.push(...page.places.map(place => place.id))
          after = page.places.at(-1)?.pageKey ?? null
          if (page.places.length < PAGE) break
        }
        expect(joined).toEqual(bruteForce(places, plan).map(place => place.id))
      }),
      { numRuns: 12, seed: 13 },
    )
  })
})

const placeOf = (categoryIds: number[]): fc.Arbitrary<SeedPlace> =>
  fc.record({
    // Few words, so that many names share their first characters, and some are equal.
    name: fc
      .array(
        fc.constantFrom('Mountain', 'View', 'Dental', 'Café', 'A&B', "Joe's", 'Éclair', 'Family', '24/7', '東京'),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map(words => words.join(' ')),
    lat: fc.double({ min: CENTRE.lat - 0.5, max: CENTRE.lat + 0.5, noNaN: true }),
    lon: fc.double({ min: CENTRE.lon - 0.6, max: CENTRE.lon + 0.6, noNaN: true }),
    state: fc.constantFrom('CO', 'CO', 'CO', 'WY'),
    categoryIds: fc.uniqueArray(fc.constantFrom(...categoryIds), { minLength: 1, maxLength: 4 }),
    quality: fc.integer({ min: 0, max: 100 }),
    rating: fc.option(fc.constantFrom(0.5, 2, 3, 3.9, 4, 4.3, 4.5, 4.9, 5)),
    phone: fc.option(fc.integer({ min: 13_034_400_000, max: 13_034_400_400 })),
    website: fc.option(fc.constant('https://shop.example')),
    isApart: fc.constantFrom(false, false, true),
    brand: fc.constantFrom(null, null, null, 'Mountain View'),
    email: fc.constantFrom(null, 'office@seeded.example'),
    firstSeenOn: fc.constantFrom(null, '2026-01-31', '2026-03-01'),
  })

const rarely = fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true))

const planOf = (categoryIds: number[]): fc.Arbitrary<SearchPlan> =>
  fc.record({
    what: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          categoryIds: fc.uniqueArray(fc.constantFrom(...categoryIds), { minLength: 1, maxLength: 6 }),
          sideWith: fc.oneof(
            { weight: 5, arbitrary: fc.constant(undefined) },
            fc.uniqueArray(fc.constantFrom(...categoryIds), { maxLength: 6 }),
          ),
        }),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom<string[]>(['dental'], ['family', 'mount'], ['joes'], ['24'])
          .map(nameWords => ({ nameWords })),
      },
    ),
    where: fc
      .array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record({
              lat: fc.double({ min: CENTRE.lat - 0.3, max: CENTRE.lat + 0.3, noNaN: true }),
              lon: fc.double({ min: CENTRE.lon - 0.3, max: CENTRE.lon + 0.3, noNaN: true }),
              radiusMiles: fc.integer({ min: 1, max: 30 }),
            }),
          },
          { weight: 1, arbitrary: fc.constantFrom({ state: 'CO' }, { state: 'WY' }, { state: 'TX' }) },
          // Boulder, Denver, which has an exclave in it, and Arapahoe.
          { weight: 2, arbitrary: fc.constantFrom({ county: '08013' }, { county: '08031' }, { county: '08005' }) },
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map(anyOf => ({ anyOf })),
    filters: fc.record({
      minRating: fc.constantFrom(0, 0, 3, 4, 4.5, 5),
      hasWebsite: fc.boolean(),
      withoutWebsite: rarely,
      hasPhoneNumber: fc.boolean(),
      hasEmail: rarely,
      minQuality: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 40, 60),
      independentOnly: fc.boolean(),
      firstSeenWithinDays: fc.constantFrom('', '', '', '', '2026-02-01', '2026-03-01'),
      keywords: fc.constantFrom([], [], ['dental'], ['family', 'cafe'], ['mountain view'], ['nothing like it']),
    }),
    sortBy: fc.constantFrom('relevance', 'rating', 'name'),
    withoutSample: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  })

function matchesPlan({ what, where, withoutSample }: SearchPlan, place: Seeded): boolean {
  if (place.isSample === withoutSample) return false
  const isWhat =
    'categoryIds' in what
      ? hasCategory(what, place)
      : what.nameWords.every(word =>
          nameSort(place.name)
            .split(' ')
            .some(part => part.startsWith(word)),
        )
  return isWhat && where.anyOf.some(area => isInArea(area, place))
}

function isInArea(area: Area, place: Seeded): boolean {
  if ('state' in area) return place.state === area.state
  if ('county' in area) return isInCounty(countyOfFips(area.county), place)
  return distanceMiles(area, place) <= area.radiusMiles
}

function hasCategory({ categoryIds, sideWith }: CategoriesSought, place: Seeded): boolean {
  const [main = 0] = place.categoryIds
  const countsFurther = sideWith === undefined || sideWith.includes(main)
  return categoryIds.includes(main) || (countsFurther && place.categoryIds.some(id => categoryIds.includes(id)))
}

const filterTests = ({ filters }: SearchPlan): Record<FilterName, (place: Seeded) => boolean> => ({
  minRating: (place: Seeded) => filters.minRating === 0 || (place.rating ?? 0) >= filters.minRating,
  hasWebsite: (place: Seeded) => !filters.hasWebsite || place.website !== null,
  withoutWebsite: (place: Seeded) => !filters.withoutWebsite || place.website === null,
  hasEmail: (place: Seeded) => !filters.hasEmail || (place.email ?? null) !== null,
  minQuality: (place: Seeded) => place.quality >= filters.minQuality,
  hasPhoneNumber: (place: Seeded) => !filters.hasPhoneNumber || place.phone !== null,
  independentOnly: (place: Seeded) => !filters.independentOnly || (place.brand ?? null) === null,
  firstSeenWithinDays: (place: Seeded) =>
    filters.firstSeenWithinDays === '' || (place.firstSeenOn ?? '') >= filters.firstSeenWithinDays,
  keywords: (place: Seeded) =>
    filters.keywords.length === 0 || filters.keywords.some(phrase => ` ${nameSort(place.name)}`.includes(` ${phrase}`)),
})

function relevance({ what }: SearchPlan, place: Seeded): number {
  const isMain = 'categoryIds' in what && what.categoryIds.includes(place.categoryIds[0] ?? 0)
  return place.quality + (isMain ? 101 : 0)
}

function bruteForce(places: Seeded[], plan: SearchPlan): Seeded[] {
  const passing = places
    .filter(place => matchesPlan(plan, place))
    .filter(place => Object.values(filterTests(plan)).every(passes => passes(place)))
    .toSorted((a, b) => Number(a.isApart) - Number(b.isApart) || relevance(plan, b) - relevance(plan, a) || a.id - b.id)
  const phones = new Set<number>()
  const listed = passing.filter(({ phone }) => {
    if (phone === null) return true
    const isFirst = !phones.has(phone)
    phones.add(phone)
    return isFirst
  })
  return listed.toSorted((a, b) => compareBy(plan, a, b) || a.id - b.id)
}

function compareBy(plan: SearchPlan, a: Seeded, b: Seeded): number {
  if (plan.sortBy === 'relevance') return relevance(plan, b) - relevance(plan, a)
  if (plan.sortBy === 'rating') return (b.rating ?? 0) - (a.rating ?? 0)
  return Buffer.compare(Buffer.from(nameSort(a.name)), Buffer.from(nameSort(b.name)))
}

/** Counts leads: places with the same phone are one, which a filter leaves out if it leaves out all of them. */
function bruteLeftOut(places: Seeded[], plan: SearchPlan) {
  const leads = [
    ...Map.groupBy(
      places.filter(place => matchesPlan(plan, place)),
      ({ phone, id }) => phone ?? -id,
    ).values(),
  ]
  const tests = filterTests(plan)
  const failing = (passes: (place: Seeded) => boolean): number => leads.filter(lead => !lead.some(passes)).length
  return {
    minRating: failing(tests.minRating),
    withoutRating: plan.filters.minRating === 0 ? 0 : failing(({ rating }) => rating !== null),
    hasWebsite: failing(tests.hasWebsite),
    withoutWebsite: failing(tests.withoutWebsite),
    hasPhoneNumber: failing(tests.hasPhoneNumber),
    hasEmail: failing(tests.hasEmail),
    minQuality: failing(tests.minQuality),
    independentOnly: failing(tests.independentOnly),
    firstSeenWithinDays: failing(tests.firstSeenWithinDays),
    keywords: failing(tests.keywords),
    owned: 0,
  }
}
