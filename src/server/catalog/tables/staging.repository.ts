import { ImportError } from '#place-files/index.ts'
import { facts } from '#server/catalog/place/place-facts.ts'
import { laterFlags } from '#server/catalog/place/place-flags.ts'
import { isStarterIn } from '#server/catalog/place/starter-data.ts'
import { copyLine } from '#server/platform/database/copy-line.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, readNumber } from '#server/platform/database/rows.ts'
import { type IdRange, idRanges, type ImportSession } from './import-session.ts'
import { importedColumns, storedColumns } from './place-row.ts'
import { removeUnpublished } from './unpublished.repository.ts'
import { definitions, workTables } from './work-tables.sql.ts'

/** Drops the work tables of an import, even of one that was killed. An import that is still running then fails. */
export async function dropStaging(db: Queryable): Promise<void> {
  await db.query(`DROP TABLE IF EXISTS ${workTables.join(', ')}`)
}

/** Runs a change of the catalog with empty work tables, and drops them afterwards. Removes what a failed one has left. */
export async function withStaging<T>(db: Queryable, work: () => Promise<T>): Promise<T> {
  await removeUnpublished(db)
  await createStaging(db)
  const tidy = async (): Promise<void> => {
    await dropStaging(db)
    await removeUnpublished(db)
  }
  try {
    return await work()
  } finally {
    // Whether the work has failed does not depend on it, and the next change does the same first.
    await tidy().catch(() => {})
  }
}

export async function createStaging(db: Queryable): Promise<void> {
  await dropStaging(db)
  for (const [table, definition] of Object.entries(definitions))
    if (definition !== null) await db.query(`CREATE UNLOGGED TABLE ${table} ${definition}`)
  await db.query('ALTER TABLE import_stage ALTER COLUMN id DROP NOT NULL')
}

/** Throws if the database was restarted after a crash since the work began. Call this in the transaction that publishes. */
export async function assertStaged(tx: Queryable): Promise<void> {
  if (!(await hasRow(tx, 'SELECT FROM import_mark')))
    throw new ImportError(
      'The database was restarted during the import, so nothing was changed. Start the import again',
    )
}

export const copyToStage = (db: Queryable, lines: readonly string[]): Promise<void> =>
  db.copyIn({ table: 'import_stage', columns: ['row_number', 'file', 'file_row', ...importedColumns], lines })

export const copyToClosed = (db: Queryable, sourceIds: readonly string[]): Promise<void> =>
  db.copyIn({ table: 'import_closed', columns: ['source_id'], lines: sourceIds.map(id => copyLine([id])) })

/**
 * Of rows with the same id, keeps the last one, preferably with a phone. Returns how many were dropped. In a list, rows
 * with the same name and address but another phone are separate rows; merging decides whether they are one business.
 */
export async function mergeRepeats(db: Queryable, isList: boolean): Promise<number> {
  await db.query('ANALYZE import_stage (source_id, cell)')
  if ((await findRepeats(db)) === 0) return 0
  if (isList) await separatePhones(db)
  return readNumber(
    db,
    `
    WITH kept AS (
      SELECT source_id, coalesce(max(row_number) FILTER (WHERE phone IS NOT NULL), max(row_number)) AS row_number
      FROM import_stage WHERE source_id IN (SELECT source_id FROM import_repeated) GROUP BY source_id),
    merged AS (
      DELETE FROM import_stage s USING kept
      WHERE s.source_id = kept.source_id AND s.row_number <> kept.row_number
      RETURNING s.row_number, s.file, s.file_row, s.source_id, s.name),
    noted AS (
      INSERT INTO import_left_out SELECT merged.*, 'merged', 'The same place as another row' FROM merged)
    SELECT count(*)::int AS count FROM merged`,
  )
}

async function findRepeats(db: Queryable): Promise<number> {
  await db.query('TRUNCATE import_repeated')
  return readNumber(
    db,
    `
    WITH repeated AS (
      INSERT INTO import_repeated
      SELECT source_id FROM import_stage GROUP BY source_id HAVING count(*) > 1 RETURNING 1)
    SELECT count(*)::int AS count FROM repeated`,
  )
}

