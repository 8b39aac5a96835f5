import { nameStart } from '#server/catalog/merge/pairs.repository.ts'
import type { PlaceFacts } from '#server/catalog/place/place-facts.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'

/** A place that searches can find, by one of its rows that fits a business. */
export type Candidate = Pick<
  PlaceFacts,
  'phone' | 'name' | 'domain' | 'street' | 'city' | 'state' | 'zip' | 'lat' | 'lon'
> & {
  /** Which business. */
  at: number
  id: number
  key: string
  headPhone: number | null
}

type Finder<Wanted> = (db: Queryable, wanted: readonly (Wanted & { at: number })[]) => Promise<Candidate[]>

/**
 * Finds the places of businesses. `columns`: what SQL reads of each business n. `rows`: the rows that fit it. The facts
 * are those of the row that fits; the phone by which searches know the place is that of its main row.
 */
const finder =
  (columns: string, rows: string): Finder<object> =>
  (db, wanted) =>
    db.queryPrepared(
      `SELECT n.at, h.id, ${placeKey('h')} AS key, p.phone, p.name, p.domain, p.street, p.city, p.state, p.zip, p.lat, p.lon,
         h.phone AS "headPhone"
       FROM jsonb_to_recordset($1::jsonb) AS n (at int, ${columns}) CROSS JOIN LATERAL (${rows}) p
         JOIN place h ON h.id = coalesce(p.merged_into, p.id)
       WHERE h.is_offered ORDER BY n.at, p.id`,
      [JSON.stringify(wanted)],
    )

/** Departments of a hospital. */
const MAX_OF_PHONE = 100
/** The branches in the same ZIP or town come first. */
const MAX_OF_DOMAIN = 30
/** Shops in one mall. */
const MAX_IN_HOUSE = 300
const MAX_NAMED = 30

export const placesOfPhones: Finder<{ phone: number }> = finder(
  'phone bigint',
  `SELECT * FROM place o WHERE o.phone = n.phone AND ${isPublished('o.id')} ORDER BY o.lat, o.id LIMIT ${MAX_OF_PHONE}`,
)

type Somewhere = { city: string | null; state: string | null; zip: string | null }

export const placesOfDomains: Finder<Somewhere & { domain: string }> = finder(
  'domain text, city text, state text, zip text',
  `SELECT * FROM place o WHERE o.domain = n.domain AND ${isPublished('o.id')}
   ORDER BY coalesce(o.zip = n.zip, false) DESC, coalesce(o.state = n.state AND lower(o.city) = lower(n.city), false) DESC, o.id
   LIMIT ${MAX_OF_DOMAIN}`,
)

type House = { zip: string | null; number: string; lat: number; lon: number; degrees: number }
const isNumber = `substring(o.street from '^[0-9]+') = n.number AND o.street ~ '^[0-9]' AND ${isPublished('o.id')}`

/** In the ZIP, or, for rows without one, in the town. */
export const placesInHouses: Finder<House> = finder(
  'zip text, number text, lat float8, lon float8, degrees float8',
  `SELECT * FROM (SELECT * FROM place o WHERE o.zip = n.zip AND ${isNumber}
     UNION ALL SELECT * FROM place o WHERE n.zip IS NULL AND o.zip IS NOT NULL AND ${isNumber}
       AND o.lat BETWEEN n.lat - n.degrees AND n.lat + n.degrees AND abs(o.lon - n.lon) < n.degrees) o
   ORDER BY o.id LIMIT ${MAX_IN_HOUSE}`,
)

// A typo leaves the first or the last half of a name as it is, but for two swapped letters in the middle.
const isAlmost = (side: 'left' | 'right'): string =>
  `${side}(o.name_sort, length(n.name_sort) / 2 - 1) = ${side}(n.name_sort, length(n.name_sort) / 2 - 1)`
const isNamed = `(o.name_sort = n.name_sort OR starts_with(${nameStart('o', 300)}, ${nameStart('n', 300)}) OR n."mayBeMisspelled"
  AND length(o.name_sort) BETWEEN length(n.name_sort) - 1 AND length(n.name_sort) + 1 AND (${isAlmost('left')} OR ${isAlmost('right')}))`
const named = (hasHouse: string): string => `
  SELECT * FROM place o WHERE ${nameStart('o', 3)} = ${nameStart('n', 3)} AND ${isNamed}
    AND o.lat BETWEEN n.lat - n.degrees AND n.lat + n.degrees AND ${isPublished('o.id')} AND ${hasHouse}`

type Name = { name_sort: string; mayBeMisspelled: boolean; lat: number; degrees: number }
/** Rows whose name is this one, begins with it, or is almost this one where it may be misspelled, in the region. */
export const placesNamedLike: Finder<Name> = finder(
  'name_sort text, "mayBeMisspelled" boolean, lat float8, degrees float8',
  `SELECT * FROM (${named("o.street ~ '^[0-9]'")} UNION ALL ${named("(o.street ~ '^[0-9]') IS NOT TRUE")}) o
   ORDER BY o.name_sort = n.name_sort DESC, o.id LIMIT ${MAX_NAMED}`,
)

/** In the whole catalog. A word that more rows have says too little. */
const MAX_WITH_WORDS = 500

type Worded = { query: string; city: string | null; zips: readonly string[] }
/** Rows with these words anywhere in their names, in the town. */
export const placesWithWords: Finder<Worded> = finder(
  'query text, city text, zips text[]',
  `SELECT * FROM (SELECT *, count(*) OVER () AS all_rows FROM (SELECT * FROM place
       WHERE to_tsvector('simple', name_sort) @@ to_tsquery('simple', n.query) LIMIT ${MAX_WITH_WORDS + 1}) w) o
   WHERE all_rows <= ${MAX_WITH_WORDS} AND ${isPublished('o.id')}
     AND (o.zip = ANY (n.zips) OR lower(o.city) = lower(n.city))`,
)
