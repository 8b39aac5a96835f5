import { type JsonShape, objectsOf } from './json-objects.ts'
import { readOsmObject } from './osm-row.ts'
import { inBatches, type RawRows } from './raw-place.ts'

const HEAD_BYTES = 4096

/** Reads the rows of an Overpass answer (`out center`) or of a GeoJSON file. */
export const readOsm = (
  bytes: AsyncIterable<Uint8Array>,
  { file, shape }: { file: string; shape: JsonShape },
): RawRows => ({
  file,
  rowCount: null,
  batches: inBatches(objectsOf(bytes, { file, shape }), readOsmObject),
})

/** The date of OpenStreetMap's data (YYYY-MM-DD), which both kinds of file have near their start. */
export async function osmDateOf(bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  for await (const piece of bytes) {
    const head = new TextDecoder('utf-8').decode(piece.subarray(0, HEAD_BYTES)).split(/"(?:features|elements)"/)[0]
    return /"timestamp(?:_osm_base)?"\s*:\s*"(\d{4}-\d{2}-\d{2})/.exec(head ?? '')?.[1] ?? null
  }
  return null
}
