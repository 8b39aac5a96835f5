import { countyAt } from '#server/catalog/gazetteer/counties.ts'
import { createPacer } from '#server/platform/basics/pacer.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { type NormalizeContext, type Rejection, normalizePlace } from './normalize.rules.ts'
import type { RawRows } from '#server/catalog/readers/raw-place.ts'

/** Places that are ready to be staged, with other facts about their rows. */
export type PlaceBatch = {
  file: string
  places: CatalogPlace[]
  /** Number of each place's row in the file. */
  rows: number[]
  rejections: Rejection[]
  /** Category paths, broadest first. */
  hierarchies: string[][]
}

const BATCH_PLACES = 200

/** Normalizes rows as they are read, and yields to the event loop between batches. */
export async function* normalizedRows(
  rows: RawRows,
  context: Omit<NormalizeContext, 'knows'>,
): AsyncGenerator<PlaceBatch> {
  const breathe = createPacer()
  for await (const raws of rows.batches) {
    const batch = emptyBatch(rows.file)
    for (const raw of raws) {
      const result = normalizePlace(raw, { ...context, knows: rows.knows })
      if ('rejection' in result) batch.rejections.push(result.rejection)
      else {
        batch.places.push(withState(result.place))
        batch.rows.push(raw.row)
        if (raw.hierarchy.length > 0) batch.hierarchies.push(raw.hierarchy)
      }
      await breathe()
    }
    yield batch
  }
}

/**
 * Where the source names no state, it is that of the county at the coordinates, so that searches of a whole state find
 * the place. The score still counts what the source says.
 */
const withState = (place: CatalogPlace): CatalogPlace =>
  place.state === null ? { ...place, state: countyAt(place)?.state ?? null } : place

/** Batches of places that are already complete. */
export async function* readyPlaces(
  places: Iterable<CatalogPlace> | AsyncIterable<CatalogPlace>,
): AsyncGenerator<PlaceBatch> {
  const breathe = createPacer()
  let row = 0
  let batch: PlaceBatch = emptyBatch('')
  for await (const place of places) {
    batch.places.push(place)
    batch.rows.push(++row)
    if (batch.places.length < BATCH_PLACES) continue
    yield batch
    batch = emptyBatch('')
    await breathe()
  }
  if (batch.places.length > 0) yield batch
}

const emptyBatch = (file: string): PlaceBatch => ({ file, places: [], rows: [], rejections: [], hierarchies: [] })
