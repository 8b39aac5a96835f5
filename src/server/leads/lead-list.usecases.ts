import type { z } from 'zod'
import type { getLeads, Lead, LeadFilter, LeadSummary, Matching, SearchPoint } from '#contract/leads/leads.ts'
import { scoreBand } from '#contract/leads/score-bands.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { cutPage, readCursor } from '#server/platform/basics/list-cursor.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { ListReply } from '#server/platform/basics/replies.ts'
import { currentLead } from './current-lead.ts'
import type { Deps } from './deps.ts'
import { findLeadPage, listLeadIds, summarizeLeads } from './lead-list.repository.ts'
import { type ListOrder, orders } from './lead-list.rules.ts'
import { placesOfLeads } from './leads.repository.ts'
import { leadListName, ownSearchTitle } from './own-names.usecases.ts'
import { leadsOfSearch, leadsOfUser } from './read-leads.usecases.ts'
import { readLeads } from './refresh-leads.usecases.ts'

type Query = z.output<NonNullable<(typeof getLeads)['query']>>

/** All matching leads as an array, or one page if a limit is given. */
export async function listOrPageLeads(
  deps: Deps,
  account: Account,
  { limit, ...query }: Query,
): Promise<ListReply | ListPage<Lead>> {
  if (limit !== undefined) return pageOfLeads(deps, account, { ...query, limit })
  const { searchId } = await wantedOf(deps, account, query)
  return ListReply.of(searchId === null ? leadsOfUser(deps, account) : leadsOfSearch(deps, account, searchId))
}

export async function pageOfLeads(
  deps: Deps,
  account: Account,
  { limit, cursor, sort, ...asked }: Query & { limit: number },
): Promise<ListPage<Lead>> {
  const order: ListOrder = sort ?? (asked.searchId === undefined ? 'newest' : 'position')
  const after = readCursor(cursor, { order, value: orders[order].holds })
  const wanted = await wantedOf(deps, account, asked)
  return readLeads(deps, account.id, async snapshot => {
    const found = await findLeadPage(deps.db, { ...wanted, order, after, limit: limit + 1 })
    const { rows, nextCursor } = cutPage(found.rows, { limit, order, keyOf: ({ key, id }) => ({ value: key, id }) })
    return { items: rows.map(row => currentLead(row, snapshot)), total: found.total, nextCursor }
  })
}

export async function summarizeOwnLeads(deps: Deps, account: Account, asked: Asked): Promise<LeadSummary> {
  const wanted = await wantedOf(deps, account, asked)
  return readLeads(deps, account.id, () => summarizeLeads(deps.db, wanted))
}

/** The leads that match now, provided that their number is still the one that the user was shown. */
export async function expectedLeadIds(
  deps: Deps,
  account: Account,
  { expected, ...asked }: Matching,
): Promise<number[]> {
  const wanted = await wantedOf(deps, account, asked)
  const ids = await readLeads(deps, account.id, () => listLeadIds(deps.db, { ...wanted, limit: expected + 1 }))
  if (ids.length !== expected) throw new Refusal('SELECTION_CHANGED')
  return ids
}

export type Asked = LeadFilter & { searchId?: number | null | undefined; listId?: number | null | undefined }

/** The leads that a request asks for. Throws if the search or the list belongs to another user. */
export async function wantedOf(
  { db }: Deps,
  { id: userId }: Account,
  { searchId = null, listId = null, ...filter }: Asked,
) {
  if (searchId !== null) await ownSearchTitle(db, userId, searchId)
  if (listId !== null) await leadListName(db, userId, listId)
  return { userId, searchId, listId, filter }
}

/** The position of each lead of a search, in the order of the search. */
export async function pointsOfSearch(deps: Deps, account: Account, searchId: number): Promise<SearchPoint[]> {
  await ownSearchTitle(deps.db, account.id, searchId)
  const points = await readLeads(deps, account.id, () => placesOfLeads(deps.db, searchId))
  return points.map(({ quality, ...point }) => Object.assign(point, { band: scoreBand(quality).name }))
}
