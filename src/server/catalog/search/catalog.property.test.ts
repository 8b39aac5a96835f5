import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cellOf } from '#geography/index.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { comparePlaces } from '#server/catalog/merge/compare-places.ts'
import { Groups } from '#server/catalog/merge/groups.rules.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { FoundPlace } from '#server/catalog/place/places-provider.ts'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { PageKey, SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import { suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, samplePlace, testDeps } from '#tests/support/imports.ts'
import { type TestFact, visited } from '#tests/support/visited-sites.ts'
import { catalogProvider } from './catalog-search.repository.ts'

const PAGE = 4
const coveredCells = [cellOf(inBoulder.lat, inBoulder.lon)]

type Story = { first: CatalogPlace[]; second: CatalogPlace[]; list: CatalogPlace[]; entries: SuppressionEntry[] }

describeOnBothDatabases('a catalog of two sources, with a second release and a do-not-contact list', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  const deps = (rebuildFromRows: number) => testDeps(db, { rebuildFromRows })
  const importRelease = (release: string, places: CatalogPlace[], rebuildFromRows: number) =>
    importPlaces(deps(rebuildFromRows), { source: 'overture', release, places, coveredCells })
  const importList = (places: CatalogPlace[], rebuildFromRows: number) =>
    importPlaces(deps(rebuildFromRows), { source: 'csv', listName: 'own', release: '2026-05-01', places })
  const reset = async () => {
    await emptyCatalog(db)
    await db.query('TRUNCATE suppression, site_visit, site_check, site_fact, site_kind')
  }
  const visit = async (visits: Visits) => {
    for (const [domain, facts] of Object.entries(visits)) await visited(db, domain, facts)
    await applySiteFacts({ db })
  }
  const searchAll = async (limit: number): Promise<{ total: number; places: FoundPlace[] }> => {
    const [category] = await db.query<{ id: number }>(`SELECT id FROM category WHERE key = 'plumbing'`)
    const places: FoundPlace[] = []
    for (let after: PageKey | null = null; ;) {
      const found = await catalogProvider(db).search(planOf(category?.id ?? 0), { after, limit })
      places.push(...found.places)
      after = found.places.at(-1)?.pageKey ?? null
      if (found.places.length < limit) return { total: found.total, places }
    }
  }

  test('has each business once, without suppressed and removed ones, in whatever order they were imported', async () => {
    let merged = 0
    let suppressed = 0
    await fc.assert(
      fc.asyncProperty(storyOf, async story => {
        const { first, second, list, entries } = story
        await reset()
        await importRelease('2026-04-15.0', first, Number.MAX_SAFE_INTEGER)
        await importList(list, 0)
        await suppress(deps(0), entries, 'test')
        await importRelease('2026-05-20.0', second, Number.MAX_SAFE_INTEGER)
        const found = await searchAll(PAGE)
        expect(found.places).toHaveLength(found.total)
        assertRight(found.places, story, await datasetsOf(db))
        merged += found.places.filter(place => place.provenance !== null).length
        suppressed += entries.length
        // In reverse order, each with one import and without the first release, gives the same catalog.
        await reset()
        await suppress(deps(0), entries, 'test')
        await importRelease('2026-05-20.0', second, 0)
        await importList(list, Number.MAX_SAFE_INTEGER)
        const other = await searchAll(1000)
        expect(factsOf(other.places)).toEqual(factsOf(found.places))
      }),
      { numRuns: 6, seed: 5 },
    )
    expect(merged).toBeGreaterThan(0)
    expect(suppressed).toBeGreaterThan(0)
  })

  test('has what businesses say on their websites, whether these were read before or after the imports', async () => {
    let completed = 0
    await fc.assert(
      fc.asyncProperty(storyOf, visitsOf, visitsOf, async (story, before, after) => {
        const { first, second, list, entries } = story
        const last = { ...nothing, ...after }
        await reset()
        await importRelease('2026-04-15.0', first, Number.MAX_SAFE_INTEGER)
        await visit(before)
        await importList(list, 0)
        await suppress(deps(0), entries, 'test')
        await importRelease('2026-05-20.0', second, Number.MAX_SAFE_INTEGER)
        await visit(last)
        const found = await searchAll(PAGE)
        expect(found.places).toHaveLength(found.total)
        completed += found.places.filter(({ provenance }) => provenance?.site !== undefined).length
        await reset()
        await visit(last)
        await importRelease('2026-05-20.0', second, 0)
        await importList(list, Number.MAX_SAFE_INTEGER)
        await suppress(deps(0), entries, 'test')
        const other = await searchAll(1000)
        expect(factsOf(other.places)).toEqual(factsOf(found.places))
        // Without the websites, phones, names, and addresses are the same.
        await visit(nothing)
        const alone = await searchAll(1000)
        // Of several places with one phone and name, only the best is listed. A website can make another one the best.
        const unlisted = alone.places.filter(place => !other.places.some(({ id }) => id === place.id))
        expect(other.places.map(lineOf)).toEqual(expect.arrayContaining(unlisted.map(lineOf)))
        for (const place of alone.places) {
          const complete = other.places.find(({ id }) => id === place.id)
          if (complete === undefined) continue
          const { name, street, website } = place
          const phone = place.phone ?? complete.phone
          expect(complete).toMatchObject({ name, street, website, phone })
        }
      }),
      { numRuns: 4, seed: 5, endOnFailure: true },
    )
    expect(completed).toBeGreaterThan(0)
  })
})

async function datasetsOf(db: Db): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; source: string }>('SELECT id, source FROM dataset')
  return new Map(rows.map(({ id, source }) => [id, source]))
}

