import type { ReceiptPage } from '#contract/searches/receipts.ts'
import type { SearchCriteria, SearchNotes } from '#contract/searches/searches.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  firstRow,
  firstValue,
  hasRow,
  isOlderThan,
  prepared,
  readNumber,
  readValues,
} from '#server/platform/database/rows.ts'
import type { Cursor } from './page-token.ts'
import { type ReadJson, readStoredJson, type StoredJson, writePlan } from './stored-search.rules.ts'

type SearchColumns = {
  id: number
  categoryWords: string
  locationLabel: string
  isStatewide: boolean
  total: number
  delivered: number
  /** The contact pulls that these pages cost. */
  pulls: number
  createdAt: Date
}
export type StoredSearch = SearchColumns & Pick<ReadJson, 'plan' | 'next' | 'options'>
type Noted = { notes: SearchNotes | null }
export type NewSearch = SearchColumns &
  Noted & {
    plan: SearchPlan
    next: Cursor | null
    criteria: SearchCriteria
    loadKey: string | null
    page: LoadedPage
  }

/** The part of a page that the receipt of a search stores. */
export type LoadedPage = {
  at: Date
  pulls: number
  doubles: number
  catalogVersion: number
  /** The keys of the leads' places, in the order of the page. */
  placeKeys: readonly string[]
}

const columns = `id, category_words AS "categoryWords", location_label AS "locationLabel",
  is_statewide AS "isStatewide", criteria, plan, next_key AS next, total, delivered, pulls, created_at AS "createdAt"`

/** Reserves the id of a new search, so that its leads and charges can be stored in the same round trip. */
export const reserveSearchId = (tx: Queryable): Promise<number> =>
  readNumber(prepared(tx), `SELECT nextval('search_id_seq') AS id`)

export async function insertSearch(tx: Queryable, userId: number, search: NewSearch): Promise<void> {
  await tx.queryPrepared(
    `INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, next_key,
       created_at, notes, pulls, load_key, pages, keys_hash, id)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, jsonb_build_array($14::jsonb), ${hashSql('$15')}, $16)`,
    [
      userId,
      search.categoryWords,
      search.locationLabel,
      search.isStatewide,
      criteriaText(search.criteria),
      writePlan(search.plan),
      search.total,
      search.delivered,
      search.next === null ? null : JSON.stringify(search.next),
      search.createdAt,
      JSON.stringify(search.notes),
      search.pulls,
      search.loadKey,
      pageText(search.page),
      keysText(search.page),
      search.id,
    ],
  )
}

/** SQL for a hash as hexadecimal digits. */
function hashSql(text: string): string {
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
}

const pageText = ({ placeKeys, ...page }: LoadedPage): string => JSON.stringify({ ...page, leads: placeKeys.length })
const keysText = ({ placeKeys }: LoadedPage): string => placeKeys.map(key => `${key}\n`).join('')

const criteriaText = ({ afterLoad: _afterLoad, ...criteria }: SearchCriteria): string => JSON.stringify(criteria)

export type RepeatedSearch = {
  sampleIds: number[]
  /** Whether one of them found something, and so was charged. */
  isPaid: boolean
}

/** Each repetition is stored, so they are limited. A page repeats a search once or twice. */
const FREE_REPETITIONS = 20

/** The searches with these criteria that began or shared the load, and repetitions. Null if none, or too many. */
export async function findSearchOfLoad(
  db: Queryable,
  userId: number,
  { key, criteria, since }: { key: string; criteria: SearchCriteria; since: Date },
): Promise<RepeatedSearch | null> {
  const rows = await db.query<{ id: number; isSample: boolean; isPaid: boolean }>(
    `SELECT id, plan->>'withoutSample' = 'false' AS "isSample", delivered > 0 AS "isPaid" FROM search
     WHERE user_id = $1 AND load_key = $2 AND created_at > $4
       AND criteria - '{confirmed,acceptGuess}'::text[] = $3::text::jsonb - '{confirmed,acceptGuess}'::text[]
     ORDER BY id`,
    [userId, key, criteriaText(criteria), since],
  )
  if (rows.length === 0 || rows.length > FREE_REPETITIONS) return null
  return {
    sampleIds: rows.flatMap(({ id, isSample }) => (isSample ? id : [])),
    isPaid: rows.some(({ isPaid }) => isPaid),
  }
}

