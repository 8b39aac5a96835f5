import { ImportError } from '#server/catalog/place/import-error.ts'
import { ObjectScanner } from './json-objects.ts'
import { readOsmObject } from './osm-row.ts'
import type { RawPlace, RawRows } from './raw-place.ts'

const BATCH_ROWS = 200
const HEAD_BYTES = 4096
// OpenStreetMap does not say how sure it is that a place exists.
const knows = ['phone', 'website', 'email', 'address', 'category', 'social'] as const

/** Rows of an Overpass answer (`out center`) or a GeoJSON file. */
export const readOsm = (bytes: AsyncIterable<Uint8Array>, file: string): RawRows => ({
  file,
  knows,
  rowCount: null,
  batches: inBatches(bytes, file),
})

async function* inBatches(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<RawPlace[]> {
  const scanner = new ObjectScanner()
  const decoder = new TextDecoder('utf-8')
  let batch: RawPlace[] = []
  let row = 0
  for await (const piece of bytes) {
    for (const text of scanner.push(decoder.decode(piece, { stream: true }))) {
      batch.push(readOsmObject(parsed(text, file), ++row))
      if (batch.length < BATCH_ROWS) continue
      yield batch
      batch = []
    }
  }
  scanner.end()
  if (batch.length > 0) yield batch
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
}

/** The date of OpenStreetMap's data, YYYY-MM-DD. Both kinds of file have it near their start. */
export async function osmDateOf(bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  for await (const piece of bytes) {
    const head = new TextDecoder('utf-8').decode(piece.subarray(0, HEAD_BYTES)).split(/"(?:features|elements)"/)[0]
    return /"timestamp(?:_osm_base)?"\s*:\s*"(\d{4}-\d{2}-\d{2})/.exec(head ?? '')?.[1] ?? null
  }
  return null
}
