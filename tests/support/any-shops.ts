import * as fc from 'fast-check'
import type { Db } from '#server/platform/database/db.ts'
import { anyPlace } from './any-search.ts'
import type { Seeded } from './brute-force.ts'
import { seedCategories, seedPlaces } from './seed-places.ts'

const SHOPS = 1200
const PARTS_EVERY = 5

/** A place whose rows are named by its number. */
export type Shop = Seeded & { number: number }

/** The phones of some shops, and a few of no shop. */
export const anyPhone = fc.integer({ min: 13_034_400_000, max: 13_034_400_450 })

/** The keys of rows of the shops, and a few of no row. */
export const anyKey = fc
  .tuple(fc.constantFrom('place', 'part'), fc.nat({ max: SHOPS + 50 }))
  .map(([row, n]) => `overture:${row}-${n}`)

/** Every fifth shop has another row. `moved`: a release has joined that row to the next shop. */
export const keysOf = ({ number }: Shop, moved = 0): string[] => [
  `overture:place-${number}`,
  ...(number % PARTS_EVERY === moved ? [`overture:part-${number - moved}`] : []),
]

/** Shops with any facts, of four categories. */
export async function seedShops(db: Db): Promise<{ shops: Shop[]; categoryIds: number[] }> {
  const categoryIds = await seedCategories(db, 4)
  const seeds = fc.sample(anyPlace(categoryIds), { numRuns: SHOPS, seed: 5 })
  const ids = await seedPlaces(db, seeds)
  const shops = seeds.map((seed, number) => Object.assign(seed, { id: ids[number] ?? 0, isSample: false, number }))
  await db.query(
    `INSERT INTO place (dataset_id, source_id, release, content_hash, name, name_sort, name_order, state, lat, lon, cell,
       category_ids, quality, score_lines, flags, license, is_offered, merged_into)
     SELECT dataset_id, 'part-' || substr(source_id, 7), release, content_hash, name, name_sort, name_order, state, lat,
       lon, cell, category_ids, quality, score_lines, flags, license, false, id
     FROM place WHERE substr(source_id, 7)::int % $1 = 0`,
    [PARTS_EVERY],
  )
  return { shops, categoryIds }
}

/** Adds a user who has nothing yet, and returns the id. */
export async function addShopper(db: Db): Promise<number> {
  const [user] = await db.query<{ id: number }>(
    `INSERT INTO user_account (username, username_key, email, password_hash, quota_anchor, created_at)
     SELECT name, name, name || '@example.com', '', now(), now()
     FROM (SELECT 'user' || count(*) AS name FROM user_account) next RETURNING id`,
  )
  return user?.id ?? 0
}
