import type { Db } from '#server/platform/database/db.ts'
import { seedCategories, seedPlaces } from './seed-places.ts'

const PLACES = 30
const CENTRE = { lat: 40.015, lon: -105.2705 }

/** Thirty places of "Category 1" in Boulder, Colorado: one search with two pages. */
export async function seedTown(db: Db): Promise<void> {
  const categoryIds = await seedCategories(db, 1)
  await seedPlaces(
    db,
    Array.from({ length: PLACES }, (_, index) => ({
      name: `Place ${index}`,
      lat: CENTRE.lat + (index - PLACES / 2) / 2000,
      lon: CENTRE.lon,
      state: 'CO',
      categoryIds,
      quality: 40 + index,
      rating: null,
      phone: 13_034_400_000 + index,
      website: `https://place-${index}.example`,
    })),
  )
}
export const seededSearch = { businessCategory: 'Category 1', location: 'Boulder, CO', radius: 5 }
