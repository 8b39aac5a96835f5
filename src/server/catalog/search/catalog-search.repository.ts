import { perFilter } from '#contract/searches/search-filters.ts'
import type { LeftOut } from '#contract/searches/searches.ts'
import type { FoundFact, PlaceFacts } from '#server/catalog/place/place-facts.ts'
import { hasOwnWebsite, placeFlags, shownFlags } from '#server/catalog/place/place-flags.ts'
import type {
  FoundPage,
  FoundPlace,
  ListedPlace,
  PlaceCounts,
  PlaceMark,
  PlaceName,
  PlacesProvider,
} from '#server/catalog/place/places-provider.ts'
import { readScoreLines, shownScoreLines } from '#server/catalog/place/score-lines.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow, prepared } from '#server/platform/database/rows.ts'
import { factStamp, placeStamp } from './place-stamp.sql.ts'
import {
  categoryCountStatement,
  countStatement,
  placeColumns,
  possibleDuplicates as duplicatesOf,
  searchStatement,
} from './search-statement.sql.ts'

type StoredPlace = PlaceName &
  Pick<PlaceFacts, FoundFact> &
  Pick<FoundPlace, 'provenance' | 'stamp'> & { sort_value: number | string }
/** A row without an id has no place, only the counts. */
type Row = StoredPlace & { id: number | null }
type Duplicates = { possibleDuplicates: ListedPlace['possibleDuplicates'] | null }
type Counts = { total: number; remaining: number | null; version: number; left_out: LeftOut | null }

const nothingLeftOut: LeftOut = { ...perFilter(() => 0), withoutRating: 0, owned: 0 }

/** Searches our own catalog with exact great-circle distance, exact totals, and a stable order. */
export const catalogProvider = (db: Queryable): PlacesProvider => ({
  search: async (plan, page): Promise<FoundPage> => {
    const { text, values } = searchStatement(plan, page)
    const rows = await db.queryPrepared<Row & Counts & Duplicates>(text, values)
    const [first] = rows
    if (first === undefined) throw new Error('A search statement gave no row')
    return {
      places: rows.flatMap(
        ({
          id,
          total: _total,
          remaining: _remaining,
          version: _version,
          left_out: _leftOut,
          possibleDuplicates,
          ...row
        }) => (id === null ? [] : Object.assign(placeOf(row, id), { possibleDuplicates: possibleDuplicates ?? [] })),
      ),
      total: first.remaining ?? first.total,
      leftOut: { ...nothingLeftOut, ...first.left_out, owned: first.total - (first.remaining ?? first.total) },
      version: first.version,
    }
  },
  count: async (plan, asked): Promise<PlaceCounts> => {
    const { text, values } = countStatement(plan, asked)
    const row = await onlyRow<PlaceCounts>(prepared(db), text, values)
    return row.total > asked.atMost ? { ...row, matches: null } : row
  },
  countByCategory: async (plan, asked) => {
    const { text, values } = categoryCountStatement(plan, asked)
    const rows = await db.queryPrepared<{ categoryId: number; matches: number }>(text, values)
    return new Map(rows.map(({ categoryId, matches }) => [categoryId, matches]))
  },
})

// A row that is part of another place (h) returns that place.
const namedPlaces = `unnest($1::smallint[], $2::text[]) AS n (dataset_id, source_id)
  JOIN place p ON p.dataset_id = n.dataset_id AND p.source_id = n.source_id
  JOIN place h ON h.id = coalesce(p.merged_into, p.id) AND ${isPublished('h.id')}`
const valuesOf = (names: readonly PlaceName[]): unknown[] => [
  names.map(({ datasetId }) => datasetId),
  names.map(({ sourceId }) => sourceId),
]

/** These columns of the places with these names, by "dataset:id in the source". */
async function readNamed<T>(
  db: Queryable,
  names: readonly PlaceName[],
  columns: string,
): Promise<Map<string, Omit<T & { asked: string }, 'asked'>>> {
  const rows = await db.queryPrepared<T & { asked: string }>(
    `SELECT p.dataset_id || ':' || p.source_id AS asked, ${columns} FROM ${namedPlaces}`,
    valuesOf(names),
  )
  return new Map(rows.map(({ asked, ...row }) => [asked, row]))
}

/** The current places with these names, by "datasetId:sourceId". The name of a merged row finds its place. */
export async function placesNamed(db: Queryable, names: readonly PlaceName[]): Promise<Map<string, FoundPlace>> {
  const rows = await readNamed<StoredPlace & { id: number }>(db, names, `0 AS sort_value, h.id, ${placeColumns('h')}`)
  return new Map([...rows].map(([asked, { id, ...row }]) => [asked, placeOf(row, id)]))
}

/** Marks that show which of these places have changed. */
export const placeMarks = (db: Queryable, names: readonly PlaceName[]): Promise<Map<string, PlaceMark>> =>
  readNamed<PlaceMark>(
    db,
    names,
    `${placeStamp('h')} AS stamp, h.flags & ${placeFlags.suppressed} <> 0 AS "isSuppressed",
     coalesce(h.provenance->'members', '[]') AS members`,
  )

/** What identifies a returned place: the key of its main row, and its facts. */
type ReturnMark = { placeKey: string; factStamp: number }

export const returnMarks = (db: Queryable, names: readonly PlaceName[]): Promise<Map<string, ReturnMark>> =>
  readNamed<ReturnMark>(db, names, `${placeKey('h')} AS "placeKey", ${factStamp('h')} AS "factStamp"`)

/** Like `placesNamed`, with what a search says about each place. */
export async function listedPlaces(db: Queryable, names: readonly PlaceName[]): Promise<Map<string, ListedPlace>> {
  const rows = await readNamed<StoredPlace & Duplicates & { id: number }>(
    db,
    names,
    `0 AS sort_value, h.id, ${placeColumns('h')}, ${duplicatesOf('h')} AS "possibleDuplicates"`,
  )
  return new Map(
    [...rows].map(([asked, { id, possibleDuplicates, ...row }]) => [
      asked,
      { ...placeOf(row, id), possibleDuplicates: possibleDuplicates ?? [] },
    ]),
  )
}

const placeOf = ({ sort_value, flags, scoreLines, ...facts }: StoredPlace, id: number): FoundPlace => {
  const shown = flags & shownFlags
  return {
    ...facts,
    id,
    scoreLines: shownScoreLines(readScoreLines(scoreLines), facts.quality),
    hasOwnWebsite: hasOwnWebsite(shown),
    isSuppressed: (shown & placeFlags.suppressed) !== 0,
    pageKey: { value: sort_value, id },
  }
}
