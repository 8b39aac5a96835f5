import type { Queryable } from '#server/platform/database/db.ts'
import type { StoredCount } from './figures.ts'
import {
  readCountedCategories,
  readCountedPlaces,
  readCounts,
  readProgress,
  readStateCounts,
  readTownCounts,
} from './public-count.repository.ts'

/** The time when each state was last counted completely. States that were never counted are missing. */
export async function lastCompleteCounts(db: Queryable): Promise<Map<string, Date>> {
  const states = await readProgress(db)
  return new Map(states.flatMap(({ state, countedAt }) => (countedAt === null ? [] : [[state, countedAt]])))
}

/** The counts of whole states: of one category, or of all if `category` is null. */
export const countsOfStates = (db: Queryable, category: string | null): Promise<StoredCount[]> =>
  readStateCounts(db, category)

/**
 * The counts of a kind of business in a state: for the whole state, with an empty `town`, and for each of its towns.
 */
export const countsIn = (db: Queryable, category: string, state: string): Promise<StoredCount[]> =>
  readCounts(db, category, state)

export const countsOfTowns = (
  db: Queryable,
  category: string,
  towns: readonly { state: string; slug: string }[],
): Promise<StoredCount[]> => readTownCounts(db, category, towns)

/** The kinds of business whose counts may be shown. */
export const countedCategories = (db: Queryable): Promise<string[]> => readCountedCategories(db)
/** The states and towns in which the count of this kind may be shown. */
export const countedPlaces = (db: Queryable, category: string): Promise<{ state: string; town: string }[]> =>
  readCountedPlaces(db, category)