/** Ends searches that showed samples, so that no page of them is charged. Returns the ids of those it ended. */
export const endSampleSearches = (tx: Queryable, searchIds: readonly number[], now: Date): Promise<number[]> =>
  readValues(
    tx,
    `UPDATE search SET samples_refunded_at = $2, next_key = NULL
     WHERE id = ANY($1::bigint[]) AND samples_refunded_at IS NULL RETURNING id`,
    [searchIds, now],
  )

/** Locks a search if it has listed exactly so many leads. False if it loaded another page or has ended. */
export const lockIfDelivered = (tx: Queryable, searchId: number, delivered: number): Promise<boolean> =>
  hasRow(
    prepared(tx),
    'SELECT FROM search WHERE id = $1 AND delivered = $2 AND samples_refunded_at IS NULL FOR UPDATE',
    [searchId, delivered],
  )

/** Records that a page was loaded. Its places are added to the hash, unless the search is older than receipts. */
export async function advanceSearch(
  tx: Queryable,
  { searchId, delivered, next, page }: { searchId: number; delivered: number; next: Cursor | null; page: LoadedPage },
): Promise<void> {
  await tx.queryPrepared(
    `UPDATE search SET delivered = $2, next_key = $3, pulls = pulls + $4, pages = pages || $5::jsonb,
       keys_hash = ${hashSql('keys_hash || $6')} WHERE id = $1`,
    [searchId, delivered, next === null ? null : JSON.stringify(next), page.pulls, pageText(page), keysText(page)],
  )
}

/** SQL that is true if the user, a column, has returned a lead. */
export const hasReturnsAsJson = (userId: string): string => `EXISTS (SELECT FROM lead_return WHERE user_id = ${userId})`

type StoredReceipt = {
  pages: ReceiptPage[]
  hash: string | null
  refundedAt: Date | null
}

export const findReceipt = (db: Queryable, userId: number, searchId: number): Promise<StoredReceipt | undefined> =>
  firstRow(
    db,
    `SELECT pages, keys_hash AS hash, samples_refunded_at AS "refundedAt" FROM search WHERE user_id = $1 AND id = $2`,
    [userId, searchId],
  )

export const findSearch = async (db: Queryable, userId: number, id: number) => (await findSearches(db, userId, [id]))[0]

/** The user's searches with these ids, by id. */
export async function findSearches(
  db: Queryable,
  userId: number,
  ids: readonly number[],
): Promise<(StoredSearch & Noted)[]> {
  const sql = `SELECT ${columns}, notes FROM search WHERE user_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`
  return (await db.query<SearchColumns & StoredJson>(sql, [userId, ids])).map(readSearch)
}

const readSearch = <Columns extends SearchColumns & StoredJson>(search: Columns) => ({
  ...search,
  ...readStoredJson(search),
})

/** The plans of the last searches of all users, newest first. */
export async function lastPlans(db: Queryable, limit: number): Promise<SearchPlan[]> {
  const searches = await db.query<SearchColumns & StoredJson>(
    `SELECT ${columns} FROM search ORDER BY id DESC LIMIT $1`,
    [limit],
  )
  return searches.flatMap(search => readSearch(search).plan ?? [])
}

/** The user's searches, newest first. Returns all, or up to `limit` searches that are older than the id `after`. */
export async function listSearches(
  db: Queryable,
  userId: number,
  { after, limit }: { after: number | null; limit: number },
): Promise<StoredSearch[]> {
  const searches = await db.query<SearchColumns & StoredJson>(
    `SELECT ${columns} FROM search WHERE user_id = $1 AND ${isOlderThan('$2')} ORDER BY id DESC LIMIT $3`,
    [userId, after, limit],
  )
  return searches.map(readSearch)
}

/** The stored criteria of a search, unchecked. */
export const findCriteria = (db: Queryable, userId: number, searchId: number): Promise<unknown> =>
  firstValue(db, 'SELECT criteria FROM search WHERE user_id = $1 AND id = $2', [userId, searchId])

export const countSearches = (db: Queryable, userId: number): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM search WHERE user_id = $1', [userId])
