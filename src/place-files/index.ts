/**
 * Files of places: Overture, Foursquare, OpenStreetMap, AllThePlaces, and lists of an operator. Opens a file and gives
 * its rows in batches, with their source and dates.
 */
export { mayTellStatus } from './csv-headers.ts'
export { ImportError } from './import-error.ts'
export { ObjectScanner } from './json-objects.ts'
export { osmCategories } from './osm-categories.ts'
export { readOsmObject } from './osm-row.ts'
export { overtureColumns } from './overture-row.ts'
export { pathsOf } from './parquet-columns.ts'
export {
  type FileIndex,
  type GroupIndex,
  type Extent,
  type ParquetPlaces,
  type PlaceGroup,
  FOOTER_BYTES,
  openParquetPlaces,
  openIndexedPlaces,
  mayContainPlaceIn,
  isKnown,
} from './parquet-reader.ts'
export { type RawPlace, type RawRows } from './raw-place.ts'
export { type SourceFile, openSourceFile } from './source-file.ts'
