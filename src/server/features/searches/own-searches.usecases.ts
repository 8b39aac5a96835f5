import { z } from 'zod'
import type { ListPage, ListQuery } from '#contract/lists.ts'
import type { Search, SearchCriteria, SearchWithNotes } from '#contract/searches/searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { searchNotFound } from '#server/leads/own-names.usecases.ts'
import { cutPage, readCursor } from '#server/platform/basics/list-cursor.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import { ListReply } from '#server/platform/basics/replies.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { pageTokenOf } from './page-token.ts'
import { countSearches, findCriteria, findSearch, listSearches, type StoredSearch } from './searches.repository.ts'
import { readCriteria } from './stored-search.rules.ts'

export { countSearches, findSearches } from './searches.repository.ts'

/** The user's searches, newest first. Returns all of them, or one page if there is a limit. */
export async function getSearches(
  deps: Deps,
  account: Account,
  { limit, cursor }: z.output<typeof ListQuery>,
): Promise<ListReply | ListPage<Search>> {
  if (limit !== undefined) return pageOfSearches(deps, account, { limit, cursor })
  return ListReply.of(allSearches(deps, account))
}

/** Searches in memory at once. Plans with unlimited searches can have very many. */
const PORTION = 200

async function* allSearches(deps: Deps, account: Account): AsyncGenerator<Search[]> {
  let after: number | null = null
  for (;;) {
    const found: StoredSearch[] = await listSearches(deps.db, account.id, { after, limit: PORTION })
    yield found.map(search => searchOf(deps, account, search))
    after = found.at(-1)?.id ?? null
    if (found.length < PORTION) return
  }
}

export async function pageOfSearches(
  deps: Deps,
  account: Account,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ListPage<Search>> {
  const after = readCursor(cursor, { order: 'newest', value: z.int() })?.id ?? null
  const [found, total] = await Promise.all([
    listSearches(deps.db, account.id, { after, limit: limit + 1 }),
    countSearches(deps.db, account.id),
  ])
  const { rows, nextCursor } = cutPage(found, { limit, order: 'newest', keyOf: ({ id }) => ({ value: id, id }) })
  return { items: rows.map(search => searchOf(deps, account, search)), total, nextCursor }
}

export async function getSearch(deps: Deps, account: Account, searchId: number): Promise<SearchWithNotes> {
  const search = await ownSearch(deps.db, account.id, searchId)
  return { search: searchOf(deps, account, search), total: search.total, notes: search.notes }
}

/** Finds a search of this user. Another user's search is refused as if it did not exist. */
export async function ownSearch(db: Queryable, userId: number, searchId: number) {
  return orRefuse(await findSearch(db, userId, searchId), searchNotFound)
}

export async function criteriaOf(db: Queryable, userId: number, searchId: number): Promise<SearchCriteria> {
  return orRefuse(readCriteria(await findCriteria(db, userId, searchId)), cannotRunAgain)
}

export const cannotRunAgain = (): Refusal =>
  new Refusal('NOT_FOUND', { message: 'This search cannot run again. Please start a new one.' })

export const searchOf = (deps: Deps, account: Account, search: StoredSearch): Search => ({
  id: search.id,
  propertyType: search.categoryWords,
  businessCategory: search.categoryWords,
  location: search.locationLabel,
  statewide: search.isStatewide,
  radius: radiusOf(search),
  circles: circlesOf(search).map(({ lat, lon, radiusMiles }) => ({
    latitude: lat,
    longitude: lon,
    miles: radiusMiles,
  })),
  ...search.options,
  total: search.total,
  nextPageToken:
    search.next === null
      ? null
      : pageTokenOf(deps.pageTokenKey, { searchId: search.id, userId: account.id }, search.next),
  createdAt: search.createdAt.toISOString(),
})

const circlesOf = ({ plan }: StoredSearch) => plan?.where.anyOf.filter(area => 'radiusMiles' in area) ?? []

function radiusOf(search: StoredSearch): number | null {
  const [only] = circlesOf(search)
  return only !== undefined && search.plan?.where.anyOf.length === 1 ? Math.round(only.radiusMiles) : null
}
