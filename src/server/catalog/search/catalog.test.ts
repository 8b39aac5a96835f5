import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { type Catalog, openCatalog } from './catalog.ts'

describeOnBothDatabases('the catalog snapshot in memory', open => {
  let db: Db
  let catalog: Catalog
  let reads: number
  /** Runs while the catalog is being read. */
  let meanwhile: () => Promise<void>

  beforeAll(async () => {
    db = await open()
    const query: Db['query'] = async (text, values) => {
      if (text.includes('FROM category')) {
        reads++
        await meanwhile()
      }
      return db.query(text, values)
    }
    meanwhile = async () => {}
    const watched = { ...db, query }
    catalog = await openCatalog({ db: watched, searchDb: watched })
  })
  beforeEach(() => {
    reads = 0
    meanwhile = async () => {}
  })

  test('is read once after a change, however many callers need it at the same time', async () => {
    await raiseCatalogVersion(db)
    const snapshots = await Promise.all(Array.from({ length: 20 }, () => catalog.refresh()))
    expect(reads).toBe(1)
    expect(new Set(snapshots)).toEqual(new Set([catalog.current()]))
  })

  test('includes a change that happens while it is being read', async () => {
    await raiseCatalogVersion(db)
    let later: Promise<number> | undefined
    meanwhile = async () => {
      meanwhile = async () => {}
      await raiseCatalogVersion(db)
      later = catalog.refresh().then(({ version }) => version)
    }
    const { version } = await catalog.refresh()
    expect(await later).toBe(version + 1)
    expect(catalog.current().version).toBe(version + 1)
  })

  test('is read again after a failed read', async () => {
    await raiseCatalogVersion(db)
    meanwhile = () => Promise.reject(new Error('cut off'))
    await expect(catalog.refresh()).rejects.toThrow('cut off')
    meanwhile = async () => {}
    expect((await catalog.refresh()).version).toBe(catalog.current().version)
    expect(reads).toBe(2)
  })

  test('rebuilds the category index only if the categories changed', async () => {
    const { categories, categoryNames } = catalog.current()
    await raiseCatalogVersion(db)
    const same = await catalog.refresh()
    expect(same.categories).toBe(categories)
    expect(same.categoryNames).toBe(categoryNames)
    await db.query(`INSERT INTO category (key, name) VALUES ('llama_barber', 'Llama Barber')`)
    await raiseCatalogVersion(db)
    expect([...(await catalog.refresh()).categoryNames.values()]).toContain('Llama Barber')
  })

  test('a replica answers a search only with the newest own do-not-contact list and its places, and never one without owned leads', async () => {
    let version = 1
    let isResolved = true
    let answered = ''
    const named = (name: string): Db => ({
      ...db,
      queryPrepared: async (text, values) => {
        if (text.includes('do_not_contact_version')) return [{ version, isResolved }] as never
        answered = name
        return db.queryPrepared(text, values)
      },
    })
    const { places } = await openCatalog({ db: named('primary'), searchDb: named('replica') })
    const plan: SearchPlan = {
      what: { categoryIds: [1], relatedMains: [] },
      where: { anyOf: [{ state: 'CO' }] },
      filters: noFilters,
      sortBy: 'relevance',
      withoutSample: true,
    }
    const doNotContact = { userId: 1, version: 2, kinds: ['phone', 'place', 'email', 'domain'] as const }
    await places.search(plan, { after: null, limit: 1, doNotContact })
    expect(answered).toBe('primary')
    await places.count(plan, { atMost: 0 })
    expect(answered).toBe('replica')
    await places.count(plan, { atMost: 0, doNotContact })
    expect(answered).toBe('primary')
    version = 2
    await places.countByCategory(plan, { doNotContact })
    expect(answered).toBe('replica')
    isResolved = false
    await places.count(plan, { atMost: 0, doNotContact })
    expect(answered).toBe('primary')
    await places.count(plan, { atMost: 0, doNotContact: { ...doNotContact, kinds: ['phone'] } })
    expect(answered).toBe('replica')
    // It may not have the newest leads either.
    await places.search(plan, { after: null, limit: 1, doNotContact, without: { userId: 1 } })
    expect(answered).toBe('primary')
  })
})
