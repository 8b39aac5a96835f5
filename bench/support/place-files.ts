import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadGazetteer } from '#geography/index.ts'
import type { CatalogCategory } from '#server/catalog/kinds/category-tree.ts'
import { openImport } from '#server/catalog/load/open-import.ts'
import type { PlaceBatch } from '#server/catalog/normalize/row-stream.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { categoryKey, categoryName } from '#words/index.ts'

const folder = path.resolve(import.meta.dirname, '../../../shared/data')
const files = [
  'overture-boulder-co-2026-04/places.parquet',
  'overture-us-sample-2025-02/project_c_samples.parquet',
  'labelled-new-york-2025-12/places.parquet',
  'osm-overpass-boise-2025-11/overpass_boise.geojson',
].map(file => path.join(folder, file))
/**
 * Places that no rule was written with, as GeoJSON. Rows of `project-terraforma/StatusNow`
 * (data/combined_truth_dataset_sf.parquet) and `project-terraforma/fuseplace` (data/overture_extra_pairs.parquet and
 * data/project_a_samples.parquet) on GitHub that none of the files above contains. The benchmark does without them if they
 * are missing.
 */
const strangeFiles = ['overture-san-francisco-2025-12/places.geojson', 'overture-us-pairs-2025-12/places.geojson'].map(
  file => path.join(folder, file),
)
/** Half of its rows have categories of another source, which the catalog does not know. */
const pairs = path.join(folder, 'labelled-pairs/pairs.parquet')

export const missingFiles = (): string[] => [...files, pairs].filter(file => !existsSync(file))

export type ReadPlaces = { places: CatalogPlace[]; categories: CatalogCategory[] }

/** The places of all real files as an import makes them, and the categories that the catalog would have. */
export async function readPlaceFiles(): Promise<ReadPlaces> {
  const places: CatalogPlace[] = []
  const parents = new Map<string, string | null>()
  for await (const { file, batch } of batchesOf([...files, pairs])) {
    places.push(...batch.places)
    if (file === pairs) continue
    for (const key of batch.places.flatMap(place => place.categories)) parents.set(key, parents.get(key) ?? null)
    for (const hierarchy of batch.hierarchies) {
      const keys = hierarchy.flatMap(key => categoryKey(key) ?? [])
      for (const [position, key] of keys.entries()) parents.set(key, keys[position - 1] ?? parents.get(key) ?? null)
    }
  }
  const categories = [...parents].map(([key, parentKey], i) => ({ id: i + 1, key, name: categoryName(key), parentKey }))
  return { places, categories }
}

export const missingStrangeFiles = (): string[] => strangeFiles.filter(file => !existsSync(file))

export async function readStrangePlaces(): Promise<CatalogPlace[]> {
  const places: CatalogPlace[] = []
  for await (const { batch } of batchesOf(strangeFiles)) places.push(...batch.places)
  return places
}

async function* batchesOf(paths: readonly string[]): AsyncGenerator<{ file: string; batch: PlaceBatch }> {
  const deps = { gazetteer: await loadGazetteer(), clock: { now: () => new Date() } }
  for (const file of paths) {
    const opened = await openImport(deps, { files: [file] })
    for await (const batch of opened.batches()) yield { file, batch }
    await opened.close()
  }
}
