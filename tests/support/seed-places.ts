import type { KindEvidence } from '#contract/leads/lead-facts.ts'
import { cellOf } from '#geography/index.ts'
import { nameOrder, nameSort } from '#server/catalog/place/name-order.ts'
import { kindFlags } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { insertCategoryRows } from '#server/catalog/tables/derived.repository.ts'
import { copyLine } from '#server/platform/database/copy-line.ts'
import type { Db } from '#server/platform/database/db.ts'

/** A place as a test describes it. Its other facts are derived from these. */
export type SeedPlace = {
  name: string
  lat: number
  lon: number
  state: string
  zip?: string | null
  /** Ids in the `category` table, main category first. */
  categoryIds: number[]
  quality: number
  rating: number | null
  phone: number | null
  website: string | null
  email?: string | null
  /** From a source that is never merged with others. */
  isApart?: boolean
  brand?: string | null
  kindToldBy?: KindEvidence | null
  isPublicPlace?: boolean
  /** YYYY-MM-DD */
  firstSeenOn?: string | null
}

/** Creates `count` categories named category_1 … and returns their ids. */
export async function seedCategories(db: Db, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `INSERT INTO category (key, name) SELECT 'category_' || n, 'Category ' || n FROM generate_series(1, $1) n RETURNING id`,
    [count],
  )
  return rows.map(row => row.id)
}

/** Instead of a website of its own. */
export const PLATFORM_PAGE = 'https://www.facebook.com/shop'

/** Loads places of one dataset and returns their ids in the order of `places`. */
export async function seedPlaces(db: Db, places: SeedPlace[], source = 'overture'): Promise<number[]> {
  const [dataset] = await db.query<{ id: number }>(
    'INSERT INTO dataset (source, name) VALUES ($1, $1) ON CONFLICT (source, name) DO UPDATE SET name = $1 RETURNING id',
    [source],
  )
  const leadOf = ({ phone, name }: SeedPlace): string => `${phone} ${name.toLowerCase()}`
  const leads = Map.groupBy(places, leadOf)
  const flagsOf = (place: SeedPlace): number =>
    (place.website === null ? 0 : placeFlags.website) |
    (place.website === PLATFORM_PAGE ? placeFlags.platformPage : 0) |
    (place.phone === null ? 0 : placeFlags.phone) |
    ((place.email ?? null) === null ? 0 : placeFlags.email) |
    (place.phone !== null && (leads.get(leadOf(place))?.length ?? 0) > 1 ? placeFlags.twin : 0) |
    (place.isApart === true ? placeFlags.separateLicense : 0) |
    (place.isPublicPlace === true ? placeFlags.publicPlace : 0) |
    ((place.brand ?? null) === null ? 0 : placeFlags.brand) |
    kindFlags[place.kindToldBy ?? 'source'] |
    (source === 'demo' ? placeFlags.sample : 0)
  await db.copyIn({
    table: 'place',
    columns:
      'dataset_id source_id release content_hash name_sort name_order name phone website email state zip lat lon cell category_ids rating quality score_lines flags license brand first_seen_on kind_told_by'.split(
        ' ',
      ),
    lines: places.map((place, index) =>
      copyLine([
        dataset?.id ?? 0,
        `place-${index}`,
        '2026-01',
        String.raw`\x00`,
        nameSort(place.name),
        nameOrder(nameSort(place.name)),
        place.name,
        place.phone,
        place.website,
        place.email ?? null,
        place.state,
        place.zip ?? null,
        place.lat,
        place.lon,
        cellOf(place.lat, place.lon),
        place.categoryIds,
        place.rating,
        place.quality,
        '',
        flagsOf(place),
        'test',
        place.brand ?? null,
        place.firstSeenOn ?? null,
        place.kindToldBy ?? null,
      ]),
    ),
  })
  await insertCategoryRows(db, {
    from: 'place',
    to: 'place_category',
    where: `p.dataset_id = ${dataset?.id ?? 0}`,
  })
  await db.query(
    `INSERT INTO coverage (cell, dataset_id, state, release, place_count)
     SELECT cell, dataset_id, state, '2026-01', count(*) FROM place WHERE dataset_id = $1 GROUP BY cell, dataset_id, state`,
    [dataset?.id],
  )
  await db.query('UPDATE catalog_version SET version = version + 1')
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM place WHERE dataset_id = $1 ORDER BY substr(source_id, 7)::int`,
    [dataset?.id],
  )
  return rows.map(row => row.id)
}
