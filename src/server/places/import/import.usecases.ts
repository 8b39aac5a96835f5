import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { sources } from '../sources.ts'
import { CategoryIds } from './category-ids.ts'
import { changeCatalog } from './change-catalog.ts'
import { countPlaces, ensureDataset, findDatasetId, hasNewCoverage } from './dataset.repository.ts'
import type { FileImport, ImportCounts, ImportInput, ImportProgress, ImportSummary } from './import-input.ts'
import { listNameOf } from './import-input.ts'
import { type ImportSession, inImportSession } from './import-session.ts'
import { type OpenedImport, openImport } from './open-import.ts'
import { RejectsReport } from './rejects-report.ts'
import { openSourceFile } from './source-file.ts'
import { stageRows } from './stage-rows.ts'
import {
  type Comparison,
  type StagedRelease,
  compareWithCatalog,
  createStaging,
  dropStaging,
  findCells,
  findGone,
  mergeRepeats,
} from './staging.repository.ts'

export type ImportDeps = {
  db: Db
  gazetteer: Gazetteer
  clock: Clock
  /** Turns the category words of a CSV list into a key of the data; a key is made of the words where unset. */
  categoryKeyOf?: (words: string) => string | null
  /** Rows from which on the catalog is built anew beside the one in use, where that is less work. */
  rebuildFromRows?: number
}

/** Imports files, of each list or source in turn. CSV files without a list's name are a list each. */
export async function importFiles(deps: ImportDeps, input: FileImport): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = []
  for (const [listName, files] of await groupFiles(input)) {
    summaries.push(await importPlaces(deps, { ...input, files, ...(listName === '' ? {} : { listName }) }))
  }
  return summaries
}

async function groupFiles({ files, source, listName }: FileImport): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>()
  for (const path of files) {
    const file = await openSourceFile(path, source)
    await file.close()
    const name = file.source === 'csv' ? (listName ?? listNameOf(path)) : ''
    groups.set(name, [...(groups.get(name) ?? []), path])
  }
  return groups
}

/** Brings one release of a source, or one list, into the catalog: wholly, or not at all. */
export async function importPlaces(deps: ImportDeps, input: ImportInput): Promise<ImportSummary> {
  const opened = await openImport(deps, input)
  const rejects = new RejectsReport(input.rejectsPath)
  try {
    return await inImportSession(deps.db, async session => {
      await createStaging(session)
      const result = await importOpened({ deps, input, opened, rejects, session })
      await dropStaging(session)
      return { ...result, rejectsPath: await rejects.close() }
    })
  } finally {
    await rejects.close()
    await opened.close()
  }
}

type Import = {
  deps: ImportDeps
  input: ImportInput
  opened: OpenedImport
  rejects: RejectsReport
  session: ImportSession
}

async function importOpened(work: Import): Promise<Omit<ImportSummary, 'rejectsPath'>> {
  const { deps, input, opened, rejects, session } = work
  const { source, list, release } = opened
  const startedAt = deps.clock.now()
  const isDryRun = input.dryRun === true
  const datasetId = await (isDryRun ? findDatasetId : ensureDataset)(session, source, list)
  const categories = await CategoryIds.open(session)
  const report = progressReporter(input, opened)
  const { isSample } = sources[source]
  const read = await stageRows(opened.batches(), {
    session,
    categories,
    rejects,
    datasetId,
    release,
    isSample,
    onRead: rows => report('reading', rows),
  })
  report('comparing')
  const staged = { datasetId, release, isList: source !== 'overture', coveredCells: input.coveredCells ?? [] }
  const counts: ImportCounts = { read, ...(await compareStaged(session, staged)), rejected: rejects.total }
  const hasChanged = counts.added + counts.changed + counts.vanished > 0 || (await hasNewCoverage(session))
  if (!isDryRun) {
    const run = { datasetId, release, files: opened.files, startedAt, counts: { ...counts } }
    await changeCatalog({ deps, session, run, hasChanged, report, categories: categories.unwritten() })
  }
  const { files } = opened
  return { source, list, release, files, counts, rejectedByReason: rejects.counts, isDryRun, hasChanged }
}

type Compared = Comparison & Pick<ImportCounts, 'merged' | 'outdated' | 'vanished'>

async function compareStaged(session: ImportSession, staged: StagedRelease): Promise<Compared> {
  const merged = await mergeRepeats(session, staged.isList)
  const outdated = await findCells(session, staged)
  const vanished = (await countPlaces(session)) === 0 ? 0 : await findGone(session, staged)
  return { merged, outdated, vanished, ...(await compareWithCatalog(session)) }
}

function progressReporter({ onProgress }: ImportInput, { rowsInAll }: OpenedImport) {
  let rowsRead = 0
  return (phase: ImportProgress['phase'], rows = rowsRead) => {
    rowsRead = rows
    onProgress?.({ phase, rowsRead, rowsInAll: rowsInAll() })
  }
}
