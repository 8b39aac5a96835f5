import { ImportError } from '#place-files/index.ts'
import { findDatasets } from '#server/catalog/tables/dataset.repository.ts'
import { findAllGone } from '#server/catalog/tables/gone-places.repository.ts'
import { type ImportSession, inImportSession } from '#server/catalog/tables/import-session.ts'
import { withStaging } from '#server/catalog/tables/staging.repository.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { changeCatalog } from './change-catalog.ts'

export { placesStatus } from '#server/catalog/tables/dataset.repository.ts'
export { dropStaging as dropUnfinishedChanges } from '#server/catalog/tables/staging.repository.ts'

export type DropDeps = { db: Db; clock: Clock; rebuildFromRows?: number }
export type DropSummary = { source: string; list: string; vanished: number }

/**
 * Removes a source with all its lists, or a single list, from the catalog. Leads keep their own copy of the facts.
 * `onWait` is called if another change of the catalog is running.
 */
export async function dropPlaces(deps: DropDeps, sourceOrList: string, onWait?: () => void): Promise<DropSummary[]> {
  const datasets = await findDatasets(deps.db, sourceOrList)
  if (datasets.length === 0) throw new ImportError(`The catalog has no source and no list "${sourceOrList}"`)
  const work = async (session: ImportSession): Promise<DropSummary[]> => {
    const summaries: DropSummary[] = []
    for (const { id, source, name } of datasets) {
      summaries.push({ source, list: name, vanished: await dropDataset(deps, session, id) })
    }
    return summaries
  }
  return inImportSession(deps.db, work, onWait)
}

function dropDataset(deps: DropDeps, session: ImportSession, datasetId: number): Promise<number> {
  const startedAt = deps.clock.now()
  return withStaging(session, async () => {
    const vanished = await findAllGone(session, datasetId)
    const run = { datasetId, release: '', files: [], startedAt, counts: { vanished }, unusedStatusColumns: [] }
    await changeCatalog({ deps, session, run, hasChanged: true, categories: [] })
    return vanished
  })
}
