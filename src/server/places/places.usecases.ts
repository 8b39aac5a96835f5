import { catalogProvider, findPlaceMarks } from './catalog-search.repository.ts'
import { readCatalogVersion } from './catalog.repository.ts'
import type { PlaceMark, PlaceName, PlacesProvider } from './places-provider.ts'
import type { Db, Queryable } from '../db/client.ts'
import type { Clock } from '../shared/clock.ts'
import { changeCatalog } from './import/change-catalog.ts'
import { type DatasetStatus, findDatasets, readStatus } from './import/dataset.repository.ts'
import { ImportError } from './import/import-error.ts'
import { type ImportSession, inImportSession } from './import/import-session.ts'
import { dropStaging, findAllGone, withStaging } from './import/staging.repository.ts'

/** What the catalog holds, by source and list. A dropped one has no places and no cells. */
export const placesStatus = (db: Queryable): Promise<DatasetStatus[]> => readStatus(db)

/** Places by their names, as `PlacesProvider.find` gives them, in the caller's transaction. */
export const placesNamed = (
  tx: Queryable,
  names: Parameters<PlacesProvider['find']>[0],
): ReturnType<PlacesProvider['find']> => catalogProvider(tx).find(names)

/** What tells which of these places are as they were, in the caller's transaction. */
export const placeMarks = (tx: Queryable, names: readonly PlaceName[]): Promise<Map<string, PlaceMark>> =>
  findPlaceMarks(tx, names)

/** The catalog's version, as the caller's transaction sees it. */
export const catalogVersion = (tx: Queryable): Promise<number> => readCatalogVersion(tx)

export type DropDeps = { db: Db; clock: Clock; rebuildFromRows?: number }
export type DropSummary = { source: string; list: string; vanished: number }

/** Takes a source (all its lists), or the list of that name, out of the catalog. Leads keep their own copy of its facts. */
export async function dropPlaces(deps: DropDeps, sourceOrList: string): Promise<DropSummary[]> {
  const datasets = await findDatasets(deps.db, sourceOrList)
  if (datasets.length === 0) throw new ImportError(`The catalog has no source and no list "${sourceOrList}"`)
  return await inImportSession(deps.db, async session => {
    const summaries: DropSummary[] = []
    for (const { id, source, name } of datasets) {
      summaries.push({ source, list: name, vanished: await dropDataset(deps, session, id) })
    }
    return summaries
  })
}

function dropDataset(deps: DropDeps, session: ImportSession, datasetId: number): Promise<number> {
  const startedAt = deps.clock.now()
  return withStaging(session, async () => {
    const vanished = await findAllGone(session, datasetId)
    const run = { datasetId, release: '', files: [], startedAt, counts: { vanished } }
    await changeCatalog({ deps, session, run, hasChanged: true, categories: [] })
    return vanished
  })
}

/** Removes what is left of changes that were killed. One that is under way fails by it. */
export const dropUnfinishedChanges = (tx: Queryable): Promise<void> => dropStaging(tx)