/** Checks the result against the imported rows by comparing all pairs. */
function assertRight(found: FoundPlace[], { second, list, entries }: Story, datasets: Map<number, string>): void {
  const rows = [
    ...second.map(place => ({ key: `overture:${place.sourceId}`, place })),
    ...list.map(place => ({ key: `csv:${place.sourceId}`, place })),
  ]
  const isListed = ({ place }: { place: CatalogPlace }) =>
    entries.some(({ value }) => value === String(place.phone) || value === place.domain)
  const foundKeys = found.map(({ provenance, datasetId, sourceId }) =>
    (provenance?.members ?? [{ datasetId, sourceId }]).map(row => `${datasets.get(row.datasetId)}:${row.sourceId}`),
  )
  const byKey = new Map(rows.map(row => [row.key, row]))
  // Nothing removed, nothing suppressed, each row once, each phone once with a name.
  expect(foundKeys.flat().filter(key => !byKey.has(key))).toEqual([])
  expect(foundKeys.flat().filter(key => isListed(byKey.get(key) ?? { place: samplePlace({ sourceId: '' }) }))).toEqual(
    [],
  )
  expect(new Set(foundKeys.flat()).size).toBe(foundKeys.flat().length)
  const lines = found.filter(({ phone }) => phone !== null)
  expect(new Set(lines.map(lineOf)).size).toBe(lines.length)
  // Every other row is missing for a reason: its business is suppressed, or its phone and name are those of another lead.
  const groups = new Groups()
  for (const [a, one] of rows.entries())
    for (const [b, other] of rows.entries())
      if (a < b && comparePlaces({ ...one.place, id: a }, { ...other.place, id: b }) === 'same') groups.join(a, b)
  const groupOf = (index: number) => groups.all().find(group => group.includes(index)) ?? [index]
  const isExplained = (index: number) => {
    const group = groupOf(index).flatMap(member => rows[member] ?? [])
    const has = (fact: 'phone' | 'name', lead: FoundPlace) => group.some(({ place }) => place[fact] === lead[fact])
    return group.some(isListed) || lines.some(lead => has('phone', lead) && has('name', lead))
  }
  const missing = rows.flatMap(({ key }, index) => (foundKeys.flat().includes(key) || isExplained(index) ? [] : key))
  expect(missing).toEqual([])
}

const lineOf = ({ phone, name }: FoundPlace): string => `${phone} ${name.toLowerCase()}`

type Visits = Record<string, TestFact[]>
const nothing: Visits = { 'ace.org': [], 'boulderpipes.org': [] }
const visitsOf: fc.Arbitrary<Visits> = fc.dictionary(
  fc.constantFrom('ace.org', 'boulderpipes.org'),
  fc.subarray<TestFact>([
    { kind: 'email', value: 'info@ace.org' },
    { kind: 'email', value: 'boulderpipes@gmail.com' },
    { kind: 'phone', value: '13034400099' },
    { kind: 'social', value: 'https://facebook.com/ace' },
    { kind: 'rating', value: '4.8 (63)' },
    { kind: 'gone', value: 'parked' },
  ]),
  { maxKeys: 2 },
)

const factsOf = (places: FoundPlace[]) =>
  places
    .map(({ sourceId, name, phone, website, email, street, quality, rating }) =>
      [sourceId, name, phone, website, email, street, quality, rating].join('|'),
    )
    .toSorted()

const planOf = (categoryId: number): SearchPlan => ({
  what: { categoryIds: [categoryId], relatedMains: [] },
  where: { anyOf: [{ ...inBoulder, radiusMiles: 10 }] },
  filters: noFilters,
  sortBy: 'relevance',
  withoutSample: true,
})

// Few different values, so that many rows are similar.
const placeOf = (prefix: string): fc.Arbitrary<CatalogPlace> =>
  fc
    .record({
      number: fc.integer({ min: 0, max: 12 }),
      name: fc.constantFrom(
        'Ace Plumbing',
        'Ace Plumbing & Heating',
        'Ace Plumbing LLC',
        'Boulder Pipes',
        'Cedar Water',
      ),
      phone: fc.option(fc.integer({ min: 13_034_400_001, max: 13_034_400_006 })),
      street: fc.constantFrom(null, '1 Main St', '1 Main Street', '2 Pearl St'),
      domain: fc.constantFrom(null, 'ace.org', 'boulderpipes.org'),
      shift: fc.constantFrom(0, 0.001, 0.03),
      quality: fc.integer({ min: 30, max: 90 }),
    })
    .map(({ number, name, phone, street, domain, shift, quality }) =>
      samplePlace({
        sourceId: `${prefix}${number}`,
        name,
        phone,
        street,
        domain,
        website: domain === null ? null : `https://${domain}`,
        lat: inBoulder.lat + shift,
        quality,
        rating: null,
        reviewCount: null,
        license: prefix === 'o' ? 'CDLA-Permissive-2.0' : 'Operator-supplied',
      }),
    )
const placesOf = (prefix: string) =>
  fc.uniqueArray(placeOf(prefix), { minLength: 1, maxLength: 10, selector: ({ sourceId }) => sourceId })

const storyOf: fc.Arbitrary<Story> = fc.record({
  first: placesOf('o'),
  second: placesOf('o'),
  list: placesOf('c'),
  entries: fc.uniqueArray(
    fc.oneof(
      fc.constantFrom(13_034_400_001, 13_034_400_002).map(phone => ({ kind: 'phone' as const, value: String(phone) })),
      fc.constant({ kind: 'domain' as const, value: 'boulderpipes.org' }),
    ),
    { maxLength: 2, selector: ({ value }) => value },
  ),
})
