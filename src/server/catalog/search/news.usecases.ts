import type { NewPlace, Runs, Whereabouts } from '#server/catalog/place/place-changes.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type AskedNews, findAnyChange, findNewestRun, findNewPlaces, findWhereAdded } from './news.repository.ts'

/** The id of the newest import; 0 if there is none. */
export const newestRun = (db: Queryable): Promise<number> => findNewestRun(db)

/** Whether these imports changed anything that was loaded before. First loads and samples do not. */
export const hasChanges = (db: Queryable, runs: Runs): Promise<boolean> => findAnyChange(db, runs)

/** The cells and states in which these imports added places to what was loaded before. */
export const whereAdded = (db: Queryable, runs: Runs): Promise<Whereabouts> => findWhereAdded(db, runs)

/**
 * The places of a search that these imports have added, without samples and places that must not be contacted. A row
 * that became part of a known business is not new. Imports that finished before `since` do not count. At most `limit`,
 * the best first.
 */
export const newPlaces = (db: Queryable, plan: SearchPlan, asked: AskedNews): Promise<NewPlace[]> =>
  findNewPlaces(db, plan, asked)
