import type { RawPlace } from './raw-place.ts'

/** A row from the Parquet reader, by the names of the wanted columns. Its values can have any shape. */
export type ParquetRow = Readonly<Record<string, unknown>>
/** The name of each column, or the path of one inside another ("bbox.xmin"), and whether it contains a list. */
export type ParquetColumns = ReadonlyMap<string, 'list' | 'value'>

/** The format of one publisher's files. */
export type ParquetLayout = {
  source: 'overture' | 'foursquare'
  name: string
  isOf: (columns: ParquetColumns) => boolean
  /** Required columns. Each entry lists alternative names. */
  needed: readonly (readonly string[])[]
  /** Paths of the two single values that tell where a row is, to about a meter. */
  position: { lat: string; lon: string }
  /** Columns, or paths of single values inside them. */
  wanted: readonly string[]
  /** Paths of the numeric columns whose statistics give the area of a row group. */
  extent: { south: string; north: string; west: string; east: string }
  /** The column with the age of a row, and how to read the date from it (YYYY-MM-DD). */
  dated: string
  dateOf: (value: unknown) => string | null
  readRow: (row: ParquetRow, number: number) => RawPlace
}
