import { alertFrequenciesOf, type AlertFrequency, plans, savedSearchesMessage } from '#contract/plans.ts'
import type { SearchHit } from '#contract/public-api/api-v1-triggers.ts'
import {
  leadNewsLength,
  newsDays,
  type SavedSearchChange,
  type AlertSettings,
  type SavedSearchAnswer,
  type SavedSearches,
  type SavedSearchInput,
} from '#contract/searches/saved-searches.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { Account, Requester } from '#server/accounts/sessions/session.usecases.ts'
import { changedFactsOf } from '#server/catalog/place/place-changes.ts'
import { newestRun } from '#server/catalog/search/news.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { criteriaOf, findSearches, ownSearch, searchOf } from '#server/features/searches/own-searches.usecases.ts'
import { assertInPlan } from '#server/features/searches/plan-search.usecases.ts'
import { runPermittedSearch } from '#server/features/searches/searches.usecases.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import {
  addSettings,
  deleteSaved,
  findSaved,
  findSettings,
  insertSaved,
  listSaved,
  setFrequency,
  skipDigests,
  type StoredSettings,
  updateSaved,
} from './alerts.repository.ts'
import { dayOf, daysBetween, lastDigestAt, nextDigestAt } from './digest.rules.ts'
import { frequencyInPlan } from './digest.usecases.ts'
import { countNewPlaces, listLeadNews, listNewPlaces } from './news.repository.ts'
import { newsSince } from './news.usecases.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** The user's saved searches, newest first, with their news and the news about the user's leads. */
export async function readSavedSearches(deps: Deps, account: Account): Promise<SavedSearches> {
  const { db, clock } = deps
  const [settings, saved, counts, leadNews] = await Promise.all([
    findSettings(db, account.id),
    listSaved(db, account.id),
    countNewPlaces(db, account.id, newsSince(clock.now())),
    listLeadNews(db, account.id, leadNewsLength),
  ])
  const found = await findSearches(
    db,
    account.id,
    saved.map(({ searchId }) => searchId),
  )
  const searches = new Map(found.map(search => [search.id, search]))
  return {
    settings: presentSettings(deps, account, settings ?? defaultSettings),
    savedSearches: saved
      .flatMap(({ searchId, ...row }) => {
        const search = searches.get(searchId)
        if (search === undefined) return []
        const { areas } = search.options
        return Object.assign(withIsoDates(row), {
          search: searchOf(deps, account, search),
          newBusinesses: counts.get(row.id) ?? 0,
          searches: Math.max(1, areas.length),
        })
      })
      .toReversed(),
    leadNews: leadNews.map(({ what, ...news }) => Object.assign(withIsoDates(news), { what: changedFactsOf(what) })),
  }
}

type Chosen = Pick<StoredSettings, 'frequency' | 'stoppedBy'>
const defaultSettings: Chosen = { frequency: 'week', stoppedBy: null }

function presentSettings({ clock }: Deps, account: Account, { frequency: chosen, stoppedBy }: Chosen): AlertSettings {
  const frequency = frequencyInPlan(account.tier, chosen)
  const next = frequency === 'never' || !account.isEmailVerified ? null : nextDigestAt(frequency, clock.now())
  return { frequency, stoppedBy, nextEmailAt: next?.toISOString() ?? null }
}

/** Saves a search. If it is saved already, only its name changes. */
export async function saveSearch(
  deps: Deps,
  account: Account,
  { searchId, name }: SavedSearchInput,
): Promise<SavedSearchAnswer> {
  const { id: userId, tier } = account
  await ownSearch(deps.db, userId, searchId)
  const now = deps.clock.now()
  return withLeads(deps.db, userId, async tx => {
    const settings = await ensureSettings(tx, userId, { now })
    const saved = await listSaved(tx, userId)
    const isKnown = saved.some(known => known.searchId === searchId)
    if (!isKnown && saved.length >= plans[tier].savedSearches)
      throw new Refusal('TOO_MANY_SAVED_SEARCHES', { message: savedSearchesMessage })
    const id = await insertSaved(tx, { userId, searchId, name, now })
    return { id, nextEmailAt: presentSettings(deps, account, settings).nextEmailAt }
  })
}

