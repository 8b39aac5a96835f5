import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flagAllTwins } from '#server/catalog/tables/derived.repository.ts'
import { type ChangeSize, inImportSession } from '#server/catalog/tables/import-session.ts'
import type { Db, Queryable, TimedBackground } from '#server/platform/database/db.ts'
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, offeredNames, plansOf, samplePlace, testDeps } from '#tests/support/imports.ts'
import type { ImportProgress } from './import-input.ts'
import { importPlaces } from './import.usecases.ts'

/** The database with a callback before each statement. */
function withHook(db: Db, onStatement: (text: string) => Promise<unknown> | void): Db {
  const hearing = <Heard extends Queryable>(session: Heard): Heard => ({
    ...session,
    query: async (text, values) => {
      await onStatement(text)
      return session.query(text, values)
    },
  })
  const calls = <Called extends Queryable & Pick<Db, 'transaction'>>(called: Called): Called => ({
    ...hearing(called),
    transaction: work => called.transaction(tx => work(hearing(tx))),
  })
  const heard = (background: TimedBackground): TimedBackground => ({
    ...calls(background),
    another: () => heard(background.another()),
  })
  return {
    ...calls(db),
    connect: async purpose => hearing(await db.connect(purpose)),
    ...('another' in db.background ? { background: heard(db.background) } : {}),
  }
}

/** Loads the next release into a catalog of one place by rebuilding it. */
const release = (db: Db, name: string, onProgress?: (progress: ImportProgress) => void) =>
  importPlaces(testDeps(db, { rebuildFromRows: 0 }), {
    source: 'overture',
    release: name,
    places: [samplePlace({ sourceId: 'ann', name: `Ann of ${name}` })],
    ...(onProgress === undefined ? {} : { onProgress }),
  })

describeOnBothDatabases('a new catalog', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyCatalog(db)
    await release(db, '2026-04-15')
  })

  test('locks the current one after its record and all changes are written', async () => {
    const statements: string[] = []
    await release(
      withHook(db, text => void statements.push(text)),
      '2026-05-20',
    )
    const lock = statements.findIndex(text => text.startsWith('LOCK TABLE'))
    const written = ['INSERT INTO import_run', 'INSERT INTO place_change', 'INSERT INTO coverage']
    expect(written.map(start => statements.some(text => text.startsWith(start)))).toEqual([true, true, true])
    expect(written.flatMap(start => statements.slice(lock).filter(text => text.startsWith(start)))).toEqual([])
    expect(await db.query('SELECT kind FROM place_change')).toEqual([{ kind: 'changed' }])
  })

  test('does not replace a table that was altered during the rebuild', async () => {
    const altering = withHook(db, async text => {
      if (text === 'VACUUM place_next') await db.query('ALTER TABLE place ADD COLUMN opening_hours text')
    })
    await expect(release(altering, '2026-05-20')).rejects.toThrow('"opening_hours" of place was changed')
    expect(await db.query('SELECT name, opening_hours FROM place')).toEqual([
      { name: 'Ann of 2026-04-15', opening_hours: null },
    ])
    await release(db, '2026-05-20')
    expect(await offeredNames(db)).toEqual(['Ann of 2026-05-20'])
    await db.query('ALTER TABLE place DROP COLUMN opening_hours')
  })

  test('marks twins in one pass, even if they exceed the memory of a statement', async () => {
    const plan = await plansOf(db, { work_mem: '64kB' }, asked => flagAllTwins(asked, 'place'))
    expect(plan.filter(line => line.includes('SubPlan'))).toEqual([])
    expect(plan).toContain('Update on place p')
  })
})

describeOnBothDatabases('a change of the catalog', (open, kind) => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })

  test.each<
    [rows: number, kind: keyof ChangeSize | 'addedBeside', places: number, embedded: boolean, postgres: boolean]
  >([
    [3545, 'changed', 123_000, false, false],
    [4999, 'changed', 123_000, false, false],
    [5000, 'changed', 123_000, true, false],
    [9999, 'addedBeside', 123_000, false, false],
    [10_000, 'addedBeside', 123_000, true, false],
    [19_999, 'vanished', 1_000_000, false, false],
    [20_000, 'vanished', 1_000_000, true, false],
    [150_000, 'added', 1_000_000, false, false],
    [1499, 'changed', 2000, false, false],
    [1500, 'changed', 30_000, true, false],
    [1500, 'changed', 30_001, false, false],
    [1500, 'added', 4500, false, false],
    [20_000, 'added', 0, false, true],
    [20_000, 'changed', 80_001, true, false],
  ])('of %i %s rows in %i places rebuilds the catalog if that is faster or blocks less', async (...facts) => {
    const [rows, changed, places, embedded, postgres] = facts
    const size = { added: 0, changed: 0, vanished: 0, [changed]: rows }
    const countAddedBeside = () => Promise.resolve(changed === 'addedBeside' ? rows : 0)
    const shouldRebuild = await inImportSession(db, async session =>
      session.shouldRebuild({ ...size, countAddedBeside }, places),
    )
    expect(shouldRebuild).toBe({ embedded, postgres }[kind])
  })
})

describe('a backup that reads the catalog for a long time', () => {
  test('makes an import wait and say so, while searches continue', async () => {
    const db = await createTestDatabase('postgres')
    await release(db, '2026-04-15')
    const backup = await db.connect()
    await backup.query('BEGIN')
    await backup.query('LOCK TABLE place, place_category IN ACCESS SHARE MODE')
    const waits = Promise.withResolvers()
    const importing = release(db, '2026-05-20', ({ phase }) => {
      if (phase === 'waiting') waits.resolve(phase)
    })
    expect(await Promise.race([waits.promise, importing])).toBe('waiting')
    const searched = await db.transaction(async tx => {
      await tx.query("SET LOCAL lock_timeout = '10ms'")
      return tx.query('SELECT p.name FROM place p JOIN place_category c ON c.place_id = p.id')
    })
    expect(searched).toEqual([{ name: 'Ann of 2026-04-15' }])
    await backup.query('COMMIT')
    backup.release()
    await importing
    expect(await offeredNames(db)).toEqual(['Ann of 2026-05-20'])
    await db.close()
  })
})
