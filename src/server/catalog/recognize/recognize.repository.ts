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

// The facts are those of the row that fits; the phone by which searches know the place is that of its main row.
const found = (from: string): string => `
  SELECT n.at, h.id, ${placeKey('h')} AS key, p.phone, p.name, p.domain, p.street, p.city, p.state, p.zip, p.lat, p.lon,
    h.phone AS "headPhone"
  FROM ${from} p JOIN place h ON h.id = coalesce(p.merged_into, p.id)
  WHERE h.is_offered ORDER BY n.at, p.id`

/** Departments of a hospital. */
const MAX_OF_PHONE = 100
/** The nearest branches of a chain come first. */
const MAX_OF_DOMAIN = 30
/** Shops in one mall. */
const MAX_IN_HOUSE = 300
const MAX_NAMED = 30

export const placesOfPhones = (db: Queryable, wanted: readonly { at: number; phone: number }[]): Promise<Candidate[]> =>
  db.queryPrepared(
    found(`unnest($1::int[], $2::bigint[]) AS n (at, phone) CROSS JOIN LATERAL (
      SELECT * FROM place o WHERE o.phone = n.phone AND ${isPublished('o.id')} ORDER BY o.lat, o.id LIMIT ${MAX_OF_PHONE})`),
    [wanted.map(({ at }) => at), wanted.map(({ phone }) => phone)],
  )

type Somewhere = { city: string | null; state: string | null; zip: string | null }

export const placesOfDomains = (
  db: Queryable,
  wanted: readonly (Somewhere & { at: number; domain: string })[],
): Promise<Candidate[]> =>
  db.queryPrepared(
    found(`unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[]) AS n (at, domain, city, state, zip) CROSS JOIN LATERAL (
      SELECT * FROM place o WHERE o.domain = n.domain AND ${isPublished('o.id')}
      ORDER BY coalesce(o.zip = n.zip, false) DESC, coalesce(o.state = n.state AND lower(o.city) = lower(n.city), false) DESC, o.id
      LIMIT ${MAX_OF_DOMAIN})`),
    [
      wanted.map(({ at }) => at),
      wanted.map(({ domain }) => domain),
      wanted.map(({ city }) => city),
      wanted.map(({ state }) => state),
      wanted.map(({ zip }) => zip),
    ],
  )

/** Rows with the same house number in the same ZIP. */
export const placesInHouses = (
  db: Queryable,
  wanted: readonly { at: number; zip: string; number: string }[],
): Promise<Candidate[]> =>
  db.queryPrepared(
    found(`unnest($1::int[], $2::text[], $3::text[]) AS n (at, zip, number) CROSS JOIN LATERAL (
      SELECT * FROM place o WHERE o.zip = n.zip AND substring(o.street from '^[0-9]+') = n.number AND o.street ~ '^[0-9]'
        AND ${isPublished('o.id')}
      ORDER BY o.id LIMIT ${MAX_IN_HOUSE})`),
    [wanted.map(({ at }) => at), wanted.map(({ zip }) => zip), wanted.map(({ number }) => number)],
  )

const named = (hasHouse: string): string => `
  SELECT * FROM place o WHERE ${nameStart('o', 3)} = ${nameStart('n', 3)} AND o.name_sort = n.name_sort
    AND o.lat BETWEEN n.lat - n.degrees AND n.lat + n.degrees AND ${isPublished('o.id')} AND ${hasHouse}`

/** Rows with exactly this name in the region. */
export const placesNamedLike = (
  db: Queryable,
  wanted: readonly { at: number; nameSort: string; lat: number; degrees: number }[],
): Promise<Candidate[]> => {
  return db.queryPrepared(
    found(`unnest($1::int[], $2::text[], $3::float8[], $4::float8[]) AS n (at, name_sort, lat, degrees) CROSS JOIN LATERAL (
      SELECT * FROM (${named("o.street ~ '^[0-9]'")} UNION ALL ${named("(o.street ~ '^[0-9]') IS NOT TRUE")}) o
      ORDER BY o.id LIMIT ${MAX_NAMED})`),
    [
      wanted.map(({ at }) => at),
      wanted.map(({ nameSort }) => nameSort),
      wanted.map(({ lat }) => lat),
      wanted.map(({ degrees }) => degrees),
    ],
  )
}