async function separatePhones(db: Queryable): Promise<void> {
  await db.query(`
    UPDATE import_stage s SET source_id = s.source_id || '-' || s.phone
    FROM (
      SELECT DISTINCT ON (source_id) source_id, phone FROM import_stage
      WHERE phone IS NOT NULL AND source_id IN (SELECT source_id FROM import_repeated)
      ORDER BY source_id, row_number) first
    WHERE s.source_id = first.source_id AND s.phone <> first.phone`)
  await findRepeats(db)
}

export type StagedRelease = {
  datasetId: number
  release: string
  /** True if the dataset is a list, which is replaced as a whole regardless of cells and releases. */
  isList: boolean
  /** Cells that the files cover, even without places in them. */
  coveredCells: readonly number[]
  /** True if the rows are everything that the release has in those cells. */
  isWholeInCells: boolean
  /** True if the release may have more rows in those cells. */
  isPart: boolean
  /** YYYY-MM-DD. */
  today: string
}

/** Notes the cells of the release in `import_cell`, and drops rows that a newer release replaces. Returns how many. */
export async function findCells(db: Queryable, staged: StagedRelease): Promise<number> {
  await db.query(
    `INSERT INTO import_cell (cell, was_release, release, stays_covered, first_seen_on)
     SELECT s.cell, max(c.release COLLATE "C"),
       CASE WHEN $6::boolean THEN coalesce(max(c.release COLLATE "C"), $2) ELSE $2 END, NOT $3::boolean,
       CASE WHEN (max(c.release COLLATE "C") < $2 AND NOT ${isStarterIn('max(c.release COLLATE "C")')})
         OR ($3::boolean AND count(c.cell) > 0) THEN $5 END
     FROM (SELECT cell FROM import_stage UNION SELECT unnest($4::int[])) s
     LEFT JOIN coverage c ON c.cell = s.cell AND c.dataset_id = $1 GROUP BY s.cell`,
    [staged.datasetId, staged.release, staged.isList, staged.coveredCells, staged.today, staged.isPart],
  )
  await db.query('ANALYZE import_cell')
  if (staged.isList || !(await isBehind(db, staged))) return 0
  const outdated = await readNumber(
    db,
    `WITH newer AS (SELECT cell FROM coverage WHERE dataset_id = $1 AND release COLLATE "C" > $2),
     outdated AS (
       DELETE FROM import_stage s WHERE s.cell IN (SELECT cell FROM newer) OR EXISTS (
         SELECT FROM place p
         WHERE p.dataset_id = $1 AND p.source_id = s.source_id AND p.cell IN (SELECT cell FROM newer))
       RETURNING s.row_number, s.file, s.file_row, s.source_id, s.name),
     noted AS (
       INSERT INTO import_left_out SELECT outdated.*, 'outdated', 'A newer release covers the area' FROM outdated)
     SELECT count(*)::int AS count FROM outdated`,
    [staged.datasetId, staged.release],
  )
  await db.query('DELETE FROM import_cell WHERE was_release COLLATE "C" > $1', [staged.release])
  return outdated
}

/** Places may leave cells that are not in the release. These cells keep their release. */
export async function addOtherCells(db: Queryable, datasetId: number, where = 'true'): Promise<void> {
  await db.query(
    `INSERT INTO import_cell (cell, was_release, release, stays_covered)
     SELECT c.cell, max(c.release), max(c.release), (SELECT coalesce(bool_or(stays_covered), false) FROM import_cell)
     FROM coverage c WHERE c.dataset_id = $1 AND ${where} GROUP BY c.cell ON CONFLICT (cell) DO NOTHING`,
    [datasetId],
  )
}

const isBehind = (db: Queryable, { datasetId, release }: StagedRelease): Promise<boolean> =>
  hasRow(db, 'SELECT 1 FROM coverage WHERE dataset_id = $1 AND release COLLATE "C" > $2 LIMIT 1', [datasetId, release])

/** `recomputed`: unchanged rows for which new code computes another value. */
export type Comparison = { added: number; changed: number; unchanged: number; recomputed: number }

