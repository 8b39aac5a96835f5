import { wordsOfAreas } from '#contract/searches/area-words.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { getSearch, getSearches, type Search } from '#contract/searches/searches.ts'
import { outlinesOf } from '../../features/searches/loaded-search.queries.ts'
import { toAreaCriteria } from '../../features/searches/search-criteria.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call, contentOf, request } from '../../shared/api/call.ts'
import { wholeList } from '../../shared/api/reads.ts'

export type SentSearch = { asked: string; form: SearchForm; sentAt: number }

export const sentSearch = (asked: { form: SearchForm }): SentSearch => ({
  asked: JSON.stringify(asked),
  form: asked.form,
  sentAt: performance.now(),
})

/** Whether the server may have run and charged a search although this error came instead of its answer. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.problem === undefined

/** The response header `Date` has no fractions of a second. */
const ROUNDING_MS = 1000

/**
 * The search that was run although its answer was lost: the newest one, if it has the same words and was stored after
 * the request was sent. Times are compared by the server's clock, because the browser's clock may be wrong.
 */
export async function findLostSearch({ form, sentAt }: SentSearch): Promise<Search | undefined> {
  const signal = AbortSignal.timeout(10_000)
  const { now, searches } = await request(getSearches, { query: { limit: 1 }, signal }, async response => ({
    now: Date.parse(response.headers.get('date') ?? ''),
    searches: await contentOf<typeof getSearches>(response),
  }))
  const [newest] = wholeList(searches)
  if (newest === undefined) return undefined
  const age = now - Date.parse(newest.createdAt)
  const isNew = age <= performance.now() - sentAt + ROUNDING_MS
  if (!isNew || newest.propertyType !== form.businessType.trim()) return undefined
  return (await isInPlaceOf(newest, form, signal)) ? newest : undefined
}

/** Whether a search was in the form's place. Another tab may have searched for the same elsewhere. */
async function isInPlaceOf(search: Search, form: SearchForm, signal: AbortSignal): Promise<boolean> {
  if (search.radius !== null && search.radius !== form.radius) return false
  if (!outlinesOf(search).every(outline => form.outlines.some(drawn => isEqual(drawn, outline)))) return false
  const { notes } = await call(getSearch, { params: { id: search.id }, signal })
  const asked = toAreaCriteria(form)
  return notes?.understood.location.words === (asked ? wordsOfAreas(asked.areas) : form.location.trim())
}

const isEqual = (one: Outline, other: Outline): boolean => JSON.stringify(one) === JSON.stringify(other)
