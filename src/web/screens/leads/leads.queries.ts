import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getLeads, getLeadSummary, type Lead, type LeadOrder } from '#contract/leads.ts'
import { getSearches } from '#contract/searches.ts'
import type { ListPage } from '#contract/lists.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/load-failure.ts'
import { wholeList } from '../../shared/api/whole-list.ts'
import type { LeadFilter } from './lead-filter.rules.ts'

const pageLeads = 100

export const searchesFailure = failedTo('Failed to fetch searches')
export const allLeadsFailure = failedTo('Failed to fetch all leads')

export const useSearches = () =>
  useQuery({
    queryKey: ['searches'],
    queryFn: () => call(getSearches).then(wholeList),
    meta: { failure: searchesFailure },
  })

export const useLeadSummary = () =>
  useQuery({ queryKey: ['leads', 'summary'], queryFn: () => call(getLeadSummary), meta: { failure: allLeadsFailure } })

export type AllLeadsQuery = { filter: LeadFilter; text: string; order: LeadOrder }

/** All leads, a page at a time; what was shown stays until another filter or order has its first page. */
export const useAllLeads = ({ filter, text, order }: AllLeadsQuery) =>
  useInfiniteQuery({
    queryKey: ['leads', 'all', filter, text, order],
    queryFn: ({ pageParam, signal }) => askForPage({ filter, text, order }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    meta: { failure: allLeadsFailure },
  })

async function askForPage(
  { filter: { hasWebsite, hasPhone, hasEmail, ...filter }, text, order }: AllLeadsQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<Lead>> {
  const reply = await call(getLeads, {
    query: {
      limit: pageLeads,
      sort: order,
      ...filter,
      ...(cursor !== null && { cursor }),
      ...(hasWebsite && { hasWebsite: 'true' }),
      ...(hasPhone && { hasPhone: 'true' }),
      ...(hasEmail && { hasEmail: 'true' }),
      ...(text !== '' && { text }),
    },
    signal,
  })
  if (Array.isArray(reply)) throw new Error('The server answered no page of leads')
  return reply
}