export const staged = 'import_stage s LEFT JOIN place p ON p.dataset_id = s.dataset_id AND p.source_id = s.source_id'

export const isChanged = 'p.content_hash <> s.content_hash'
const isRecomputed = `p.content_hash = s.content_hash AND (${facts
  .filter(({ isComputed }) => isComputed)
  .map(({ name, column, type, merge }) => {
    const stored = `p.${column}`
    const own =
      merge === 'ofBestRow' ? stored : `CASE WHEN p.own IS NULL THEN ${stored} ELSE (p.own->>'${name}')::${type} END`
    return name === 'flags' ? `(${own} # s.flags) & ~${laterFlags} <> 0` : `${own} IS DISTINCT FROM s.${column}`
  })
  .join(' OR ')})`

export async function compareWithCatalog(session: ImportSession): Promise<Comparison> {
  const sum = { added: 0, changed: 0, unchanged: 0, recomputed: 0 }
  for await (const range of pageRanges(session, 'import_stage')) {
    const [row] = await session.query<Comparison>(`
      SELECT count(*) FILTER (WHERE p.id IS NULL)::int AS added,
        count(*) FILTER (WHERE ${isChanged})::int AS changed,
        count(*) FILTER (WHERE p.content_hash = s.content_hash)::int AS unchanged,
        count(*) FILTER (WHERE ${isRecomputed})::int AS recomputed
      FROM ${staged} WHERE ${within('s', range)}`)
    sum.added += row?.added ?? 0
    sum.changed += row?.changed ?? 0
    sum.unchanged += row?.unchanged ?? 0
    sum.recomputed += row?.recomputed ?? 0
  }
  return sum
}

/** A table with the changed and recomputed rows of a release: `place_next` with the new ones, too. */
export type ChangedTable = 'import_change' | 'place_next'

const isNew = 'p.id IS NULL'
const isWritten = `(${isChanged} OR ${isRecomputed})`
const copied = { import_change: isWritten, place: isNew, place_next: `(${isNew} OR ${isWritten})` }

/**
 * Writes rows of the release, with their existing or new ids, to a table with the columns of `place`: the new ones, the
 * changed and recomputed ones, or all of them. New ids follow the order of the files, so that the same files always give the same catalog.
 */
export async function copyStagedTo(session: ImportSession, target: keyof typeof copied): Promise<void> {
  const columns = [...storedColumns, 'is_offered']
  const values = columns.map(name => ownValues[name] ?? `s.${name}`)
  for await (const range of pageRanges(session, 'import_stage')) {
    await session.query(`
      INSERT INTO ${target} (id, ${columns.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT coalesce(p.id, nextval(pg_get_serial_sequence('place', 'id'))), ${values.join(', ')}
      FROM ${staged} LEFT JOIN import_cell c ON c.cell = s.cell
      WHERE ${copied[target]} AND ${within('s', range)}
      ORDER BY s.row_number`)
  }
}

/** Columns whose values do not come from the staged row. */
const ownValues: Readonly<Record<string, string>> = {
  first_seen_on: `CASE WHEN p.id IS NULL THEN c.first_seen_on WHEN p.own IS NULL THEN p.first_seen_on ELSE p.own->>'firstSeenOn' END`,
}

/** Ranges of a table's pages, each small enough for one statement. `atMost`: the most pages of a range. */
export async function* pageRanges(session: ImportSession, table: string, atMost = Infinity): AsyncGenerator<IdRange> {
  const pages = await countPages(session, table)
  yield* idRanges(session, { from: 0, to: pages - 1 }, { usual: session.pagesPerStep, atMost })
}

export const countPages = (db: Queryable, table: string): Promise<number> =>
  readNumber(db, `SELECT ceil(pg_relation_size('${table}') / current_setting('block_size')::float8)::int AS pages`)

/** SQL condition: a row of `alias` is within the pages. */
export const within = (alias: string, { from, to }: IdRange): string =>
  `${alias}.ctid >= '(${from},0)'::tid AND ${alias}.ctid < '(${to + 1},0)'::tid`
