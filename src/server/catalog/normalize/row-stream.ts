import { countyAt, type Gazetteer, nearestZip } from '#geography/index.ts'
import type { RawRows } from '#place-files/index.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { createPacer } from '#server/platform/basics/pacer.ts'
import { type NormalizeContext, type Rejection, normalizePlace } from './normalize.rules.ts'

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

/** Normalizes rows as they are read, and yields to the event loop again and again. */
export async function* normalizedRows(rows: RawRows, context: NormalizeContext): AsyncGenerator<PlaceBatch> {
  const breathe = createPacer()
  for await (const raws of rows.batches) {
    const batch = emptyBatch(rows.file)
    for (const raw of raws) {
      const result = normalizePlace(raw, context)
      if ('rejection' in result) batch.rejections.push(result.rejection)
      else {
        batch.places.push(located(result.place, context.gazetteer))
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
 * the place. Where it names no town, it is that of the nearest ZIP. The score still counts what the source says.
 */
function located(place: CatalogPlace, gazetteer: Gazetteer): CatalogPlace {
  if (place.state !== null && place.city !== null) return place
  const state = place.state ?? countyAt(place)?.state ?? null
  const city = place.city ?? (state === null ? null : (nearestZip(gazetteer, { ...place, state })?.city ?? null))
  const derived = [place.city === city ? '' : 'city', place.state === state ? '' : 'state'].filter(Boolean)
  return { ...place, city, state, derivedLocation: derived.length === 0 ? null : derived.join(' and ') }
}

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
