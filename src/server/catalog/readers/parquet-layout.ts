import type { RawPlace } from './raw-place.ts'

/**
 * A row from the Parquet reader, by the paths of its single columns ("id", "bbox.xmin"). A column that is or is inside a
 * list has a list of values ("phones", "sources.dataset"). Values can have any shape.
 */
export type ParquetRow = Readonly<Record<string, unknown>>
/** The paths of all columns, and of the columns around them. */
export type ParquetColumns = ReadonlySet<string>

/** The format of one publisher's files. */
export type ParquetLayout = {
  source: 'overture' | 'foursquare'
  name: string
  isOf: (columns: ParquetColumns) => boolean
  /** Required columns. Each entry lists alternative names. */
  needed: readonly (readonly string[])[]
  /** Paths of the two single values that tell where a row is, to about a meter. */
  position: { lat: string; lon: string }
  /** Paths of columns. One with others inside stands for all of them. */
  wanted: readonly string[]
  /** Columns that the version before read whole. During an upgrade, it reads what this one has noted about a release. */
  wantedBefore: readonly string[]
  /** Paths of the numeric columns whose statistics give the area of a row group. */
  extent: { south: string; north: string; west: string; east: string }
  /** The path of the column with the age of a row, and how to read the date from it (YYYY-MM-DD). */
  dated: string
  dateOf: (value: unknown) => string | null
  readRow: (row: ParquetRow, number: number) => RawPlace
}
