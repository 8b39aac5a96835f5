import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Gazetteer } from '#geography/index.ts'
import { ImportError, mayTellStatus, openSourceFile } from '#place-files/index.ts'
import { cleanText } from '#server/catalog/normalize/clean-text.ts'
import { type RejectionCode, rejectionWords } from '#server/catalog/normalize/normalize.rules.ts'
import { sources } from '#server/catalog/place/sources.ts'
import { countPlaces, ensureDataset, findDatasetId, hasNewCoverage } from '#server/catalog/tables/dataset.repository.ts'
import { findGone, type Gone, unusualLosses } from '#server/catalog/tables/gone-places.repository.ts'
import { type ImportSession, inImportSession } from '#server/catalog/tables/import-session.ts'
import { countMergedRows } from '#server/catalog/tables/row-outcomes.repository.ts'
import {
  compareWithCatalog,
  type Comparison,
  findCells,
  mergeRepeats,
  type StagedRelease,
  withStaging,
} from '#server/catalog/tables/staging.repository.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { CategoryIds } from './category-ids.ts'
import { changeCatalog } from './change-catalog.ts'
import {
  type FileImport,
  type ImportCounts,
  type ImportInput,
  type ImportProgress,
  type ImportSummary,
  listNameOf,
  unchangedSummary,
} from './import-input.ts'
import { type OpenedImport, openImport } from './open-import.ts'
import { RowReport } from './row-report.ts'
import { stageRows } from './stage-rows.ts'

/** A release lacks so many places of an area that the publisher's data is probably wrong. */
export class TooManyGone extends ImportError {}

/** It is normal that a release has lost fewer places of a cell than this number, or than this share. */
const usualLoss = { places: 20, share: 0.1 } as const

export type ImportDeps = {
  db: Db
  gazetteer: Gazetteer
  clock: Clock
  /** The catalog is rebuilt if at least this many rows change. By default, the database decides which way is faster. */
  rebuildFromRows?: number
}

/** Imports files, grouped by source and list. Without a list name, each file of a list is its own list. */
export async function importFiles(deps: ImportDeps, input: FileImport): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = []
  // All lists of one command write to the same reports, which replace those of earlier commands.
  for (const report of [input.rejectsPath, input.reportPath]) {
    if (report === undefined) continue
    if (input.files.some(file => resolve(file) === resolve(report)))
      throw new ImportError(`${report} is one of the files to import, so it cannot be the report`)
    await rm(report, { force: true }).catch((error: Error) => {
      throw new ImportError(`${report} cannot be written: ${error.message}`)
    })
  }
  for (const { files, listName } of await groupFiles(input))
    summaries.push(await importPlaces(deps, { ...input, files, listName }))
  return summaries
}

type FileGroup = { files: string[]; listName: string | undefined }

async function groupFiles({ files, source, listName, mapping }: FileImport): Promise<FileGroup[]> {
  const groups = new Map<string, FileGroup>()
  for (const path of files) {
    const file = await openSourceFile(path, { claimed: source, mapping })
    await file.close()
    // A name that only lists have is refused later.
    const list = sources[file.source].isList ? (listName ?? listNameOf(path)) : listName
    const key = `${file.source}/${list ?? ''}`
    const group = groups.get(key) ?? { files: [], listName: list }
    groups.set(key, group)
    group.files.push(path)
  }
  return [...groups.values()]
}

/** Loads one release of a source, or one list, into the catalog. If it fails, nothing changes. */
export async function importPlaces(deps: ImportDeps, input: ImportInput): Promise<ImportSummary> {
  const opened = await openImport(deps, input)
  const report = new RowReport(input, opened.list)
  const work = async (session: ImportSession): Promise<ImportSummary> => {
    if (input.isStillWanted && !(await input.isStillWanted(session)))
      return unchangedSummary(opened.source, opened.release)
    const result = await withStaging(session, () => importOpened({ deps, input, opened, report, session }))
    return { ...result, ...(await report.close()) }
  }
  try {
    const tell = progressReporter(input, opened)
    return await inImportSession(deps.db, work, () => tell('queued'))
  } finally {
    await report.close()
    await opened.close()
  }
}

type Import = {
  deps: ImportDeps
  input: ImportInput
  opened: OpenedImport
  report: RowReport
  session: ImportSession
}

const MOST_STATUS_COLUMNS = 20