/** The settings of a user who is told of news from now on. */
export async function ensureSettings(
  tx: Queryable,
  userId: number,
  { frequency = defaultSettings.frequency, now }: { frequency?: AlertFrequency; now: Date },
): Promise<StoredSettings> {
  const added = { userId, frequency, lastRunId: await newestRun(tx), digestOn: dayOf(lastDigestAt('day', now)) }
  await addSettings(tx, added)
  return (await findSettings(tx, userId)) ?? { ...added, stoppedBy: null }
}

export async function changeSavedSearch(
  { db }: Deps,
  { id: userId }: Account,
  id: number,
  { name, isMailed }: SavedSearchChange,
): Promise<void> {
  if (!(await updateSaved(db, { userId, id, name: name ?? null, isMailed: isMailed ?? null })))
    throw savedSearchNotFound()
}

export async function deleteSavedSearch({ db }: Deps, { id: userId }: Account, id: number): Promise<void> {
  if (!(await deleteSaved(db, userId, id))) throw savedSearchNotFound()
}

const savedSearchNotFound = () => new Refusal('NOT_FOUND', { message: 'Saved search not found' })

/**
 * Changes how often news is mailed, starting at the next due time. Throws if the plan does not include the frequency.
 */
export async function changeSettings(deps: Deps, account: Account, frequency: AlertFrequency): Promise<AlertSettings> {
  const { id: userId, tier } = account
  if (!alertFrequenciesOf(tier).includes(frequency)) throw new Refusal('FEATURE_NOT_IN_PLAN')
  const settings = { frequency, stoppedBy: null }
  const now = deps.clock.now()
  await withLeads(deps.db, userId, async tx => {
    const before = await ensureSettings(tx, userId, { frequency, now })
    await setFrequency(tx, userId, settings)
    if (before.frequency !== frequency) await skipDigests(tx, userId, dayOf(lastDigestAt('day', now)))
  })
  return presentSettings(deps, account, settings)
}

/** Stops a user's digests, which also have the news about leads and lists. */
export async function unsubscribe({ db, pageTokenKey }: Deps, token: string): Promise<void> {
  const userId = orRefuse(readUnsubscribeToken(pageTokenKey, token), 'INVALID_LINK')
  await setFrequency(db, userId, { frequency: 'never', stoppedBy: 'unsubscribe link' })
}

/**
 * Runs a new search for the news of a saved search, without the user's leads. It costs at most as many pulls as there
 * are businesses that the user was shown. The filter by day only tells the user what the search is about. It does not
 * select the places: others may have been added on the same day, before the search was saved.
 */
export async function runSavedSearch(
  deps: Deps,
  requester: Requester,
  { id, newBusinesses }: { id: number; newBusinesses: number },
  inSameTransaction?: InSameTransaction<SearchResult>,
): Promise<SearchResult> {
  const saved = orRefuse(await findSaved(deps.db, requester.account.id, id), savedSearchNotFound)
  const criteria = await criteriaOf(deps.db, requester.account.id, saved.searchId)
  assertInPlan(deps, requester.account, criteria)
  const days = Math.min(newsDays, daysBetween(saved.createdAt, deps.clock.now()))
  const wanted = {
    ...criteria,
    firstSeenWithinDays: days,
    skipOwned: true,
    maxNewPulls: newBusinesses,
    confirmed: true,
    acceptGuess: true,
  }
  const answer = await runPermittedSearch(deps, { ...requester, newsOf: saved.id }, wanted, inSameTransaction)
  if ('requiresConfirmation' in answer) throw new Error('A confirmed search asks to be confirmed')
  return answer
}

/** New businesses that the user does not have, of all saved searches, newest first. */
export async function newestHits({ db, clock }: Deps, { id: userId }: Account, limit: number): Promise<SearchHit[]> {
  const places = await listNewPlaces(db, { userId, since: newsSince(clock.now()), limit })
  return places.map(withIsoDates)
}
