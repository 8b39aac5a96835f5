import type { Db } from '#server/platform/database/db.ts'
import { type SeedPlace, seedPlaces } from './seed-places.ts'

export const BOULDER = { lat: 40.01499, lon: -105.27055 }

/**
 * `count` plumbers, each a little farther from the center of Boulder, the best first, with Overture's category keys.
 */
export async function seedPlumbers(
  db: Db,
  count: number,
  overrides: Partial<SeedPlace> = {},
  source = 'overture',
): Promise<number[]> {
  const [plumbing = 0] = await seedNamedCategories(db, ['plumbing'])
  const places = Array.from({ length: count }, (_, index) => ({
    name: `Plumber ${String(index).padStart(4, '0')}`,
    lat: BOULDER.lat + 0.0001 * index * (20 / Math.max(count, 20)),
    lon: BOULDER.lon,
    state: 'CO',
    categoryIds: [plumbing],
    quality: 100 - (index % 100),
    rating: index % 2 === 0 ? 4.5 : null,
    phone: 13_035_550_100 + index,
    website: index % 3 === 0 ? null : `https://plumber-${index}.example`,
    ...overrides,
  }))
  return seedPlaces(db, places, source)
}

/** Creates categories with these keys and returns their ids. */
export async function seedNamedCategories(db: Db, keys: string[]): Promise<number[]> {
  await db.query(
    `INSERT INTO category (key, name) SELECT key, initcap(replace(key, '_', ' ')) FROM unnest($1::text[]) AS key
     ON CONFLICT (key) DO NOTHING`,
    [keys],
  )
  const rows = await db.query<{ id: number; key: string }>('SELECT id, key FROM category WHERE key = ANY($1::text[])', [
    keys,
  ])
  return keys.map(key => rows.find(row => row.key === key)?.id ?? 0)
}
