import { existsSync } from 'node:fs'
import type { z } from 'zod'
import { parseJson } from '#json/index.ts'
import { dropUnfinishedChanges } from '#server/catalog/load/drop-places.usecases.ts'
import { continueLoads } from '#server/catalog/pull/place-load.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { codeOf } from '#server/platform/basics/fault.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { runInTransaction } from '#server/platform/database/transaction.ts'
import { AnyHead, BackupError, endOfRows, Head, Mark, notABackup, readBackup, writeBackup } from './backup-file.ts'
import {
  analyzeTables,
  type BackedTable,
  countRows,
  countWrongBalances,
  emptyTables,
  freezeView,
  holdsSomething,
  listMigrations,
  listSequences,
  listTables,
  moveSequence,
  readLines,
} from './backup.repository.ts'

type Told = { onTable?: (table: string, rows: number) => void }
type Summary = { madeAt: string; tables: number; rows: number }

/** Writes a consistent snapshot of the database to a file. Others can keep writing meanwhile. */
export async function backUp(deps: Pick<Deps, 'db' | 'clock'>, file: string, told: Told = {}): Promise<Summary> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name.`)
  const madeAt = deps.clock.now().toISOString()
  const rows: Record<string, number> = {}
  const present = await listTables(deps.db)
  await deps.db.transaction(async tx => {
    await freezeView(tx, present)
    // Read again, because a migration may have finished meanwhile.
    const tables = await listTables(tx)
    await writeBackup(file, linesOf(tx, { madeAt, tables, rows, told }))
  })
  return { madeAt, ...totalOf(rows) }
}

async function* linesOf(
  tx: Queryable,
  { madeAt, tables, rows, told }: { madeAt: string; tables: BackedTable[]; rows: Record<string, number>; told: Told },
): AsyncGenerator<string> {
  const head: z.infer<typeof Head> = { format: 'leadline-backup-1', madeAt, migrations: await listMigrations(tx) }
  yield lineOf(head)
  for (const table of tables) {
    yield lineOf(table)
    let count = 0
    for await (const line of readLines(tx, table)) {
      yield line
      count++
    }
    yield `${endOfRows}\n`
    rows[table.table] = count
    told.onTable?.(table.table, count)
  }
  yield lineOf({ end: true, rows, sequences: await listSequences(tx) })
}

const lineOf = (value: z.infer<typeof Head> | z.infer<typeof Mark>): string => `${JSON.stringify(value)}\n`

/** Restores a backup completely or not at all. A database that holds something is refused, unless `replaces` is set. */
export async function restore(
  { db }: Pick<Deps, 'db'>,
  file: string,
  { replaces, ...told }: Told & { replaces: boolean },
): Promise<Summary> {
  const tables = await listTables(db)
  const lines = readBackup(file)
  const head = await headOf(lines, file)
  assertSame(head.migrations, await listMigrations(db))
  if (!replaces && (await holdsSomething(db)))
    throw new BackupError('The database is not empty. Use --replace to replace everything in it with the backup.')
  const rows = await runInTransaction(await db.connect('maintenance'), async tx => {
    await dropUnfinishedChanges(tx)
    await emptyTables(tx, tables)
    const restored = await fillTables(tx, lines, { tables, told })
    if ((await countWrongBalances(tx)) > 0)
      throw new BackupError('The balances and the ledger in the backup do not agree.')
    // Nobody continues what ran when the backup was made.
    await continueLoads(tx)
    return restored
  })
  await analyzeTables(db, tables)
  return { madeAt: head.madeAt, ...totalOf(rows) }
}

type Lines = AsyncGenerator<string>

async function headOf(lines: Lines, file: string): Promise<z.infer<typeof Head>> {
  const first = await lines.next()
  const line = first.done === true ? undefined : parseJson(first.value)
  const head = Head.safeParse(line)
  if (head.success) return head.data
  if (AnyHead.safeParse(line).success)
    throw new BackupError(`${file} was made by a newer version of Leadline: restore it with that version.`)
  throw new BackupError(notABackup(file))
}

function assertSame(backed: string[], present: string[]): void {
  if (backed.join() !== present.join())
    throw new BackupError(
      `The backup is of another version (its schema ends with ${backed.at(-1)}, this one's with ${present.at(-1)}): restore it with that version, then upgrade.`,
    )
}

async function fillTables(
  tx: Queryable,
  lines: Lines,
  { tables, told }: { tables: BackedTable[]; told: Told },
): Promise<Record<string, number>> {
  const known = new Map(tables.map(table => [table.table, table]))
  for (;;) {
    const mark = await nextMark(lines)
    if ('end' in mark) {
      for (const sequence of mark.sequences) await moveSequence(tx, sequence)
      await assertCounts(tx, mark.rows)
      return mark.rows
    }
    const table = known.get(mark.table)
    if (table === undefined || mark.columns.some(column => !table.columns.includes(column)))
      throw new BackupError(`The backup has a table "${mark.table}" that does not fit this version.`)
    await tx.copyIn({ ...mark, lines: rowsOf(lines) }).catch((error: unknown) => {
      throw isAboutRows(error)
        ? new BackupError(`The backup is damaged: rows of ${mark.table} cannot be read.`, { cause: error })
        : error
    })
    told.onTable?.(mark.table, 0)
  }
}

/** Checks the SQLSTATE: values, constraints, or columns that do not fit. */
const isAboutRows = (error: unknown): boolean => /^(?:22|23|42)\w{3}$/.test(codeOf(error))

async function nextMark(lines: Lines): Promise<z.infer<typeof Mark>> {
  const next = await lines.next()
  const mark = Mark.safeParse(next.done === true ? undefined : parseJson(next.value))
  if (!mark.success) throw new BackupError('The backup is damaged: it ends too early.')
  return mark.data
}

async function* rowsOf(lines: Lines): AsyncGenerator<string> {
  for (;;) {
    const next = await lines.next()
    if (next.done === true) throw new BackupError('The backup is damaged: it ends too early.')
    if (next.value === endOfRows) return
    yield `${next.value}\n`
  }
}

async function assertCounts(tx: Queryable, rows: Record<string, number>): Promise<void> {
  for (const [table, count] of Object.entries(rows))
    if ((await countRows(tx, table)) !== count)
      throw new BackupError(`The backup is damaged: rows of ${table} are missing.`)
}

const totalOf = (rows: Record<string, number>): { tables: number; rows: number } => ({
  tables: Object.keys(rows).length,
  rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
})
