import { confirmAbove, confirmationMessage, pageSize } from '#contract/searches/search-options.ts'
import type {
  ConfirmationNeeded,
  Search,
  SearchCriteria,
  SearchedSource,
  SearchNotes,
  SearchResult,
} from '#contract/searches/searches.ts'
import type { Requester } from '#server/accounts/sessions/session.usecases.ts'
import type { FoundPage } from '#server/catalog/place/places-provider.ts'
import { type CatalogSnapshot, releasesIn } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { chooseLeads, comparePage } from '#server/leads/choose-leads.usecases.ts'
import { keepLeads } from '#server/leads/keep-leads.usecases.ts'
import { leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { refreshLeads, versionsAlong } from '#server/leads/refresh-leads.usecases.ts'
import { balancesAlong, lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type InSameTransaction, together } from '#server/platform/database/transaction.ts'
import { holderOf, limitsOfAccount } from '#server/platform/limits/limited-caller.ts'
import { hitAll } from '#server/platform/limits/rate-limit.ts'
import { searchOf } from './own-searches.usecases.ts'
import { assertInPlan, type PlannedSearch, planSearch } from './plan-search.usecases.ts'
import { limitPulls } from './pull-limit.usecases.ts'
import { refundSamples, repeatedOrPaid } from './repeat-search.usecases.ts'
import { catalogOf, centerOf, cursorAfter, findPage, loadedNow, type Page, pageOf } from './search-page.ts'
import { categoryWordsOf, searchesOf } from './search-plan.rules.ts'
import { hasReturnsAsJson, insertSearch, type RepeatedSearch, reserveSearchId } from './searches.repository.ts'
import { optionsOf } from './stored-search.rules.ts'
import { inEachAreaOnce } from './understand.ts'

/** Data that a search needs first. The statement that finds the session reads it, too. */
export type KnownAtStart = ReturnType<typeof knownAtStart.read>
export const knownAtStart = {
  sql: `jsonb_build_object('balances', ${balancesAlong.sql}, 'versions', ${versionsAlong.sql},
    'hasReturns', ${hasReturnsAsJson('user_account.id')})`,
  read: (json: unknown) => {
    const { balances, versions, hasReturns } = json as { balances: unknown; versions: unknown; hasReturns: boolean }
    return { balances: balancesAlong.read(balances), versions: versionsAlong.read(versions), hasReturns }
  },
}

type Searcher = Requester & {
  known?: KnownAtStart | undefined
  /** The saved search whose news is wanted. */
  newsOf?: number
}

/**
 * Runs a search. It interprets the words and finds the first page. Then, in one transaction, it charges for the search
 * and its new leads, and stores them. A refused search is free and not listed. A search that finds nothing is free.
 */
export async function runSearch(
  deps: Deps,
  searcher: Searcher,
  criteria: SearchCriteria,
  inSameTransaction?: InSameTransaction<SearchResult>,
): Promise<SearchResult | ConfirmationNeeded> {
  assertInPlan(deps, searcher.account, criteria)
  return runPermittedSearch(deps, searcher, criteria, inSameTransaction)
}

/** Like `runSearch`, but does not check whether the account's plan includes the filters and areas. */
export async function runPermittedSearch(
  deps: Deps,
  { account, network, known: start, newsOf }: Searcher,
  asked: SearchCriteria,
  inSameTransaction?: InSameTransaction<SearchResult>,
): Promise<SearchResult | ConfirmationNeeded> {
  const startedAt = performance.now()
  const { criteria, where } = inEachAreaOnce(deps.catalog, asked, account.tier)
  const now = deps.clock.now()
  // Which leads the user already has depends on their current phones.
  const [{ snapshot: known, doNotContactVersion }, repeated] = await together(
    refreshLeads(deps, account.id, start?.versions),
    repeatedOrPaid(deps, account, criteria, { now, balances: start?.balances }),
  )
  const planned = await planSearch(deps, known, criteria, { searcher: { account, network }, where, newsOf })
  if (planned.snapshot.version !== known.version) await refreshLeads(deps, account.id)
  const { skipOwned } = criteria
  const wanted = { skipOwned, hasReturns: start?.hasReturns }
  const leftOut = await leftOutFor(deps, account, planned.snapshot, wanted, doNotContactVersion)
  const found = await findPage(deps, planned.plan, { after: null, ...leftOut })
  if (found.total > confirmAbove && !criteria.confirmed)
    return { requiresConfirmation: true, estimatedLeads: found.total, message: confirmationMessage }
  const notes: SearchNotes = {
    understood: planned.understood,
    leftOut: found.leftOut,
    sources: searchedSources(planned),
    coverage: planned.area.status === 'full' ? 'full' : 'partial',
  }
  const catalog = await catalogOf(deps, found)
  const save = async (tx: Queryable): Promise<SearchResult> => {
    const answer: SearchResult = {
      ...(await saveSearch(deps, tx, {
        account,
        network,
        catalog,
        criteria,
        planned,
        repeated,
        notes,
        found,
        doNotContactVersion,
        hasBalances: start !== undefined && start.balances.length > 0,
        now,
      })),
      total: found.total,
      timeTaken: Math.round(performance.now() - startedAt) / 1000,
      load: planned.load,
      ...notes,
    }
    await inSameTransaction?.(tx, answer)
    return answer
  }
  return deps.db.transaction(save, { readsFirst: true })
}

type SaveInput = Requester & {
  catalog: CatalogSnapshot
  criteria: SearchCriteria
  planned: PlannedSearch
  repeated: RepeatedSearch | null
  notes: SearchNotes
  found: FoundPage
  doNotContactVersion: number
  hasBalances: boolean
  now: Date
}

async function saveSearch(deps: Deps, tx: Queryable, input: SaveInput): Promise<{ search: Search } & Page> {
  const { account, network, catalog, criteria, planned, repeated, found, doNotContactVersion, now } = input
  const places = found.places.slice(0, pageSize)
  const [left, [compared, searchId]] = await lockQuota(tx, { account, hasBalances: input.hasBalances, now }, () =>
    together(
      comparePage(tx, { account, places, catalog, version: found.version, doNotContactVersion }),
      reserveSearchId(tx),
    ),
  )
  const held = await refundSamples(tx, { account, repeated, plan: planned.plan, left, now })
  const atMost = criteria.maxNewPulls ?? Infinity
  const chosen = await chooseLeads(tx, compared, { center: centerOf(planned.plan), held, atMost })
  await limitPulls(tx, { account, holder: holderOf({ account, network }) }, { pulls: chosen.cost, now })
  const stored = {
    categoryWords: categoryWordsOf(criteria),
    locationLabel: planned.understood.location.label,
    isStatewide: planned.understood.location.statewide,
    plan: planned.plan,
    next: chosen.cost === atMost ? null : cursorAfter(found, chosen.through, chosen.leads.length),
    delivered: chosen.leads.length,
    pulls: chosen.cost,
    total: found.total,
    options: optionsOf(criteria),
    createdAt: now,
  }
  const loadKey = planned.load?.id ?? (repeated === null ? null : (criteria.afterLoad ?? null))
  const page = loadedNow(chosen, found.version, now)
  const isEmpty = found.places.length === 0
  if (isEmpty) await countEmptySearch(tx, { account, network }, now)
  const searches = isEmpty || repeated?.isPaid === true ? 0 : searchesOf(criteria)
  const [, , leads] = await together(
    insertSearch(tx, account.id, { ...stored, id: searchId, criteria, notes: input.notes, loadKey, page }),
    payFor(tx, { account, cost: { searches, pulls: chosen.cost }, held, searchId, now }),
    keepLeads(tx, { account, catalog, searchId, chosen, firstPosition: 0, now }),
  )
  const bound = { searchId, userId: account.id }
  return {
    search: searchOf(deps, account, { ...stored, id: searchId }),
    ...pageOf(deps, bound, leads, stored.next),
  }
}

const searchedSources = ({ area, snapshot }: PlannedSearch): SearchedSource[] =>
  releasesIn(snapshot, area).map(({ dataset: { source, name }, release }) => ({
    source: source.key,
    name,
    release,
    license: source.license,
    attribution: source.attribution,
    isSample: source.isSample,
  }))

/** A search that finds nothing is free, so it needs a rate limit. */
const countEmptySearch = (tx: Queryable, requester: Requester, now: Date): Promise<void> =>
  hitAll(tx, limitsOfAccount(requester, { name: 'searches that find nothing', limit: 60, windowSeconds: 3600 }), now)
