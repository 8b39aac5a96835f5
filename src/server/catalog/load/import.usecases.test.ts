import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import {
  catalogState,
  emptyCatalog,
  inBoulder,
  inDenver,
  offeredNames,
  samplePlace,
  schemaOf,
  searchPrepared,
  twinNames,
  testDeps,
  versionOf,
  writeCsv,
  writeOverture,
} from '#tests/support/imports.ts'
import { dropPlaces, placesStatus } from './drop-places.usecases.ts'
import type { FileImport } from './import-input.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ann = { id: 'ann', name: 'Ann Plumbing', ...inBoulder, phones: ['303-440-0001'] }
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'] }
const cat = { id: 'cat', name: 'Cat Plumbing', ...inDenver, phones: ['303-440-0003'] }

// Small changes are written row by row, and large ones rebuild the catalog. Both must give the same result.
describe.each([
  ['row by row', Number.MAX_SAFE_INTEGER],
  ['as a rebuilt catalog', 0],
])('an import written %s', (_, rebuildFromRows) => {
  describeOnBothDatabases('the catalog', open => {
    let db: Db
    beforeAll(async () => {
      db = await open()
    })
    beforeEach(() => emptyCatalog(db))
    const deps = () => testDeps(db, { rebuildFromRows })
    const importOverture = async (places: Parameters<typeof writeOverture>[2], release: string) =>
      importPlaces(deps(), { files: [await writeOverture(folder, 'places.parquet', places)], release })
    const importList = async (lines: string[], options: Partial<FileImport> = {}) => {
      const [summary] = await importFiles(deps(), { files: [await writeCsv(folder, 'list.csv', lines)], ...options })
      if (summary === undefined) throw new Error('no summary')
      return summary
    }

    test('has the places of the file, ready to be searched', async () => {
      const { counts } = await importOverture([ann, { ...bob, status: 'permanently_closed' }, cat], '2026-04-15.0')
      expect(counts).toMatchObject({ read: 3, added: 2, rejected: 1 })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Cat Plumbing'])
      const [row] = await db.query(
        `SELECT p.phone, p.city, p.state, p.flags, c.relevance - p.quality AS main, c.earlier, k.key, k.parent_key
         FROM place p JOIN place_category c ON c.place_id = p.id JOIN category k ON k.id = c.category_id
         WHERE p.source_id = 'ann'`,
      )
      expect(row).toEqual({
        phone: 13_034_400_001,
        city: 'Boulder',
        state: 'CO',
        flags: placeFlags.phone | placeFlags.kindConfirmed,
        main: 101,
        earlier: null,
        key: 'plumbing',
        parent_key: 'home_service',
      })
    })

    test('does not change when the same release comes again', async () => {
      await importOverture([ann, bob, cat], '2026-04-15.0')
      const before = await versionOf(db)
      const { counts, hasChanged } = await importOverture([ann, bob, cat], '2026-04-15.0')
      expect(counts).toMatchObject({ read: 3, added: 0, changed: 0, unchanged: 3, vanished: 0 })
      expect(hasChanged).toBe(false)
      expect(await versionOf(db)).toBe(before)
    })

    test('updates a changed row under the same id', async () => {
      await importOverture([ann, bob], '2026-04-15.0')
      const idOf = () => db.query('SELECT id FROM place WHERE source_id = $1', ['ann'])
      const before = await idOf()
      const { counts } = await importOverture([{ ...ann, name: 'Anna Plumbing' }, bob], '2026-05-20.0')
      expect(counts).toMatchObject({ added: 0, changed: 1, unchanged: 1, vanished: 0 })
      expect(await offeredNames(db)).toEqual(['Anna Plumbing', 'Bob Plumbing'])
      expect(await idOf()).toEqual(before)
    })

    test("loses places that a newer release no longer has, but only in that release's cells", async () => {
      await importOverture([ann, bob, cat], '2026-04-15.0')
      const { counts } = await importOverture([ann], '2026-05-20.0')
      expect(counts).toMatchObject({ added: 0, unchanged: 1, vanished: 1 })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Cat Plumbing'])
      const [status] = await placesStatus(db)
      expect(status).toMatchObject({ source: 'overture', places: 2, cells: 2, states: ['CO'] })
      expect(status?.releases).toEqual(['2026-04-15.0', '2026-05-20.0'])
    })

    test('combines the files of one release', async () => {
      await importOverture([ann], '2026-04-15.0')
      const { counts } = await importOverture([bob], '2026-04-15.0')
      expect(counts).toMatchObject({ added: 1, vanished: 0 })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    })

    test('is not reverted by an older release', async () => {
      await importOverture([{ ...ann, name: 'Anna Plumbing' }], '2026-05-20.0')
      const { counts } = await importOverture([ann, bob, cat], '2026-04-15.0')
      expect(counts).toMatchObject({ read: 3, added: 1, changed: 0, outdated: 2 })
      expect(await offeredNames(db)).toEqual(['Anna Plumbing', 'Cat Plumbing'])
    })

    test('follows a business that moves to another cell', async () => {
      await importOverture([ann, bob], '2026-04-15.0')
      const { counts } = await importOverture([{ ...ann, ...inDenver }], '2026-05-20.0')
      expect(counts).toMatchObject({ changed: 1, vanished: 0 })
      const rows = await db.query('SELECT release, place_count FROM coverage ORDER BY release')
      expect(rows).toEqual([
        { release: '2026-04-15.0', place_count: 1 },
        { release: '2026-05-20.0', place_count: 1 },
      ])
    })

    test('replaces a list with the same name and keeps other lists', async () => {
      await importList(['name,zip,phone', 'Old,80302,303-440-0001', 'Same,80302,303-440-0002'], { listName: 'mine' })
      await importList(['name,zip', 'Other,80302'], { listName: 'theirs' })
      const { counts, list } = await importList(['name,zip,phone', 'Same,80302,303-440-0002', 'New,80302,'], {
        listName: 'mine',
      })
      expect(list).toBe('mine')
      expect(counts).toMatchObject({ added: 1, unchanged: 1, vanished: 1 })
      const rows = await db.query<{ name: string }>('SELECT name FROM place ORDER BY name')
      expect(rows.map(row => row.name)).toEqual(['New', 'Other', 'Same'])
    })

    test('keeps two departments at one address, and merges duplicate rows', async () => {
      const { counts } = await importList([
        'name,address,zip,phone,type',
        'Clinic Cardiology,1 Main St,80302,303-440-0001,Doctor',
        'Clinic Radiology,1 Main St,80302,303-440-0002,Doctor',
        'CLINIC RADIOLOGY,1 Main St,80302,303-440-0002,Doctor',
      ])
      expect(counts).toMatchObject({ read: 3, added: 2, merged: 1 })
      expect(await offeredNames(db)).toEqual(['CLINIC RADIOLOGY', 'Clinic Cardiology'])
    })

    test('offers a business once if it is listed with two numbers at one address', async () => {
      const header = 'name,address,zip,phone,type'
      await importList([
        header,
        'Clinic,1 Main St,80302,303-440-0001,Doctor',
        'Clinic,1 Main St,80302,303-440-0002,Doctor',
      ])
      expect(await offeredNames(db)).toEqual(['Clinic'])
    })

    test('marks places with one phone and name as twins as long as there are several', async () => {
      const branch = { ...bob, ...inDenver, name: 'ANN Plumbing', phones: ann.phones }
      await importOverture([ann, branch, cat], '2026-04-15.0')
      expect((await twinNames(db)).toSorted()).toEqual(['ANN Plumbing', 'Ann Plumbing'])
      await importOverture([ann, { ...branch, name: bob.name }, cat], '2026-05-20.0')
      expect(await twinNames(db)).toEqual([])
      await importList(['name,zip,phone,type', 'Cat Plumbing,80302,303-440-0003,Plumber'])
      expect(await twinNames(db)).toEqual(['Cat Plumbing'])
      await dropPlaces(deps(), 'csv')
      expect(await twinNames(db)).toEqual([])
    })

    test('shows sample data only where there is no real data', async () => {
      const places = [samplePlace({ sourceId: '1' }), samplePlace({ sourceId: '2', ...inDenver })]
      await importPlaces(deps(), { places, source: 'demo', release: '2026-02-01' })
      expect(await offeredNames(db)).toEqual(['Sample 1', 'Sample 2'])
      await importOverture([ann], '2026-04-15.0')
      expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Sample 2'])
      await importPlaces(deps(), {
        places: [samplePlace({ sourceId: '1', quality: 50 }), samplePlace({ sourceId: '2', ...inDenver })],
        source: 'demo',
        release: '2026-03-01',
      })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Sample 2'])
      await dropPlaces(deps(), 'overture')
      expect(await offeredNames(db)).toEqual(['Sample 1', 'Sample 2'])
    })

    test('knows an area that a release covers without places', async () => {
      const file = await writeOverture(folder, 'places.parquet', [ann])
      await importPlaces(deps(), { files: [file], release: '2026-04-15.0', coveredCells: [4242] })
      const rows = await db.query('SELECT cell, place_count FROM coverage ORDER BY cell LIMIT 1')
      expect(rows).toEqual([{ cell: 4242, place_count: 0 }])
    })

    test('does not change if the last step fails', async () => {
      await importOverture([ann, bob], '2026-04-15.0')
      await db.query('ALTER TABLE import_run ADD CONSTRAINT fails CHECK (release < $$2026-05$$)')
      const before = [await catalogState(db), await schemaOf(db)]
      await expect(importOverture([{ ...ann, name: 'Anna' }, cat], '2026-05-20.0')).rejects.toThrow('fails')
      expect([await catalogState(db), await schemaOf(db)]).toEqual(before)
      await db.query('ALTER TABLE import_run DROP CONSTRAINT fails')
      const { counts } = await importOverture([{ ...ann, name: 'Anna' }, cat], '2026-05-20.0')
      expect(counts).toMatchObject({ added: 1, changed: 1, vanished: 1 })
    })

    test('gives new places unused ids', async () => {
      await importOverture([ann, bob], '2026-04-15.0')
      const [last] = await db.query<{ max: number }>('SELECT max(id) FROM place')
      await dropPlaces(deps(), 'overture')
      await importOverture([cat], '2026-05-20.0')
      const [next] = await db.query<{ id: number }>('SELECT id FROM place')
      expect(next?.id).toBeGreaterThan(last?.max ?? 0)
    })

    test('has the same indexes and constraints after it was rebuilt, and no work tables remain', async () => {
      const before = await schemaOf(db)
      await importOverture([ann, bob], '2026-04-15.0')
      expect(await schemaOf(db)).toEqual(before)
    })

    test('answers a prepared search before and after', async () => {
      expect(await searchPrepared(db)).toEqual([])
      await importOverture([ann], '2026-04-15.0')
      expect(await searchPrepared(db)).toEqual([{ name: 'Ann Plumbing' }])
      await importOverture([bob], '2026-05-20.0')
      expect(await searchPrepared(db)).toEqual([{ name: 'Bob Plumbing' }])
    })
  })
})
