import type { Lead } from '#contract/leads.ts'
import {
  confirmAbove,
  confirmationMessage,
  type ConfirmationNeeded,
  pageSize,
  type Search,
  type SearchResult,
  type SearchCriteria,
  type SearchedSource,
  type SearchNotes,
} from '#contract/searches.ts'
import type { AskedPage, FoundPage } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { avoidedBy } from '#server/features/leads/own-suppression.usecases.ts'
import { ownedBy, returnedBy } from '#server/features/leads/owned-places.usecases.ts'
import { chooseLeads, type ChosenPage, comparePage, keepLeads } from '#server/features/leads/pull-leads.usecases.ts'
import { leadsOfLoadedPage } from '#server/features/leads/read-leads.usecases.ts'
import { refreshLeads, versionsAlong } from '#server/features/leads/refresh-leads.usecases.ts'
import { balancesAlong, lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type InSameTransaction, together } from '#server/platform/database/transaction.ts'
import { countEmptySearch } from './empty-searches.usecases.ts'
import { ownSearch, searchOf } from './own-searches.usecases.ts'
import { type Cursor, pageTokenOf, readPageToken } from './page-token.ts'
import { assertInPlan, planSearch, type PlannedSearch } from './plan-search.usecases.ts'
import { limitPulls, type Puller } from './pull-limit.usecases.ts'
import { refundSamples, repeatedOrPaid } from './repeat-search.usecases.ts'
import { categoryWordsOf, searchesOf } from './search-plan.rules.ts'
import {
  advanceSearch,
  insertSearch,
  type LoadedPage,
  lockIfDelivered,
  type RepeatedSearch,
  reserveSearchId,
  type StoredSearch,
} from './searches.repository.ts'
import { optionsOf } from './stored-search.rules.ts'

/** What a search needs first, read in the statement that finds the session. */
export type KnownAtStart = ReturnType<typeof knownAtStart.read>
export const knownAtStart = {
  sql: `jsonb_build_object('balances', ${balancesAlong.sql}, 'versions', ${versionsAlong.sql},
    'hasReturns', EXISTS (SELECT FROM lead_return WHERE user_id = user_account.id))`,
  read: (json: unknown) => {
    const { balances, versions, hasReturns } = json as { balances: unknown; versions: unknown; hasReturns: boolean }
    return { balances: balancesAlong.read(balances), versions: versionsAlong.read(versions), hasReturns }
  },
}

export type Page = Pick<SearchResult, 'leads' | 'hasNextPage' | 'nextPageToken'>

type Searcher = Puller & { known?: KnownAtStart | undefined }

/**
 * Runs a search: interprets the words, finds the first page, and in one transaction charges for the search and its new
 * leads and saves them. A search that is refused is free and not listed; one that finds nothing is free.
 */
export async function runSearch(
  deps: Deps,
  puller: Searcher,
  criteria: SearchCriteria,
  inSameTransaction?: InSameTransaction<SearchResult>,
): Promise<SearchResult | ConfirmationNeeded> {
  assertInPlan(puller.account, criteria)
  return runPermittedSearch(deps, puller, criteria, inSameTransaction)
}

