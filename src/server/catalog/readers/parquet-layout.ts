import type { ScoreTopic } from '#server/catalog/place/score.rules.ts'
import type { RawPlace } from './raw-place.ts'

/** A row as the Parquet reader gives it: nothing about its shape is certain. */
export type ParquetRow = Readonly<Record<string, unknown>>
/** Name of each column, and whether it holds a list. */
export type ParquetColumns = ReadonlyMap<string, 'list' | 'value'>

/** What one publisher's files look like. */
export type ParquetLayout = {
  source: 'overture' | 'foursquare'
  name: string
  isOf: (columns: ParquetColumns) => boolean
  /** Columns without which a file cannot be read; each entry is one of several names. */
  needed: readonly (readonly string[])[]
  wanted: readonly string[]
  /** Numbers whose statistics tell where the places of a row group lie, by their path. */
  extent: { south: string; north: string; west: string; east: string }
  /** The column that says how old a row is, and the date in it, YYYY-MM-DD. */
  dated: string
  dateOf: (value: unknown) => string | null
  knows: (columns: ParquetColumns) => readonly ScoreTopic[]
  readRow: (row: ParquetRow, number: number) => RawPlace
}