async function importOpened(work: Import): Promise<Omit<ImportSummary, 'rejectsPath' | 'reportPath'>> {
  const { deps, input, opened, report, session } = work
  const { source, list, release } = opened
  const startedAt = deps.clock.now()
  const isDryRun = input.dryRun === true
  const datasetId = await (isDryRun ? findDatasetId : ensureDataset)(session, source, list)
  const categories = await CategoryIds.open(session)
  const tell = progressReporter(input, opened)
  const read = await stageRows(opened.batches(), {
    session,
    categories,
    datasetId,
    release,
    source,
    report,
    onRead: rows => tell('reading', rows),
  })
  if (read === 0 && input.isKnownEmpty !== true)
    throw new ImportError('There are no rows to import. To remove existing places: npm run leadline -- places drop')
  tell('comparing')
  const staged = {
    datasetId,
    release,
    isList: sources[source].isList,
    coveredCells: input.coveredCells ?? [],
    isWholeInCells: input.isWholeInCells ?? false,
    isPart: input.isPart ?? false,
    today: startedAt.toISOString().slice(0, 10),
  }
  const { recomputed, ...compared } = await compareStaged(session, staged)
  const counts: ImportCounts = { read, ...compared, rejected: report.rejectedRows }
  assertNotEmptied(counts, report.rejected)
  if (input.mayLoseMany === false) await assertUsualLoss(session, datasetId)
  const hasChanged = counts.added + counts.changed + counts.vanished + recomputed > 0 || (await hasNewCoverage(session))
  await report.addOutcomes(session)
  let rowsMergedWithOthers: number | null = null
  const unusedColumns = opened.unusedColumns()
  const mayTell = unusedColumns.filter(mayTellStatus).slice(0, MOST_STATUS_COLUMNS)
  const unusedStatusColumns = mayTell.flatMap(header => cleanText(header, 60) ?? [])
  if (!isDryRun) {
    const run = { datasetId, release, files: opened.files, startedAt, counts: { ...counts }, unusedStatusColumns }
    await changeCatalog({
      deps,
      session,
      run,
      recomputed,
      hasChanged,
      report: tell,
      categories: categories.unwritten(),
    })
    await report.addMerged(session)
    rowsMergedWithOthers = await countMergedRows(session)
  }
  return {
    source,
    list,
    release,
    files: opened.files,
    counts,
    rejectedByReason: report.rejected,
    rowsMergedWithOthers,
    unusedColumns,
    unusedStatusColumns,
    isDryRun,
    hasChanged,
  }
}

/** Refuses rows without a place if places would be removed: more likely, the file is broken. */
function assertNotEmptied(counts: ImportCounts, reasons: RowReport['rejected']): void {
  const { read, vanished, added, changed, unchanged } = counts
  if (added + changed + unchanged > 0 || vanished <= (reasons.closed ?? 0)) return
  const rejected = Object.entries(reasons).map(([code, count]) => `${rejectionWords[code as RejectionCode]}: ${count}`)
  const none = read === 0 ? 'There are no rows' : `None of the ${read} rows is a place (${rejected.join(', ')})`
  throw new ImportError(
    `${none}, and ${vanished} ${vanished === 1 ? 'place' : 'places'} would be removed. Nothing was changed. To remove them: npm run leadline -- places drop`,
  )
}

async function assertUsualLoss(session: ImportSession, datasetId: number): Promise<void> {
  const { cells, gone, places } = await unusualLosses(session, { datasetId, ...usualLoss })
  if (cells === 0) return
  throw new TooManyGone(
    `the release lacks ${gone} of ${places} places in ${cells} ${cells === 1 ? 'cell' : 'cells'} of the map. Nothing was changed there`,
  )
}

const noneGone: Gone = { vanished: 0, outsideOfFiles: 0 }
type Compared = Comparison & Pick<ImportCounts, 'merged' | 'outdated' | keyof Gone>

async function compareStaged(session: ImportSession, staged: StagedRelease): Promise<Compared> {
  const merged = await mergeRepeats(session, staged.isList)
  const outdated = await findCells(session, staged)
  const gone = (await countPlaces(session)) === 0 ? noneGone : await findGone(session, staged)
  return { merged, outdated, ...gone, ...(await compareWithCatalog(session)) }
}

function progressReporter({ onProgress }: ImportInput, { rowsInAll }: OpenedImport) {
  let rowsRead = 0
  return (phase: ImportProgress['phase'], rows = rowsRead) => {
    rowsRead = rows
    onProgress?.({ phase, rowsRead, rowsInAll: rowsInAll() })
  }
}
