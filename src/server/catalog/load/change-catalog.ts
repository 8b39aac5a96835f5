import { setTimeout as pause } from 'node:timers/promises'
import { ImportError } from '#place-files/index.ts'
import { endOutdatedOverrides } from '#server/catalog/corrections/place-overrides.repository.ts'
import { type CategoryRow, writeCategories } from '#server/catalog/tables/category.repository.ts'
import {
  type ImportRun,
  countPlaces,
  insertImportRun,
  reserveImportRun,
} from '#server/catalog/tables/dataset.repository.ts'
import { countAddedBeside, type PlaceTable, replaceCoverage } from '#server/catalog/tables/derived.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { assertStaged } from '#server/catalog/tables/staging.repository.ts'
import { beginUnpublished, publishCatalog } from '#server/catalog/tables/unpublished.repository.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import { codeOf } from '#server/platform/basics/fault.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { applyChange, prepareChange, vacuumCatalog } from './catalog-change.repository.ts'
import { buildNextCatalog, readersOfCatalog, swapCatalog } from './catalog-rebuild.repository.ts'
import type { ImportProgress } from './import-input.ts'

export type CatalogChange = {
  deps: { clock: Clock; rebuildFromRows?: number }
  session: ImportSession
  run: Omit<ImportRun, 'finishedAt' | 'counts'> & { counts: Record<string, number> }
  /** Unchanged rows that are written again. */
  recomputed?: number
  /** False if the staged rows match the catalog. */
  hasChanged: boolean
  categories: readonly CategoryRow[]
  report?: (phase: ImportProgress['phase']) => void
}

const ANALYZE_FROM_SHARE = 1 / 10

/** Applies the staged rows to the catalog in one transaction. */
export async function changeCatalog(change: CatalogChange): Promise<void> {
  const { session, run, report } = change
  const importRunId = await reserveImportRun(session)
  if (!change.hasChanged) {
    await session.transaction(async tx => {
      await assertStaged(tx)
      await insertImportRun(tx, importRunId, finished(change))
    })
    return
  }
  report?.('writing')
  await beginUnpublished(session, importRunId)
  const prepared = { datasetId: run.datasetId, importRunId, categories: change.categories }
  const { added = 0, vanished = 0 } = run.counts
  const changed = (run.counts.changed ?? 0) + (change.recomputed ?? 0)
  const rows = added + changed + vanished
  const places = await countPlaces(session)
  const { rebuildFromRows } = change.deps
  const size = { added, changed, vanished, countAddedBeside: () => countAddedBeside(session, run.datasetId) }
  if (rebuildFromRows === undefined ? await session.shouldRebuild(size, places) : rows >= rebuildFromRows) {
    await buildNextCatalog(session, prepared)
    await session.transaction(async tx => {
      // Do everything slow before taking the lock, because every search waits for it.
      await writeRecord(tx, change, importRunId)
      await replaceCoverage(tx, run.datasetId)
      await endOutdated(tx, change, 'place_next')
      await swapWhenFree(tx, report)
    })
  } else {
    await prepareChange(session, prepared)
    await session.transaction(async tx => {
      await writeRecord(tx, change, importRunId)
      await applyChange(tx, run.datasetId, session.rowsPerStep)
      await endOutdated(tx, change, 'place')
      await publishCatalog(tx)
    })
    report?.('tidying')
    await vacuumCatalog(session, { isLargeChange: rows >= places * ANALYZE_FROM_SHARE })
  }
}

const finished = ({ run, deps }: CatalogChange): ImportRun => ({ ...run, finishedAt: deps.clock.now() })

async function writeRecord(tx: Queryable, change: CatalogChange, importRunId: number): Promise<void> {
  await assertStaged(tx)
  if (change.categories.length > 0) await writeCategories(tx, change.categories)
  await insertImportRun(tx, importRunId, finished(change))
}

/** Ends corrections of places about which the release has new facts. Dropping a source ends none. */
async function endOutdated(tx: Queryable, { run, deps }: CatalogChange, table: PlaceTable): Promise<void> {
  if (run.release !== '') await endOutdatedOverrides(tx, { table, now: deps.clock.now() })
}

const RETRY_EVERY_MS = 500
/** Half a day of retries, so that a backup of several hours does not make the import discard the rebuilt catalog. */
const MAX_TRIES = 86_400

/**
 * Swaps the catalogs when there are no long-running readers. Waiting in the lock queue behind a backup of several
 * minutes would block every search, so this checks for readers first.
 */
async function swapWhenFree(tx: Queryable, report: CatalogChange['report']): Promise<void> {
  await tx.query('SAVEPOINT before_swap')
  let earlier: readonly string[] = []
  for (let tries = 1; ; tries++) {
    const readers = await readersOfCatalog(tx)
    const longReaders = readers.filter(({ transaction }) => earlier.includes(transaction))
    if (longReaders.length === 0 && (await trySwap(tx))) return
    if (tries === MAX_TRIES) throw new ImportError(gaveUpMessage(longReaders))
    if (longReaders.length > 0) report?.('waiting')
    earlier = readers.map(({ transaction }) => transaction)
    await pause(RETRY_EVERY_MS)
  }
}

function gaveUpMessage(readers: readonly { process: number | null }[]): string {
  const processes = readers.map(({ process }) => process ?? 'a prepared transaction').join(', ')
  return `The catalog was not changed, because other sessions read it for half a day without a break (database processes: ${processes || 'many different ones'})`
}

const LOCK_NOT_AVAILABLE = '55P03'

async function trySwap(tx: Queryable): Promise<boolean> {
  try {
    await swapCatalog(tx)
    await publishCatalog(tx)
    return true
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    await tx.query('ROLLBACK TO SAVEPOINT before_swap')
    return false
  }
}
