import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogPlace } from '../catalog-place.ts'
import { type NormaliseContext, type Rejection, normalisePlace } from './normalise.rules.ts'
import type { RawRows } from './raw-place.ts'

/** Places that are ready to be staged, with what else their rows told. */
export type PlaceBatch = {
  file: string
  places: CatalogPlace[]
  rejections: Rejection[]
  /** Paths of categories, from the broadest down. */
  hierarchies: string[][]
}

const BATCH_PLACES = 200
const MAX_BLOCKING_MS = 8

/** Normalises rows as they are read, and lets other work in between. */
export async function* normalisedRows(
  rows: RawRows,
  context: Omit<NormaliseContext, 'knows'>,
): AsyncGenerator<PlaceBatch> {
  const breathe = createPacer()
  for await (const raws of rows.batches) {
    const batch: PlaceBatch = { file: rows.file, places: [], rejections: [], hierarchies: [] }
    for (const raw of raws) {
      const result = normalisePlace(raw, { ...context, knows: rows.knows })
      if ('place' in result) batch.places.push(result.place)
      else batch.rejections.push(result.rejection)
      if ('place' in result && raw.hierarchy.length > 0) batch.hierarchies.push(raw.hierarchy)
      await breathe()
    }
    yield batch
  }
}

/** Batches of places that are complete already. */
export async function* readyPlaces(
  places: Iterable<CatalogPlace> | AsyncIterable<CatalogPlace>,
): AsyncGenerator<PlaceBatch> {
  const breathe = createPacer()
  let batch: CatalogPlace[] = []
  for await (const place of places) {
    batch.push(place)
    if (batch.length < BATCH_PLACES) continue
    yield { file: '', places: batch, rejections: [], hierarchies: [] }
    batch = []
    await breathe()
  }
  if (batch.length > 0) yield { file: '', places: batch, rejections: [], hierarchies: [] }
}

function createPacer(): () => Promise<void> | undefined {
  let began = performance.now()
  const pause = async () => {
    await nextTurn()
    began = performance.now()
  }
  return () => (performance.now() - began < MAX_BLOCKING_MS ? undefined : pause())
}
