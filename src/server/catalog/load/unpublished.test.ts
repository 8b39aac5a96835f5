import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { placesOfPhones } from '#server/catalog/recognize/recognize.repository.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { countOffered } from '#server/catalog/tables/catalog.repository.ts'
import { placesStatus } from '#server/catalog/tables/dataset.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { catalogState, emptyCatalog, inDenver, offeredNames, samplePlace, testDeps } from '#tests/support/imports.ts'
import { killedLoad, load, phoneOf, shops, withHook } from '#tests/support/unpublished-import.ts'
import { importPlaces } from './import.usecases.ts'

const before = shops(['same', 'renamed', 'gone', 'shares a phone'])
/** In both cells are new places: one that shares a phone, two of one business, and one with a place of another source. */
const after = [
  ...shops(['same']),
  ...shops(['renamed'], { name: 'Shop of May', phone: phoneOf(1), street: '1 Pearl St' }),
  ...shops(['shares a phone'], { phone: phoneOf(3) }),
  samplePlace({ sourceId: 'new', name: 'Quite another', street: '90 Broadway', phone: phoneOf(3) }),
  ...['first', 'second'].map(sourceId =>
    samplePlace({ sourceId, name: 'Twice Dental', street: '5 Elm St', phone: phoneOf(9), ...inDenver }),
  ),
  samplePlace({ sourceId: 'of the list', name: 'Listed Grill', street: '7 Oak St', phone: phoneOf(8), ...inDenver }),
]
const ownList = [
  samplePlace({ sourceId: 'own', name: 'Listed Grill', street: '7 Oak St', phone: phoneOf(8), ...inDenver }),
]

const plan = (what: SearchPlan['what']): SearchPlan => ({
  what,
  where: { anyOf: [{ state: 'CO' }] },
  filters: noFilters,
  sortBy: 'relevance',
  withoutSample: true,
})

describeOnBothDatabases('an import that is not published yet', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyCatalog(db)
    await importPlaces(testDeps(db), { source: 'csv', listName: 'own', release: '2026-01-01', places: ownList })
    await load(db, '2026-04-15', before)
  })

  /** What searches, counts, and the readers of the change log find. */
  const found = async () => {
    const [plumbing] = await db.query<{ id: number }>(`SELECT id FROM category WHERE key = 'plumbing'`)
    const page = { after: null, limit: 50 }
    const searched = [
      { categoryIds: [plumbing?.id ?? 0], relatedMains: [] },
      { nameWords: ['shop'] },
      { nameWords: ['listed'] },
    ].map(what => catalogProvider(db).search(plan(what), page))
    const datasets = (await db.query<{ id: number }>('SELECT id FROM dataset ORDER BY id')).map(({ id }) => id)
    return JSON.stringify([
      (await Promise.all(searched)).map(({ places, total, version }) => ({ places, total, version })),
      await placesOfPhones(
        db,
        [3, 8, 9].map((phone, at) => ({ at, phone: phoneOf(phone) })),
      ),
      await countOffered(db, datasets),
      await placesStatus(db),
      await db.query('SELECT * FROM coverage ORDER BY cell, dataset_id, state'),
      await db.query(
        `SELECT c.place_key, c.kind, c.what FROM place_change c JOIN import_run r ON r.id = c.import_run_id ORDER BY c.id`,
      ),
    ])
  }

  test('is invisible until all of it is there', async () => {
    const seen: string[] = [await found()]
    let mostHidden = 0
    const watching = withHook(db, async () => {
      seen.push(await found())
      const [row] = await db.query<{ rows: number }>(
        `SELECT (SELECT count(*)::int FROM place WHERE id >= unpublished_from)
           + (SELECT count(*)::int FROM place_category WHERE place_id >= unpublished_from) AS rows FROM catalog_version`,
      )
      mostHidden = Math.max(mostHidden, row?.rows ?? 0)
    })
    await load(watching, '2026-05-20', after)
    seen.push(await found())
    const views = [...new Set(seen)]
    expect(views).toHaveLength(2)
    expect(views).toEqual([seen[0], seen.at(-1)])
    // Four new places. One of them is part of another, so it has no row by which searches find it.
    expect(mostHidden).toBe(4 + 3)
  })

  test.each(['INSERT INTO place_category', 'TRUNCATE import_touched', 'BEGIN'])(
    'leaves nothing behind if it fails at %s',
    async statement => {
      const state = await catalogState(db)
      const failing = withHook(db, async text => {
        if (text.trim().startsWith(statement)) throw new Error('out of luck')
      })
      await expect(load(failing, '2026-05-20', after)).rejects.toThrow('out of luck')
      expect(await catalogState(db)).toEqual(state)
      expect(await db.query('SELECT kind FROM place_change')).toEqual([])
    },
  )

  test('is removed by the next change of the catalog if its process was killed', async () => {
    await load(db, '2026-05-20', after)
    const names = await offeredNames(db)
    await emptyCatalog(db)
    await importPlaces(testDeps(db), { source: 'csv', listName: 'own', release: '2026-01-01', places: ownList })
    await load(db, '2026-04-15', before)
    const unharmed = await found()
    await killedLoad(db, '2026-05-20', after)
    expect(await hidden()).toBe(4)
    expect(await found()).toBe(unharmed)
    await load(db, '2026-05-20', after)
    expect(await hidden()).toBe(0)
    expect(await offeredNames(db)).toEqual(names)
    expect(await db.query('SELECT count(*)::int AS places FROM place')).toEqual([{ places: after.length + 1 }])
  })

  const hidden = async (): Promise<number> => {
    const [row] = await db.query<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM place, catalog_version WHERE id >= unpublished_from',
    )
    return row?.rows ?? 0
  }
})
