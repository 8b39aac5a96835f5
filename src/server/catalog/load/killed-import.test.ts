import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findReportedPlace } from '#server/catalog/corrections/place-overrides.repository.ts'
import { readLastChanges } from '#server/catalog/counts/public-count.repository.ts'
import { placesOfPhones } from '#server/catalog/recognize/recognize.repository.ts'
import { placeMarks, placesNamed, returnMarks } from '#server/catalog/search/catalog-search.repository.ts'
import { hasChanges, whereAdded } from '#server/catalog/search/news.repository.ts'
import { sitesInCells } from '#server/catalog/sites/sites.repository.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'
import { workTables } from '#server/catalog/tables/work-tables.sql.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { catalogState, emptyCatalog, offeredNames, samplePlace, testDeps, versionOf } from '#tests/support/imports.ts'
import { killedLoad, load, phoneOf, shops, withHook } from '#tests/support/unpublished-import.ts'
import { importPlaces } from './import.usecases.ts'

const ALL_RUNS = { after: 0, through: 2 ** 31 - 1 }
/** So many that a website of all these branches would not be read. */
const manyMore = Array.from({ length: 24 }, (_, n) => `branch ${n}`)
const online = { website: 'https://shop.example', domain: 'shop.example' }

async function countIn(db: Db, what: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)
  return row?.count ?? 0
}

describeOnBothDatabases('after a killed import', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyCatalog(db)
    await load(db, '2026-03-15', shops(['a', 'b'], online))
    await load(db, '2026-04-15', shops(['a'], online))
  })

  const count = (what: string) => countIn(db, what)
  const changeSomething = () =>
    importPlaces(testDeps(db), { source: 'csv', listName: 'x', release: '2026-01-01', places: shops(['of the list']) })
  /** What keys and lists lead to, and what the readers of the change log find. */
  const found = async () => {
    const [dataset] = await db.query<{ id: number }>(`SELECT id FROM dataset WHERE source = 'overture'`)
    const names = [{ datasetId: dataset?.id ?? 0, sourceId: 'b' }]
    const cells = (await db.query<{ cell: number }>('SELECT DISTINCT cell FROM place')).map(({ cell }) => cell)
    const newest = await count('import_run')
    return {
      placesNamed: (await placesNamed(db, names)).size,
      placeMarks: (await placeMarks(db, names)).size,
      returnMarks: (await returnMarks(db, names)).size,
      reported: await findReportedPlace(db, 'overture:b'),
      id: await db.query(`SELECT ${placeIdOf(`'overture:b'`)} AS id`),
      sites: await sitesInCells(db, cells, { now: new Date('2026-05-01'), limit: 9, areNew: true }),
      anyChange: await hasChanges(db, ALL_RUNS),
      whereAdded: await whereAdded(db, ALL_RUNS),
      lastChanges: [...(await readLastChanges(db)).values()],
      newest,
    }
  }

  test('its rows are not found by the keys of vanished places, by websites, or in the log of changes', async () => {
    const before = await found()
    expect(before).toMatchObject({
      placesNamed: 0,
      reported: undefined,
      id: [{ id: null }],
      sites: [{ names: ['Shop a'] }],
    })
    await killedLoad(db, '2026-05-20', shops(['a', 'b', ...manyMore], online))
    expect(await count('place')).toBe(26)
    expect(await found()).toEqual(before)
    const version = await versionOf(db)
    await changeSomething()
    expect(await versionOf(db)).toBe(version + 1)
    expect(await count(`place WHERE source_id = 'b'`)).toBe(0)
  })

  test('its rows do not push published ones out of a limited list', async () => {
    const before = await placesOfPhones(db, [{ at: 0, phone: phoneOf(0) }])
    expect(before).toHaveLength(1)
    const south = { lat: 40.01, phone: phoneOf(0) }
    const hidden = Array.from({ length: 30 }, (_, n) =>
      samplePlace({ sourceId: `south ${n}`, name: `South ${n}`, ...south }),
    )
    await killedLoad(db, '2026-05-20', [...shops(['a'], online), ...hidden])
    expect(await placesOfPhones(db, [{ at: 0, phone: phoneOf(0) }])).toEqual(before)
  })

  test('the changes of published imports stay, even if their records are gone', async () => {
    await killedLoad(db, '2026-05-20', shops(['a', 'b'], online))
    const [killed] = await db.query<{ run: number }>('SELECT unpublished_run AS run FROM catalog_version')
    await db.query('DELETE FROM import_run')
    await changeSomething()
    expect(await count(`place_change WHERE import_run_id = ${killed?.run}`)).toBe(0)
    expect(await count('place_change')).toBe(1)
  })
})

