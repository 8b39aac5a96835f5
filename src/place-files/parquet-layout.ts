import type { RawPlace } from './raw-place.ts'

/**
 * The values of a row by the paths of its leaf columns ("id", "bbox.xmin"). The value of a column that is a list or
 * inside one is an array ("phones", "sources.dataset"). Values are not checked and can have any type.
 */
export type ParquetRow = Readonly<Record<string, unknown>>
/** The paths of all leaf columns and of the structures around them. */
export type ParquetColumns = ReadonlySet<string>

export type ParquetLayout = {
  source: 'overture' | 'foursquare'
  name: string
  matches: (columns: ParquetColumns) => boolean
  /** The required columns. One of the alternatives in each entry must exist. */
  needed: readonly (readonly string[])[]
  position: { lat: string; lon: string }
  /** The paths of the columns to read. A structure stands for all columns inside it. */
  wanted: readonly string[]
  extent: { south: string; north: string; west: string; east: string }
  /** The path of the column that says when a row was last confirmed. */
  dateColumn: string
  /** Reads the date (YYYY-MM-DD) from a value of that column. */
  dateOf: (value: unknown) => string | null
  readRow: (row: ParquetRow, number: number) => RawPlace
}
