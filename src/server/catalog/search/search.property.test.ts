import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { filterNames, perFilter, yesNoFilterNames } from '#contract/searches/search-filters.ts'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { PageKey, SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Db } from '#server/platform/database/db.ts'
import { anyPlace, anyPlan, anyPolygon } from '#tests/support/any-search.ts'
import { bruteForce, bruteLeftOut, type Seeded } from '#tests/support/brute-force.ts'
import { type DatabaseKind, describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedCategories, seedPlaces } from '#tests/support/seed-places.ts'
import { catalogProvider } from './catalog-search.repository.ts'

const PLACES = 1500
const CATEGORIES = 12
const PAGE = 7

/** How many searches are tried. The embedded database runs the same SQL, so a quarter is enough there. */
const casesOn = (kind: DatabaseKind, count: number): number => (kind === 'embedded' ? count / 4 : count)

describeOnBothDatabases('search compared with a brute-force filter of the same rows', (open, kind) => {
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
    const seeds = fc.sample(anyPlace(categoryIds), sample)
    const ids = await seedPlaces(db, seeds, source)
    return seeds.map((seed, index) => Object.assign(seed, { id: ids[index] ?? 0, isSample: source === 'demo' }))
  }

  test('finds the same places in the same order with the same total for any search', async () => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(anyPlan(categoryIds), async plan => {
        const expected = bruteForce(places, plan)
        const found = await catalogProvider(db).search(plan, { after: null, limit: 5000 })
        hits += expected.length
        expect(found.places.map(place => place.id)).toEqual(expected.map(place => place.id))
        expect(found.total).toBe(expected.length)
        expect(found.leftOut).toEqual(bruteLeftOut(places, plan))
      }),
      { numRuns: casesOn(kind, 360), seed: 11 },
    )
    expect(hits).toBeGreaterThan(casesOn(kind, 3000))
  })

  test('finds exactly the places inside of 1,000 drawn areas', async () => {
    let inside = 0
    const what = { categoryIds: categoryIds.slice(0, 4), relatedMains: categoryIds }
    await fc.assert(
      fc.asyncProperty(anyPolygon, async polygon => {
        const plan: SearchPlan = {
          what,
          where: { anyOf: [{ polygon }] },
          filters: noFilters,
          sortBy: 'relevance',
          withoutSample: true,
        }
        const { total } = await catalogProvider(db).count(plan, { atMost: 0 })
        inside += total
        expect(total).toBe(bruteForce(places, plan).length)
      }),
      { numRuns: 1000, seed: 31 },
    )
    expect(inside).toBeGreaterThan(10_000)
  })

  test('a count has the same total, and the ids and phones of all leads or none', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan(categoryIds), fc.constantFrom(5, 10_000), async (plan, atMost) => {
        const expected = bruteForce(places, plan)
        const { total, matches } = await catalogProvider(db).count(plan, { atMost })
        expect(total).toBe(expected.length)
        const known = expected.map(({ id, phone }): [number, number] => [id, phone ?? 0]).toSorted(([a], [b]) => a - b)
        expect(matches?.toSorted(([a], [b]) => a - b) ?? null).toEqual(total > atMost ? null : known)
      }),
      { numRuns: casesOn(kind, 60) },
    )
  })

  test('a count says how many leads a search finds with each further choice of the form', async () => {
    const choices = fc
      .constantFrom(...yesNoFilterNames, 'minRating' as const, 'minQuality' as const)
      .map((name): UsedFilter => ({ name, value: valueOf[name] }))
    const valueOf = { ...perFilter(() => true as const), minRating: 4.5, minQuality: 60 }
    await fc.assert(
      fc.asyncProperty(anyPlan(categoryIds), fc.array(choices, { minLength: 1, maxLength: 4 }), async (plan, asked) => {
        const counted = await catalogProvider(db).count(plan, { atMost: 0, choices: asked })
        const expected = asked.map(({ name, value }) => {
          const filters = { ...plan.filters, [name]: value }
          return bruteForce(places, { ...plan, filters }).length
        })
        expect(counted.choices).toEqual(expected)
      }),
      { numRuns: casesOn(kind, 100), seed: 23 },
    )
  })

  test('the leads that a filter leaves out and those that it lists are together all leads of the search', async () => {
    const choices = { minRating: 4, minQuality: 60, firstSeenWithinDays: '2026-02-01', keywords: ['dental'] }
    const valueOf = { ...perFilter<unknown>(() => true), ...choices }
    await fc.assert(
      fc.asyncProperty(anyPlan(categoryIds), fc.constantFrom(...filterNames), async (plan, name) => {
        const first = { after: null, limit: 1 }
        const all = await catalogProvider(db).search({ ...plan, filters: noFilters }, first)
        const some = await catalogProvider(db).search(
          { ...plan, filters: { ...noFilters, [name]: valueOf[name] } },
          first,
        )
        expect(some.total + some.leftOut[name]).toBe(all.total)
      }),
      { numRuns: casesOn(kind, 100), seed: 19 },
    )
  })

  test('gives all pages without gaps or duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan(categoryIds), async plan => {
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
