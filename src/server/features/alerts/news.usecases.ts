import { plans } from '#contract/plans.ts'
import { newsDays } from '#contract/searches/saved-searches.ts'
import { cellsOfBox } from '#geography/index.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { NewPlace, Runs, Whereabouts } from '#server/catalog/place/place-changes.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { boxOfArea } from '#server/catalog/search/area-cells.ts'
import { hasChanges, newestRun, newPlaces, whereAdded } from '#server/catalog/search/news.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { ownSearch } from '#server/features/searches/own-searches.usecases.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { findSettings, listSaved, lockSettings, type SavedRow, setLastRun, usersBehind } from './alerts.repository.ts'
import { deleteNewsBefore, insertLeadNews, insertNewPlaces } from './news.repository.ts'

const USERS_AT_ONCE = 100
/**
 * The most new businesses that are stored for a saved search after an import. A larger number is not news, but means
 * that a new area was loaded.
 */
const MAX_NEW_PLACES = 1000

/** After an import, stores its news for each user who has saved searches: new businesses, and changes to all leads. */
export async function findNews(deps: Deps): Promise<void> {
  const through = await newestRun(deps.db)
  await inOneTurn(await usersBehind(deps.db, through, USERS_AT_ONCE), userId => findNewsOf(deps, userId, through))
}

async function findNewsOf(deps: Deps, userId: number, through: number): Promise<void> {
  const [account, settings] = await Promise.all([readAccount(deps, userId), findSettings(deps.db, userId)])
  if (settings === undefined) return
  const runs = { after: settings.lastRunId, through }
  const saved = await listSaved(deps.db, userId)
  const isActive = account !== undefined && !account.isDisabled && saved.length > 0 && (await hasChanges(deps.db, runs))
  const found = isActive ? await placesOf(deps, { account, saved, runs }) : []
  const now = deps.clock.now()
  await withLeads(deps.db, userId, async tx => {
    // Another process may have stored this news already.
    if ((await lockSettings(tx, userId))?.lastRunId !== runs.after) return
    for (const { savedSearchId, places } of found) {
      const newBusinesses = await insertNewPlaces(tx, { userId, savedSearchId, places, now })
      if (newBusinesses > 0)
        await queueEvent(tx, { userId, now }, 'saved_search.hits', { savedSearchId, newBusinesses })
    }
    if (isActive) await insertLeadNews(tx, { userId, ...runs, now })
    await setLastRun(tx, userId, through)
  })
}

type FoundPlaces = { savedSearchId: number; places: NewPlace[] }

/** The new places of the saved searches. Only as many as the plan includes are read, oldest first. */
async function placesOf(
  deps: Deps,
  { account, saved, runs }: { account: Account; saved: readonly SavedRow[]; runs: Runs },
): Promise<FoundPlaces[]> {
  // If a lead's row is gone but the business has other rows, the lead gets another key and is not reported as gone.
  const { snapshot, doNotContactVersion } = await refreshLeads(deps, account.id)
  const added = await whereAdded(deps.db, runs)
  if (added.cells.size === 0) return []
  const leftOut = await leftOutFor(deps, account, snapshot, { skipOwned: true }, doNotContactVersion)
  const found: FoundPlaces[] = []
  for (const { id, searchId, createdAt } of saved.slice(0, plans[account.tier].savedSearches)) {
    const { plan } = await ownSearch(deps.db, account.id, searchId)
    const cells = plan && cellsTouched(plan, added)
    if (plan === null || cells?.length === 0) continue
    const asked = { ...runs, ...leftOut, since: createdAt, cells, limit: MAX_NEW_PLACES }
    // A search for the news of a saved search can be saved, too. Its news then comes from all places that fit the
    // search.
    const places = await newPlaces(deps.db, { ...plan, newsOf: undefined }, asked)
    found.push({ savedSearchId: id, places })
  }
  return found
}

/**
 * The cells of a search in which places were added. Null means all cells: a whole state is searched, and places were
 * added in it.
 */
function cellsTouched({ where }: SearchPlan, { cells, states }: Whereabouts): number[] | null {
  if (where.anyOf.some(area => 'state' in area && states.has(area.state))) return null
  const boxes = where.anyOf.flatMap(area => boxOfArea(area) ?? [])
  return [...new Set(boxes.flatMap(cellsOfBox))].filter(cell => cells.has(cell))
}

/** The number of rows that one statement deletes. On the embedded database, a statement blocks all others. */
const DELETED_AT_ONCE = 2000

export async function sweepNews({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = newsSince(clock.now())
  while ((await deleteNewsBefore(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}

/** The start of the period whose news is shown. */
export const newsSince = (now: Date): Date => daysBefore(now, newsDays)
