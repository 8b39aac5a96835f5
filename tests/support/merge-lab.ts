import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { importFiles, type ImportDeps, importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases, describeOnPostgres } from './databases.ts'
import { emptyCatalog, inBoulder, testDeps, writeCsv, writeOverture } from './imports.ts'
import type { TestPlace } from './overture-file.ts'

export const clinic: TestPlace = {
  id: 'clinic',
  name: 'Flatiron Dental',
  ...inBoulder,
  street: '1400 Pearl Street',
  phones: ['303-440-0001'],
  category: 'dentist',
  updated: '2026-03-01T00:00:00Z',
}
const csvHeader = 'source_id,name,address,zip,phone,website,email,type,lat,lon'
/** A line of a list, in Boulder. */
export const listed = (id: string, name: string, rest: string): string =>
  `${id},${name},${rest},${inBoulder.lat},${inBoulder.lon}`

/** A catalog that is empty at the start of each test, and imports into it. */
export class MergeLab {
  db!: Db
  folder!: string
  deps!: ImportDeps

  importOverture = async (places: TestPlace[], release = '2026-04-15.0') =>
    importPlaces(this.deps, { files: [await writeOverture(this.folder, 'places.parquet', places)], release })

  importList = async (lines: string[], listName = 'own') =>
    importFiles(this.deps, { files: [await writeCsv(this.folder, 'list.csv', [csvHeader, ...lines])], listName })
}

type MergeTests = (lab: MergeLab) => void
type Way = { way: string; rebuildFromRows: number; describeOn: typeof describeOnBothDatabases }
const rowByRow = { way: 'row by row', rebuildFromRows: Number.MAX_SAFE_INTEGER, describeOn: describeOnPostgres }
const rebuilt = { way: 'as a rebuilt catalog', rebuildFromRows: 0 }

/** Merging does not depend on the way of writing, and imports are tested in both ways on both databases. */
export const describeMerges = (title: string, tests: MergeTests): void =>
  describeWays([rowByRow, { ...rebuilt, describeOn: describeOnBothDatabases }], title, tests)

export const describeMergesOnPostgres = (title: string, tests: MergeTests): void =>
  describeWays([rowByRow, { ...rebuilt, describeOn: describeOnPostgres }], title, tests)

const describeWays = (ways: Way[], title: string, tests: MergeTests): void =>
  describe.each(ways)('a catalog written $way', ({ rebuildFromRows, describeOn }) => {
    describeOn(title, open => {
      const lab = new MergeLab()
      beforeAll(async () => {
        lab.db = await open()
        lab.deps = testDeps(lab.db, { rebuildFromRows })
        lab.folder = await mkdtemp(path.join(tmpdir(), 'merge-test-'))
      })
      afterAll(() => rm(lab.folder, { recursive: true, force: true }))
      beforeEach(() => emptyCatalog(lab.db))
      tests(lab)
    })
  })
