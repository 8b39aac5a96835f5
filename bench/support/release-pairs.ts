import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { type Gazetteer, zipInfo } from '#geography/index.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const folder = path.resolve(import.meta.dirname, '../../../shared/data')
/**
 * Rows of New York and San Francisco that two releases of Overture have in common, as [{id, before, after}]. Made from three
 * files of `project-terraforma/StatusNow` on GitHub: data/combined_truth_dataset.parquet, and those of the same name that end
 * in _nyc and _sf. The benchmark does without them if they are missing.
 */
const twoReleases = path.join(folder, 'overture-two-releases-2025-12/places.json')
/**
 * The same, of two sources for one place in the United States. Made from data/project_a_samples.parquet of
 * `project-terraforma/fuseplace`, without the pairs below. No rule was written with them.
 */
const twoSources = path.join(folder, 'overture-two-sources-2025-01/places.json')
/** Rows of two sources, and whether people said that they are the same business. */
const labelledPairs = path.join(folder, 'labelled-pairs/pairs.parquet')

type ReleasePair = { title: string; before: TestPlace[]; after: TestPlace[] }

/** The same places in an earlier and in a later release. Without files, there are none. */
export const releasePairs = async (gazetteer: Gazetteer): Promise<ReleasePair[]> => [
  { title: 'two releases', ...(await readPlaces(twoReleases, gazetteer)) },
  { title: 'the same business in two sources', ...(await labelledBusinesses()) },
  { title: 'the same business in two sources, not read before', ...(await readPlaces(twoSources, gazetteer)) },
]

type Address = { freeform?: string; locality?: string; postcode?: string; region?: string; country?: string }
type Listed = {
  names?: { primary?: string } | null
  categories?: { primary?: string } | null
  websites?: string[] | null
  phones?: string[] | null
  addresses?: Address[] | null
}

async function readPlaces(file: string, gazetteer: Gazetteer): Promise<Omit<ReleasePair, 'title'>> {
  if (!existsSync(file)) return { before: [], after: [] }
  const rows = JSON.parse(await readFile(file, 'utf8')) as { id: string; before: Listed; after: Listed }[]
  const placed = rows.flatMap(row => {
    // The file has no positions.
    const zip = zipInfo(gazetteer, row.before.addresses?.[0]?.postcode ?? row.after.addresses?.[0]?.postcode ?? '')
    return zip === null ? [] : Object.assign(row, { position: { id: row.id, lat: zip.lat, lon: zip.lon } })
  })
  return {
    before: placed.map(({ before, position }) => placeOf(before, position)),
    after: placed.map(({ after, position }) => placeOf(after, position)),
  }
}

async function labelledBusinesses(): Promise<Omit<ReleasePair, 'title'>> {
  type Row = Listed & { id: string; n: bigint; same: bigint; side: 'a' | 'b'; bbox: { xmin: number; ymin: number } }
  if (!existsSync(labelledPairs)) return { before: [], after: [] }
  const rows = (await parquetReadObjects({ file: await asyncBufferFromFile(labelledPairs), compressors })) as Row[]
  const same = Map.groupBy(
    rows.filter(row => Number(row.same) === 1),
    row => String(row.n),
  )
  const pairs = [...same].flatMap(([n, [first, second]]) =>
    first === undefined || second === undefined
      ? []
      : [first, second].map(row => placeOf(row, { id: `pair-${n}`, lat: row.bbox.ymin, lon: row.bbox.xmin })),
  )
  return { before: pairs.filter((_, at) => at % 2 === 0), after: pairs.filter((_, at) => at % 2 === 1) }
}

function placeOf(row: Listed, position: { id: string; lat: number; lon: number }): TestPlace {
  const { freeform, locality, postcode, region, country } = row.addresses?.[0] ?? {}
  return {
    ...position,
    name: row.names?.primary ?? null,
    category: row.categories?.primary ?? null,
    confidence: 0.9,
    websites: row.websites ?? null,
    phones: row.phones ?? null,
    street: freeform ?? null,
    city: locality ?? null,
    zip: postcode ?? null,
    region: region ?? null,
    country: country ?? 'US',
  }
}
