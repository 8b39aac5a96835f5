import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gazetteer, Town } from '#geography/index.ts'
import type { ImportDeps } from '#server/catalog/load/import.usecases.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type TestPlace, overtureFile } from './overture-file.ts'

const boulder: Town = { name: 'Boulder', state: 'CO', lat: 40.015, lon: -105.27, population: 108_000, zips: ['80302'] }
const gazetteer: Gazetteer = {
  towns: [boulder],
  zips: new Map([['80302', { zip: '80302', city: 'Boulder', state: 'CO', lat: 40.017, lon: -105.285 }]]),
  townsByKey: new Map([['boulder', [boulder]]]),
  citiesAbroad: new Set(),
}

/** Jobs that never run. */
const noJobs: JobQueue = {
  add: async () => {},
  addAll: async () => {},
  listen: async () => ({ close: async () => {} }),
  close: async () => {},
}

export const testDeps = (db: Db, deps: Partial<ImportDeps> = {}): ImportDeps & { jobs: JobQueue } => ({
  db,
  jobs: noJobs,
  gazetteer,
  clock: { now: () => new Date('2026-05-01T12:00:00Z') },
  ...deps,
})

/** Empties a test's catalog. */
export async function emptyCatalog(db: Db): Promise<void> {
  await db.query(
    'TRUNCATE place, place_category, coverage, import_run, place_change, category, dataset, release_decision',
  )
  await db.query('UPDATE catalog_version SET version = 0')
}

/** Two points in different cells. */
export const inBoulder = { lat: 40.018, lon: -105.281 }
export const inDenver = { lat: 39.74, lon: -104.99 }

export async function writeOverture(folder: string, name: string, places: readonly TestPlace[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, new Uint8Array(overtureFile(places)))
  return path
}

export async function writeCsv(folder: string, name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.join('\n'))
  return path
}

/** A sample place; `facts` contains what matters to the test. */
export const samplePlace = (facts: Partial<CatalogPlace> & { sourceId: string }): CatalogPlace => ({
  name: `Sample ${facts.sourceId}`,
  phone: 13_035_550_100,
  website: null,
  domain: null,
  email: null,
  socials: [],
  street: null,
  city: 'Boulder',
  state: 'CO',
  zip: '80302',
  ...inBoulder,
  categories: ['plumbing'],
  rating: 4.5,
  reviewCount: 12,
  quality: 70,
  scoreLines: [],
  license: 'Fictional',
  confirmedOn: null,
  ...facts,
})

/** Names of the places that a search can find. */
export async function offeredNames(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(`
    SELECT p.name FROM place p WHERE p.is_offered AND EXISTS (SELECT FROM place_category c WHERE c.place_id = p.id)
    ORDER BY p.name`)
  return rows.map(row => row.name)
}

export async function versionOf(db: Db): Promise<number> {
  const [row] = await db.query<{ version: number }>('SELECT version FROM catalog_version')
  return row?.version ?? -1
}

/** The complete state of the catalog, to compare before and after. A failed import may raise the version. */
export const catalogState = (db: Db): Promise<unknown> =>
  Promise.all([
    db.query('SELECT * FROM place ORDER BY id'),
    db.query('SELECT * FROM place_category ORDER BY place_id, category_id'),
    db.query('SELECT * FROM coverage ORDER BY cell, dataset_id, state'),
    db.query('SELECT * FROM category ORDER BY id'),
    db.query('SELECT count(*) FROM import_run'),
  ])

/** Names of the places marked as twins, in both tables. */
export async function twinNames(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(`
    SELECT DISTINCT p.name FROM place p JOIN place_category c ON c.place_id = p.id
    WHERE p.flags & ${placeFlags.twin} <> 0 AND c.flags = p.flags ORDER BY p.name`)
  return rows.map(row => row.name)
}

/** Tables, indexes, and rules of the catalog. */
export const schemaOf = (db: Db): Promise<unknown> =>
  Promise.all([
    db.query(`SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('place', 'place_category') ORDER BY 1`),
    db.query(`
      SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid IN ('place'::regclass, 'place_category'::regclass) ORDER BY 1`),
    db.query(`
      SELECT relname, relpersistence FROM pg_class WHERE relkind IN ('r', 'S') AND relname !~ '^pg_|^sql_' ORDER BY 1`),
  ])

/** A search with a prepared statement. */
export const searchPrepared = (db: Db): Promise<{ name: string }[]> =>
  db.queryPrepared(
    'SELECT p.name FROM place p JOIN place_category c ON c.place_id = p.id WHERE c.lat > $1 ORDER BY p.name',
    [40],
  )

/** The query plans of the statements of `work`. The settings make the database read a small table like a large one. */
export const plansOf = (
  db: Db,
  settings: Record<string, string>,
  work: (db: Queryable) => Promise<unknown>,
): Promise<string[]> =>
  db.transaction(async tx => {
    for (const [name, value] of Object.entries(settings)) await tx.query(`SET LOCAL ${name} = '${value}'`)
    const plans: string[] = []
    const explain = async (text: string, values?: readonly unknown[]): Promise<never[]> => {
      // A cursor's plan is reported when it is declared.
      if (/^(?:FETCH|CLOSE) /.test(text)) return []
      const lines = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values)
      plans.push(...lines.map(line => line['QUERY PLAN']))
      return []
    }
    await work({ ...tx, query: explain, queryPrepared: explain })
    return plans
  })