describeOnBothDatabases('an import', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyCatalog(db)
    await load(db, '2026-04-15', shops(['a', 'b', 'c', 'd']))
  })

  test.each([
    ['place', Number.MAX_SAFE_INTEGER],
    ['import_run', Number.MAX_SAFE_INTEGER],
    ['place', 0],
  ])('does not harm a catalog whose sequence is behind the ids of %s (rebuilt from %i rows)', async (table, rows) => {
    await db.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT min(id) FROM ${table}), false)`)
    await load(db, '2026-05-20', shops(['a', 'b', 'c', 'd', 'e']), rows)
    expect(await offeredNames(db)).toEqual(['a', 'b', 'c', 'd', 'e'].map(id => `Shop ${id}`))
  })

  /** Empties the work tables, as the database does after a crash. Nothing else is lost. */
  const loseWorkTables = async () => {
    const tables = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname = ANY ($1) AND relkind = 'r'`,
      [workTables],
    )
    const emptied = tables.map(({ name }) => name)
    if (emptied.length > 0) await db.query(`TRUNCATE ${emptied.join(', ')}`)
  }

  test('fails, and does not report an unchanged catalog, if a crash has emptied its work tables', async () => {
    const crashing = withHook(db, async text => {
      if (text.includes('content_hash <> s.content_hash')) await loseWorkTables()
    })
    const places = shops(['a', 'b', 'c', 'd', 'e'])
    const failing = importPlaces(testDeps(crashing), { source: 'overture', release: '2026-05-20', places })
    await expect(failing).rejects.toThrow('restarted')
    expect(await countIn(db, 'import_run')).toBe(1)
  })

  test.each(['row by row', 'by a rebuilt catalog'])(
    'publishes nothing if a crash has emptied its work tables, %s',
    async how => {
      const state = await catalogState(db)
      const crashing = withHook(db, async text => {
        if (text.trim().startsWith('BEGIN')) await loseWorkTables()
      })
      const deps = testDeps(crashing, { rebuildFromRows: how === 'row by row' ? Number.MAX_SAFE_INTEGER : 0 })
      const places = shops(['b', 'c', 'e'])
      const failing = importPlaces(deps, { source: 'overture', release: '2026-05-20', places, isWholeInCells: true })
      await expect(failing).rejects.toThrow('restarted')
      expect(await catalogState(db)).toEqual(state)
    },
  )

  test('reports its own error if the cleanup fails, too, and counts as done if only the cleanup fails', async () => {
    let isOver = false
    const failing = (when: string) =>
      withHook(db, async text => {
        if (isOver) throw new Error('cannot tidy up')
        if (text.trim().startsWith(when)) {
          isOver = true
          throw new Error('out of luck')
        }
      })
    await expect(load(failing('INSERT INTO place_category'), '2026-05-20', shops(['a', 'e']))).rejects.toThrow(
      'out of luck',
    )
    let drops = 0
    const untidy = withHook(db, async text => {
      // Before the work, its tables are dropped, too.
      if (text.startsWith('DROP TABLE IF EXISTS import_mark') && ++drops === 2) throw new Error('cannot tidy up')
    })
    await load(untidy, '2026-05-20', shops(['a', 'e']))
    expect(drops).toBe(2)
    expect(await offeredNames(db)).toEqual(['Shop a', 'Shop e'])
  })
})