/** The same without checking whether the account's plan includes the filters and places. */
export async function runPermittedSearch(
  deps: Deps,
  { account, address, known: start }: Searcher,
  criteria: SearchCriteria,
  inSameTransaction?: InSameTransaction<SearchResult>,
): Promise<SearchResult | ConfirmationNeeded> {
  const startedAt = performance.now()
  const now = deps.clock.now()
  // Which leads the user already has depends on their current phones.
  const [{ snapshot: known, ownList }, repeated] = await together(
    refreshLeads(deps, account.id, start?.versions),
    repeatedOrPaid(deps, account, criteria, { now, balances: start?.balances }),
  )
  const planned = await planSearch(deps, known, criteria, { countsChoices: true, loadsFor: account.id })
  if (planned.snapshot.version !== known.version) await refreshLeads(deps, account.id)
  const without = criteria.skipOwned ? await ownedBy(deps, account, planned.snapshot) : undefined
  const returned = start?.hasReturns === false ? undefined : await returnedBy(deps.db, account, planned.snapshot)
  const avoided = await avoidedBy(deps, account.id, planned.snapshot, ownList)
  const found = await findPage(deps, planned.plan, { after: null, without, avoided, returned })
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
        address,
        catalog,
        criteria,
        planned,
        repeated,
        notes,
        found,
        ownList,
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

/** The next page of a search. The same token returns the same page, and the second time it is free. */
export async function nextPage(
  deps: Deps,
  puller: Puller,
  asked: { searchId: number; pageToken: string },
  inSameTransaction?: InSameTransaction<Page>,
): Promise<Page> {
  const userId = puller.account.id
  const search = await ownSearch(deps.db, userId, asked.searchId)
  const bound = { searchId: search.id, userId }
  const cursor = readPageToken(deps.pageTokenKey, bound, asked.pageToken)
  if (cursor === null || cursor.delivered > search.delivered) throw new Refusal('INVALID_PAGE_TOKEN')
  const page =
    cursor.delivered < search.delivered
      ? await loadedPage(deps, { search, bound, cursor }, inSameTransaction)
      : await newPage(deps, { puller, search, bound, cursor }, inSameTransaction)
  // A concurrent request with the same token was faster and has paid.
  return page ?? nextPage(deps, puller, asked, inSameTransaction)
}

type Bound = { searchId: number; userId: number }
type PageOfSearch = { search: StoredSearch; bound: Bound; cursor: Cursor }

/** A page that was loaded before: its leads, even if the catalog has changed. */
async function loadedPage(
  deps: Deps,
  { search, bound, cursor }: PageOfSearch,
  inSameTransaction: InSameTransaction<Page> | undefined,
): Promise<Page> {
  const { leads, end } = await leadsOfLoadedPage(deps, { ...bound, position: cursor.delivered, limit: pageSize })
  const isLast = leads.length === 0 || end >= search.delivered
  const page = pageOf(deps, bound, leads, isLast ? search.next : { after: cursor.after, delivered: end })
  if (inSameTransaction !== undefined) await deps.db.transaction(tx => inSameTransaction(tx, page))
  return page
}

async function newPage(
  deps: Deps,
  { puller, search, bound, cursor }: PageOfSearch & { puller: Puller },
  inSameTransaction: InSameTransaction<Page> | undefined,
): Promise<Page | null> {
  const now = deps.clock.now()
  const { account } = puller
  const { searchId } = bound
  const from = cursor.delivered
  const { plan } = search
  if (plan === null) throw unreadable(deps, searchId)
  // Its samples were replaced by real places.
  if (search.next === null) throw new Refusal('INVALID_PAGE_TOKEN')
  const { snapshot, ownList } = await refreshLeads(deps, account.id)
  const { skipOwned, maxNewPulls } = search.options
  const without = skipOwned ? await ownedBy(deps, account, snapshot) : undefined
  const returned = await returnedBy(deps.db, account, snapshot)
  const avoided = await avoidedBy(deps, account.id, snapshot, ownList)
  const found = await findPage(deps, plan, { after: cursor.after, without, avoided, returned })
  const catalog = await catalogOf(deps, found)
  const save = async (tx: Queryable): Promise<Page | null> => {
    const places = found.places.slice(0, pageSize)
    const [held, [isLocked, compared]] = await lockQuota(tx, { account, now }, () =>
      together(
        lockIfDelivered(tx, searchId, from),
        comparePage(tx, { account, places, catalog, version: found.version, ownList, searchId }),
      ),
    )
    if (!isLocked) return null
    const atMost = maxNewPulls === null ? Infinity : maxNewPulls - search.pulls
    const chosen = await chooseLeads(tx, compared, { center: centerOf(plan), held, atMost })
    await limitPulls(tx, puller, { pulls: chosen.cost, now })
    const delivered = from + chosen.leads.length
    const next = chosen.cost === atMost ? null : cursorAfter(found, chosen.through, delivered)
    const [, , leads] = await together(
      advanceSearch(tx, { searchId, delivered, next, page: loadedNow(chosen, found.version, now) }),
      payFor(tx, { account, cost: { searches: 0, pulls: chosen.cost }, held, searchId, now }),
      keepLeads(tx, { account, catalog, searchId, chosen, firstPosition: from, now }),
    )
    const page = pageOf(deps, bound, leads, next)
    await inSameTransaction?.(tx, page)
    return page
  }
  return deps.db.transaction(save, { readsFirst: true })
}

function unreadable({ log }: Deps, searchId: number): Refusal {
  log.error({ searchId }, 'the stored plan of a search is not readable')
  return new Refusal('INVALID_PAGE_TOKEN', { message: 'This search cannot be continued. Please run it again.' })
}

// One more than a page, to see whether there is a next one.
async function findPage(deps: Deps, plan: SearchPlan, page: Omit<AskedPage, 'limit'>): Promise<FoundPage> {
  const { version } = deps.catalog.current()
  const found = await deps.catalog.places.search(plan, { ...page, limit: pageSize + 1 })
  // The do-not-contact list may be older than the places.
  return { ...found, version: Math.min(version, found.version) }
}

// Reloads the snapshot if an import has finished since.
const catalogOf = async (deps: Deps, found: FoundPage): Promise<CatalogSnapshot> =>
  found.version === deps.catalog.current().version ? deps.catalog.current() : deps.catalog.refresh()

type SaveInput = Puller & {
  catalog: CatalogSnapshot
  criteria: SearchCriteria
  planned: PlannedSearch
  repeated: RepeatedSearch | null
  notes: SearchNotes
  found: FoundPage
  ownList: number
  now: Date
}

async function saveSearch(
  deps: Deps,
  tx: Queryable,
  { account, address, catalog, criteria, planned, repeated, notes, found, ownList, now }: SaveInput,
): Promise<{ search: Search } & Page> {
  const places = found.places.slice(0, pageSize)
  const [left, [compared, searchId]] = await lockQuota(tx, { account, now }, () =>
    together(comparePage(tx, { account, places, catalog, version: found.version, ownList }), reserveSearchId(tx)),
  )
  const held = await refundSamples(tx, { account, repeated, plan: planned.plan, left, now })
  const atMost = criteria.maxNewPulls ?? Infinity
  const chosen = await chooseLeads(tx, compared, { center: centerOf(planned.plan), held, atMost })
  await limitPulls(tx, { account, address }, { pulls: chosen.cost, now })
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
  const loadKey = planned.load?.id ?? null
  const page = loadedNow(chosen, found.version, now)
  const isEmpty = found.places.length === 0
  if (isEmpty) await countEmptySearch(tx, account, now)
  const searches = isEmpty || repeated !== null ? 0 : searchesOf(criteria)
  const [, , leads] = await together(
    insertSearch(tx, account.id, { ...stored, id: searchId, criteria, notes, loadKey, page }),
    payFor(tx, { account, cost: { searches, pulls: chosen.cost }, held, searchId, now }),
    keepLeads(tx, { account, catalog, searchId, chosen, firstPosition: 0, now }),
  )
  return {
    search: searchOf(deps, account, { ...stored, id: searchId }),
    ...pageOf(deps, { searchId, userId: account.id }, leads, stored.next),
  }
}

const loadedNow = ({ leads, cost }: ChosenPage, catalogVersion: number, at: Date): LoadedPage => ({
  at,
  pulls: cost,
  catalogVersion,
  placeKeys: leads.map(({ placeKey }) => placeKey),
})

function cursorAfter(found: FoundPage, through: number, delivered: number): Cursor | null {
  const last = found.places[through - 1]
  if (last === undefined || through >= found.places.length) return null
  return { after: last.pageKey, delivered }
}

function pageOf(deps: Deps, bound: Bound, leads: Lead[], next: Cursor | null): Page {
  const nextPageToken = next === null ? null : pageTokenOf(deps.pageTokenKey, bound, next)
  return { leads, hasNextPage: nextPageToken !== null, nextPageToken }
}

/** Distances are measured from the middle of a circle; a state or a county has none. */
function centerOf({ where: { anyOf } }: SearchPlan): { lat: number; lon: number } | null {
  const [only] = anyOf
  return only !== undefined && anyOf.length === 1 && 'radiusMiles' in only ? { lat: only.lat, lon: only.lon } : null
}

const searchedSources = ({ area, snapshot }: PlannedSearch): SearchedSource[] =>
  [...area.releases].flatMap(([datasetId, release]) => {
    const dataset = snapshot.datasets.get(datasetId)
    if (dataset === undefined) return []
    const { source, name } = dataset
    return [
      {
        source: source.key,
        name,
        release,
        license: source.license,
        attribution: source.attribution,
        isSample: source.isSample,
      },
    ]
  })
