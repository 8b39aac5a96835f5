import { parseJson } from '#json/index.ts'
import { objectsOf, type JsonShape } from './json-objects.ts'
import { overtureColumns, readOvertureRow } from './overture-row.ts'
import type { ParquetRow } from './parquet-layout.ts'
import { inBatches, type RawPlace, type RawRows } from './raw-place.ts'
import { listOf, recordOf } from './source-values.ts'

/** Reads Overture places in GeoJSON, which Overture's own tool and DuckDB write. */
export const readOvertureGeojson = (
  bytes: AsyncIterable<Uint8Array>,
  { file, shape }: { file: string; shape: JsonShape },
): RawRows => ({
  file,
  rowCount: null,
  batches: inBatches(objectsOf(bytes, { file, shape }), readFeature),
})

function readFeature(object: object, row: number): RawPlace {
  const feature = recordOf(object)
  const properties = Object.fromEntries(
    Object.entries(recordOf(feature.properties)).map(([name, value]) => [name, unpacked(value)]),
  )
  const [lon, lat] = listOf(recordOf(feature.geometry).coordinates)
  const columns = overtureColumns.map(path => [path, valueAt(properties, path.split('.'))])
  return readOvertureRow(
    {
      ...(Object.fromEntries(columns) as ParquetRow),
      id: properties.id ?? feature.id,
      'bbox.xmin': lon,
      'bbox.xmax': lon,
      'bbox.ymin': lat,
      'bbox.ymax': lat,
    },
    row,
  )
}

/** Some tools write nested values as JSON texts. */
function unpacked(value: unknown): unknown {
  return typeof value === 'string' && /^[[{]/.test(value) ? (parseJson(value) ?? value) : value
}

/** The value at a path. If there is a list along the path, the values of all its entries. */
function valueAt(value: unknown, [name, ...inner]: readonly string[]): unknown {
  if (name === undefined) return value
  return Array.isArray(value)
    ? value.map(entry => valueAt(entry, [name, ...inner]))
    : valueAt(recordOf(value)[name], inner)
}
