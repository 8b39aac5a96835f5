import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import { applyChange, prepareChange, tidyCatalog } from './catalog-change.repository.ts'
import { buildNextCatalog, swapCatalog } from './catalog-rebuild.repository.ts'
import { keepChanges } from './change-log.repository.ts'
import { type CategoryRow, writeCategories } from './category.repository.ts'
import { type ImportRun, countPlaces, insertImportRun, raiseCatalogVersion } from './dataset.repository.ts'
import type { ImportProgress } from './import-input.ts'
import type { ImportSession } from './import-session.ts'

export type CatalogChange = {
  deps: { clock: Clock; rebuildFromRows?: number }
  session: ImportSession
  run: Omit<ImportRun, 'finishedAt' | 'counts'> & { counts: Record<string, number> }
  /** False where the staged rows are what the catalog holds already. */
  hasChanged: boolean
  categories: readonly CategoryRow[]
  report?: (phase: ImportProgress['phase']) => void
}

const ANALYZE_FROM_SHARE = 1 / 10

/** Brings what is staged into the catalog, in one transaction. */
export async function changeCatalog(change: CatalogChange): Promise<void> {
  const { session, run, report } = change
  if (!change.hasChanged) {
    await insertImportRun(session, finished(change))
    return
  }
  report?.('writing')
  const rows = changedRows(change)
  const share = rows / Math.max(1, await countPlaces(session))
  if (rows >= (change.deps.rebuildFromRows ?? session.rebuildFromRows) && share >= session.rebuildFromShare) {
    await buildNextCatalog(session, run.datasetId)
    await swapWhenFree(session, tx => swapCatalog(tx, run.datasetId), change)
  } else {
    await prepareChange(session, run.datasetId)
    await session.transaction(tx => withRecord(tx, change, () => applyChange(tx, run.datasetId, session.rowsPerStep)))
    report?.('tidying')
    await tidyCatalog(session, { isLargeChange: share >= ANALYZE_FROM_SHARE })
  }
}

function changedRows({ run: { counts } }: CatalogChange): number {
  const { added = 0, changed = 0, vanished = 0 } = counts
  return added + changed + vanished
}

const finished = ({ run, deps }: CatalogChange): ImportRun => ({ ...run, finishedAt: deps.clock.now() })

async function withRecord(tx: Queryable, change: CatalogChange, write: () => Promise<void>): Promise<void> {
  if (change.categories.length > 0) await writeCategories(tx, change.categories)
  await write()
  await raiseCatalogVersion(tx)
  await keepChanges(tx, await insertImportRun(tx, finished(change)))
}

const LOCK_NOT_AVAILABLE = '55P03'
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 20_000
const SWAP_TRIES = 2000

/**
 * A search in progress keeps the tables locked, and is over soon; a backup, for hours. What has been built is not thrown
 * away for that: it waits for half a day, and less and less often in everybody's way.
 */
async function swapWhenFree(
  session: ImportSession,
  swap: (tx: Queryable) => Promise<void>,
  change: CatalogChange,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await session.transaction(tx => withRecord(tx, change, () => swap(tx)))
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === SWAP_TRIES) throw error
      await pause(Math.min(FIRST_PAUSE_MS * 1.5 ** (tries - 1), LONGEST_PAUSE_MS))
    }
  }
}
