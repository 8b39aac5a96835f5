import { basename } from 'node:path'
import type { RawRows } from '#place-files/index.ts'
import type { RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import type { Queryable } from '#server/platform/database/db.ts'

type ImportOptions = {
  dryRun?: boolean
  rejectsPath?: string | undefined
  /** The CSV file to write the outcome of each row to. */
  reportPath?: string | undefined
  /** Cells that the rows cover, even without places in them. */
  coveredCells?: readonly number[]
  /** True if the rows are all that the release has in those cells. Other places there are removed. */
  isWholeInCells?: boolean
  /** True if the release may have more rows in those cells. Nothing is removed, and the cells keep their release. */
  isPart?: boolean
  /** If false, a release that has lost many places of a cell is refused. */
  mayLoseMany?: boolean
  /** True if an import without rows proves that those cells have no places. Otherwise it is an error. */
  isKnownEmpty?: boolean
  /** Asked when it is this import's turn. If not, nothing is imported. */
  isStillWanted?: (db: Queryable) => Promise<boolean>
  onProgress?: (progress: ImportProgress) => void
}
export type FileImport = ImportOptions & {
  files: readonly string[]
  /** The source that the operator has named. By default, it is detected from the content. */
  source?: string | undefined
  /** Starts with a date, YYYY-MM-DD. By default, the newest evidence in the files. */
  release?: string | undefined
  /** Name of a list. By default, the file's name. */
  listName?: string | undefined
  /** Which column of a CSV list contains which field, if the header does not say so. */
  mapping?: Readonly<Record<string, string>> | undefined
  /** The encoding of a CSV list, if it cannot be recognized. */
  encoding?: string | undefined
}
/** Rows that do not come from the operator's files: downloaded rows, or places that are already normalized. */
export type RowImport = ImportOptions & { source: SourceKey; release: string; listName?: string } & (
    | { raw: readonly RawRows[] }
    | { places: Iterable<CatalogPlace> | AsyncIterable<CatalogPlace> }
  )
export type ImportInput = FileImport | RowImport

export type ImportProgress = {
  /** queued: another import is running. waiting: a backup or another long read of the catalog is running. */
  phase: 'queued' | 'reading' | 'comparing' | 'writing' | 'waiting' | 'tidying'
  rowsRead: number
  /** Null if the files do not say. */
  rowsInAll: number | null
}

export const waitingMessages = {
  queued: 'Waiting for another import to finish',
  waiting: 'Waiting for a backup or another long read of the catalog to finish',
} as const satisfies Partial<Record<ImportProgress['phase'], string>>

const noCounts = {
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  vanished: 0,
  /** Rows that are the same place as another row of the files. */
  merged: 0,
  /** Rows in cells that a newer release already covers. */
  outdated: 0,
  rejected: 0,
  /** Places of older releases that stay, because they are outside the files' area, although in the same cell. */
  outsideOfFiles: 0,
}
export type ImportCounts = typeof noCounts

export type ImportSummary = {
  source: SourceKey
  list: string
  release: string
  files: string[]
  counts: ImportCounts
  rejectedByReason: Partial<Record<RejectionCode, number>>
  /** Rows that were merged with another row of any source, so they are one lead. Null in a dry run. */
  rowsMergedWithOthers: number | null
  unusedColumns: string[]
  /** Those of them that may say which businesses are closed. */
  unusedStatusColumns: string[]
  /** The file of rejected rows; null if there is none. */
  rejectsPath: string | null
  reportPath: string | null
  isDryRun: boolean
  hasChanged: boolean
}

export const unchangedSummary = (source: SourceKey, release: string): ImportSummary => ({
  source,
  list: source,
  release,
  files: [],
  counts: noCounts,
  rejectedByReason: {},
  rowsMergedWithOthers: null,
  unusedColumns: [],
  unusedStatusColumns: [],
  rejectsPath: null,
  reportPath: null,
  isDryRun: false,
  hasChanged: false,
})

/** The default name for the list in a file: "plumbers" for plumbers.csv.gz. */
export const listNameOf = (path: string): string =>
  basename(path)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:csv|tsv|txt|json|jsonl|ndjson|geojson)$/i, '')
