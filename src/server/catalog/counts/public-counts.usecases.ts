import type { Queryable } from '#server/platform/database/db.ts'
import { readProgress } from './public-count.repository.ts'

export { countedCategories, countedPlaces, countsIn, countsOfStates, countsOfTowns } from './public-count.repository.ts'

/** The time when each state was last counted completely. States that were never counted are missing. */
export async function lastCompleteCounts(db: Queryable): Promise<Map<string, Date>> {
  const states = await readProgress(db)
  return new Map(states.flatMap(({ state, countedAt }) => (countedAt === null ? [] : [[state, countedAt]])))
}
