import { basename } from 'node:path'
import type { RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import type { Box } from '#server/catalog/place/great-circle.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import type { RawRows } from '#server/catalog/readers/raw-place.ts'

type ImportOptions = {
  /** Compares and counts without changing the catalog. */
  dryRun?: boolean
  /** CSV file for the rejected rows. */
  rejectsPath?: string
  /** CSV file with the outcome of each row. */
  reportPath?: string
  /** Cells that the rows cover, even without places in them. */
  coveredCells?: readonly number[]
  /** True if the rows are everything that the release has in those cells, so other places there are removed. */
  isWholeInCells?: boolean
  /** True if the release may have more rows in those cells, so nothing is removed, and the cells keep their release. */
  isPart?: boolean
  /** False refuses a release that has lost many of the places of a cell. */
  mayLoseMany?: boolean
  /** True if no rows means that there are no places in those cells, not that data is missing. */
  isKnownEmpty?: boolean
  /** The area that the rows are limited to. Places outside it are kept. */
  area?: Box
  onProgress?: (progress: ImportProgress) => void
}
export type FileImport = ImportOptions & {
  files: readonly string[]
  /** The operator's choice. By default, it is detected from the content. */
  source?: string
  /** Starts with a date, YYYY-MM-DD. By default, the newest evidence in the files. */
  release?: string
  /** Name of a CSV list. By default, the file's name. */
  listName?: string
  /** Which column of a CSV list contains which field, if the header does not say so. */
  mapping?: Readonly<Record<string, string>>
}
/** Rows that were not read from a file: downloaded ones, or places that are already complete. */
export type RowImport = ImportOptions & { source: SourceKey; release: string; listName?: string } & (
    | { raw: readonly RawRows[] }
    | { places: Iterable<CatalogPlace> | AsyncIterable<CatalogPlace> }
  )
export type ImportInput = FileImport | RowImport

export type ImportProgress = {
  /** queued: behind another import. waiting: for a backup or another long read of the catalog. */
  phase: 'queued' | 'reading' | 'comparing' | 'writing' | 'waiting' | 'tidying'
  rowsRead: number
  /** Null if the files do not say. */
  rowsInAll: number | null
}

/** What an import waits for, as text for users. */
export const waitsFor = {
  queued: 'Waiting for another import to finish',
  waiting: 'Waiting for a backup or another long read of the catalog to finish',
} as const satisfies Partial<Record<ImportProgress['phase'], string>>

export type ImportCounts = {
  read: number
  added: number
  changed: number
  unchanged: number
  vanished: number
  /** Rows that are the same place as another row of the files. */
  merged: number
  /** Rows in cells that a newer release already covers. */
  outdated: number
  rejected: number
  /** Places of older releases next to the area of the files, which end inside a cell. They are kept. */
  outsideOfFiles: number
}

export type ImportSummary = {
  source: SourceKey
  list: string
  release: string
  files: string[]
  counts: ImportCounts
  rejectedByReason: Partial<Record<RejectionCode, number>>
  /** Rows that became one lead with another row, of this source or another one; null if it was not found out. */
  oneLeadWithAnother: number | null
  /** Columns of a list that were not used. */
  unusedColumns: string[]
  /** The file of rejected rows; null if there is none. */
  rejectsPath: string | null
  reportPath: string | null
  isDryRun: boolean
  /** False if the catalog was not changed. */
  hasChanged: boolean
}

/** Of a release that the catalog has already. */
export const unchangedSummary = (source: SourceKey, release: string): ImportSummary => ({
  source,
  list: source,
  release,
  files: [],
  counts: {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    vanished: 0,
    merged: 0,
    outdated: 0,
    rejected: 0,
    outsideOfFiles: 0,
  },
  rejectedByReason: {},
  oneLeadWithAnother: null,
  unusedColumns: [],
  rejectsPath: null,
  reportPath: null,
  isDryRun: false,
  hasChanged: false,
})

/** The list name of a CSV file if the operator gives none: "plumbers" for plumbers.csv.gz. */
export const listNameOf = (path: string): string =>
  basename(path)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i, '')
