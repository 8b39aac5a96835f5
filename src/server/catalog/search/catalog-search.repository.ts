import { perFilter } from '#contract/search-filters.ts'
import type { LeftOut } from '#contract/searches.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { placeFlags } from '#server/catalog/place/catalog-place.ts'
import type {
  FoundPage,
  FoundPlace,
  PlaceMark,
  PlaceName,
  PlacesProvider,
} from '#server/catalog/place/places-provider.ts'
import type { Provenance } from '#server/catalog/place/provenance.ts'
import { readScoreLines, shownScoreLine } from '#server/catalog/place/score-lines.ts'
import { placeColumns, placeStamp, searchStatement } from './search-statement.ts'

type Row = {
  total: number
  version: number
  left_out: LeftOut | null
  sort_value: number | string
  id: number | null
  dataset_id: number
  source_id: string
  name: string
  phone: number | null
  website: string | null
  email: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  lat: number
  lon: number
  category_ids: number[]
  rating: number | null
  quality: number
  score_lines: string
  license: string
  confirmed_on: string | null
  origin: string | null
  provenance: Provenance | null
  flags: number
  stamp: number
}

const nothingLeftOut: LeftOut = { ...perFilter(() => 0), withoutRating: 0 }

/** Searches our own catalog: exact great-circle distance, exact totals, the same order every time. */
export const catalogProvider = (db: Queryable): PlacesProvider => ({
  search: async (plan, page): Promise<FoundPage> => {
    const { text, values } = searchStatement(plan, page)
    const rows = await db.queryPrepared<Row>(text, values)
    const [first] = rows
    if (first === undefined) throw new Error('A search statement gave no row')
    return {
      places: rows.flatMap(row => (row.id === null ? [] : [placeOf(row, row.id)])),
      total: first.total,
      leftOut: first.left_out ?? nothingLeftOut,
      version: first.version,
    }
  },
  find: async names => {
    const rows = await db.query<Row & { asked: string }>(
      `SELECT p.dataset_id || ':' || p.source_id AS asked, 0 AS sort_value, h.id, ${placeColumns('h')}
       FROM ${namedPlaces}`,
      valuesOf(names),
    )
    return new Map(rows.flatMap(row => (row.id === null ? [] : [[row.asked, placeOf(row, row.id)]])))
  },
})

// A row that is part of another place (h) is that place.
const namedPlaces = `unnest($1::smallint[], $2::text[]) AS n (dataset_id, source_id)
  JOIN place p ON p.dataset_id = n.dataset_id AND p.source_id = n.source_id
  JOIN place h ON h.id = coalesce(p.merged_into, p.id)`
const valuesOf = (names: readonly PlaceName[]): unknown[] => [
  names.map(({ datasetId }) => datasetId),
  names.map(({ sourceId }) => sourceId),
]

/** The marks of the places of these names, by "dataset:source's id". */
export async function findPlaceMarks(db: Queryable, names: readonly PlaceName[]): Promise<Map<string, PlaceMark>> {
  const rows = await db.queryPrepared<PlaceMark & { asked: string }>(
    `SELECT p.dataset_id || ':' || p.source_id AS asked, ${placeStamp('h')} AS stamp,
       h.flags & ${placeFlags.suppressed} <> 0 AS "isSuppressed", coalesce(h.provenance->'members', '[]') AS members
     FROM ${namedPlaces}`,
    valuesOf(names),
  )
  return new Map(rows.map(({ asked, ...mark }) => [asked, mark]))
}

const placeOf = (row: Row, id: number): FoundPlace => ({
  id,
  datasetId: row.dataset_id,
  sourceId: row.source_id,
  name: row.name,
  phone: row.phone,
  website: row.website,
  email: row.email,
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  lat: row.lat,
  lon: row.lon,
  categoryIds: row.category_ids,
  rating: row.rating,
  quality: row.quality,
  scoreLines: readScoreLines(row.score_lines).map(shownScoreLine),
  license: row.license,
  confirmedOn: row.confirmed_on,
  origin: row.origin,
  provenance: row.provenance,
  isSuppressed: (row.flags & placeFlags.suppressed) !== 0,
  stamp: row.stamp,
  pageKey: { value: row.sort_value, id },
})
