import { basename } from 'node:path'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { Box } from '#server/catalog/place/great-circle.ts'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import type { RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import type { RawRows } from '#server/catalog/readers/raw-place.ts'

type ImportOptions = {
  /** Compares and counts, and leaves the catalog as it is. */
  dryRun?: boolean
  /** CSV file for the rejected rows. */
  rejectsPath?: string
  /** CSV file that says of each row what became of it. */
  reportPath?: string
  /** Cells that the rows cover, also where they hold no place. */
  coveredCells?: readonly number[]
  /** The rows are all that the release has in those cells: what else was there has vanished. */
  isWholeInCells?: boolean
  /** That there are no rows says that there are no places in those cells, rather than that something is missing. */
  isKnownEmpty?: boolean
  /** The area that the rows are cut to: nothing beside it has vanished. */
  area?: Box
  onProgress?: (progress: ImportProgress) => void
}
export type FileImport = ImportOptions & {
  files: readonly string[]
  /** As the operator says it; told by the content where unset. */
  source?: string
  /** Begins with a date, YYYY-MM-DD; the newest evidence in the files where unset. */
  release?: string
  /** Name of a CSV list; the file's where unset. */
  listName?: string
  /** Which column of a CSV list holds what, where its header does not say so. */
  mapping?: Readonly<Record<string, string>>
}
/** Rows of a source that were not read from a file: fetched ones, or places that are complete already. */
export type RowImport = ImportOptions & { source: SourceKey; release: string; listName?: string } & (
    | { raw: readonly RawRows[] }
    | { places: Iterable<CatalogPlace> | AsyncIterable<CatalogPlace> }
  )
export type ImportInput = FileImport | RowImport

export type ImportProgress = {
  /** queued: behind another import; waiting: for a backup, or another who reads the catalog for long. */
  phase: 'queued' | 'reading' | 'comparing' | 'writing' | 'waiting' | 'tidying'
  rowsRead: number
  /** Null where the files do not say it. */
  rowsInAll: number | null
}

/** What an import waits for, in words. */
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
  /** Rows of cells that a newer release covers already. */
  outdated: number
  rejected: number
  /** Places of older releases beside the area of the files, which end inside a cell: they stay. */
  outsideOfFiles: number
}

export type ImportSummary = {
  source: SourceKey
  list: string
  release: string
  files: string[]
  counts: ImportCounts
  rejectedByReason: Partial<Record<RejectionCode, number>>
  /** The written file of rejected rows; null where there is none. */
  rejectsPath: string | null
  reportPath: string | null
  isDryRun: boolean
  /** False where the catalog was left as it is. */
  hasChanged: boolean
}

/** The name of the list that a CSV file is, where the operator gives none: "plumbers" of plumbers.csv.gz. */
export const listNameOf = (path: string): string =>
  basename(path)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:csv|tsv|txt)$/i, '')
