import { pageSize } from '#contract/searches/search-options.ts'
import type { Requester } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { chooseLeads, comparePage } from '#server/leads/choose-leads.usecases.ts'
import { keepLeads } from '#server/leads/keep-leads.usecases.ts'
import { leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { leadsOfLoadedPage } from '#server/leads/read-leads.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type InSameTransaction, together } from '#server/platform/database/transaction.ts'
import { holderOf } from '#server/platform/limits/limited-caller.ts'
import { criteriaOf, ownSearch } from './own-searches.usecases.ts'
import { type Cursor, readPageToken } from './page-token.ts'
import { assertInPlan } from './plan-search.usecases.ts'
import { limitPulls } from './pull-limit.usecases.ts'
import { type Bound, catalogOf, centerOf, cursorAfter, findPage, loadedNow, type Page, pageOf } from './search-page.ts'
import { advanceSearch, lockIfDelivered, type StoredSearch } from './searches.repository.ts'

/** Loads the next page of a search. Repeating a token returns the same page again and costs nothing. */
export async function nextPage(
  deps: Deps,
  requester: Requester,
  asked: { searchId: number; pageToken: string },
  inSameTransaction?: InSameTransaction<Page>,
): Promise<Page> {
  const userId = requester.account.id
  const search = await ownSearch(deps.db, userId, asked.searchId)
  const bound = { searchId: search.id, userId }
  const cursor = readPageToken(deps.pageTokenKey, bound, asked.pageToken)
  if (cursor === null || cursor.delivered > search.delivered) throw new Refusal('INVALID_PAGE_TOKEN')
  const page =
    cursor.delivered < search.delivered
      ? await loadedPage(deps, { search, bound, cursor }, inSameTransaction)
      : await newPage(deps, { requester, search, bound, cursor }, inSameTransaction)
  // A concurrent request with the same token was faster and has paid for the page.
  return page ?? nextPage(deps, requester, asked, inSameTransaction)
}

type PageOfSearch = { search: StoredSearch; bound: Bound; cursor: Cursor }

/** A page that was already loaded. It has the same leads, even if the catalog has changed. */
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
  { requester, search, bound, cursor }: PageOfSearch & { requester: Requester },
  inSameTransaction: InSameTransaction<Page> | undefined,
): Promise<Page | null> {
  const now = deps.clock.now()
  const { account } = requester
  const { searchId } = bound
  const from = cursor.delivered
  const { plan } = search
  if (plan === null) throw unreadable(deps, searchId)
  // Real places have replaced the sample places of this search.
  if (search.next === null) throw new Refusal('INVALID_PAGE_TOKEN')
  const criteria = await criteriaOf(deps.db, account.id, searchId)
  // News is in all plans, so the day from which it is read is not a filter of a larger plan.
  assertInPlan(deps, account, plan.newsOf === undefined ? criteria : { ...criteria, firstSeenWithinDays: undefined })
  const { snapshot, doNotContactVersion } = await refreshLeads(deps, account.id)
  const leftOut = await leftOutFor(deps, account, snapshot, search.options, doNotContactVersion)
  const found = await findPage(deps, plan, { after: cursor.after, ...leftOut })
  const catalog = await catalogOf(deps, found)
  const save = async (tx: Queryable): Promise<Page | null> => {
    const places = found.places.slice(0, pageSize)
    const [held, [isLocked, compared]] = await lockQuota(tx, { account, now }, () =>
      together(
        lockIfDelivered(tx, searchId, from),
        comparePage(tx, { account, places, catalog, version: found.version, doNotContactVersion, searchId }),
      ),
    )
    if (!isLocked) return null
    const atMost = (search.options.maxNewPulls ?? Infinity) - search.pulls
    const chosen = await chooseLeads(tx, compared, { center: centerOf(plan), held, atMost })
    await limitPulls(tx, { account, holder: holderOf(requester) }, { pulls: chosen.cost, now })
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
