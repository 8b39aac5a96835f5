import type { ReplyOf } from '#contract/endpoint.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { getSearches, type Search } from '#contract/searches/searches.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { request } from '../../shared/api/call.ts'
import { wholeList } from '../../shared/api/whole-list.ts'

/** A search that was sent, but whose answer has not arrived. */
export type SentSearch = { asked: string; words: string; sentAt: number }

export const sentSearch = (asked: object, { businessType }: SearchForm): SentSearch => ({
  asked: JSON.stringify(asked),
  words: businessType.trim(),
  sentAt: performance.now(),
})

/** Whether the server may have run and charged a search although this error came instead of its answer. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.problem === undefined

/** The response header `Date` has no fractions of a second. */
const ROUNDING_MS = 1000

/**
 * The search that was run although its answer was lost: it has the same words and was stored after it was sent. The
 * times are compared by the server's clock, because the browser's clock may be wrong.
 */
export async function findLostSearch({ words, sentAt }: SentSearch): Promise<Search | undefined> {
  const response = await request(getSearches, { query: { limit: 1 }, signal: AbortSignal.timeout(10_000) })
  const now = Date.parse(response.headers.get('date') ?? '')
  const [newest] = wholeList((await response.json()) as ReplyOf<typeof getSearches>)
  if (newest === undefined || newest.propertyType !== words) return undefined
  const age = now - Date.parse(newest.createdAt)
  return age <= performance.now() - sentAt + ROUNDING_MS ? newest : undefined
}
