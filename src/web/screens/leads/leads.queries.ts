import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  getLeads,
  getLeadSummary,
  type Lead,
  type LeadOrder,
  leadsPerChange,
  type Matching,
} from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { getSearches, type Search } from '#contract/searches/searches.ts'
import type { SiteScope } from '../../features/leads/lead-site.queries.ts'
import type { WholeList } from '../../features/leads/selection.tsx'
import { call } from '../../shared/api/call.ts'
import { failedTo, failedToLoadMore } from '../../shared/api/failures.ts'
import { onePage, read, wholeList } from '../../shared/api/reads.ts'
import { today } from '../../shared/format.ts'
import { countFilters, type LeadFilter } from './lead-filter.rules.ts'

export const pageLeads = 100

export const allLeadsFailure = failedTo('Failed to fetch all leads')

export const searchesRead = {
  ...read(['searches'], 'Failed to fetch searches', getSearches),
  select: wholeList<Search>,
}

export const useLeadSummary = (listId?: number) =>
  useQuery(read(['leads', 'summary', listId ?? null], allLeadsFailure, getLeadSummary, { query: { listId } }))

export type AllLeadsQuery = { filter: LeadFilter; text: string; order: LeadOrder; listId?: number | undefined }
/** One page of all leads, with the query it belongs to. */
export type LeadPage = ListPage<Lead> & { asked: AllLeadsQuery }

/** Pages that no list shows are soon removed from memory. */
const unusedPageMs = 10_000

export const pageQuery = (asked: AllLeadsQuery, cursor: string | null) =>
  queryOptions({
    queryKey: ['leads', 'all', asked.filter, asked.text, asked.order, asked.listId ?? null, cursor],
    queryFn: ({ signal }) => fetchPage(asked, cursor, signal),
    gcTime: unusedPageMs,
    meta: { failure: cursor === null ? allLeadsFailure : failedToLoadMore },
  })

/** The first page. The previous result stays until the one for a new filter or order arrives. */
export const useFirstPage = (asked: AllLeadsQuery) =>
  useQuery({ ...pageQuery(asked, null), placeholderData: keepPreviousData })

async function fetchPage(asked: AllLeadsQuery, cursor: string | null, signal: AbortSignal): Promise<LeadPage> {
  const reply = await call(getLeads, {
    query: { limit: pageLeads, sort: asked.order, ...matchingOf(asked), ...(cursor !== null && { cursor }) },
    signal,
  })
  return { ...onePage(reply), asked }
}

/** The leads without the filters on website checks, because leads that were never checked match none of these. */
export function scopeOf({ filter, ...asked }: AllLeadsQuery): SiteScope {
  const { website: _, gradeAtMost: _grade, missing: _missing, shows: _shows, platform: _platform, ...others } = filter
  return matchingOf({ ...asked, filter: others })
}

/** All leads that match, unless there are too many to change at once. */
export const wholeOf = (asked: AllLeadsQuery | undefined, total = 0): WholeList | undefined =>
  asked && total <= leadsPerChange
    ? { total, matching: matchingOf(asked), isFiltered: asked.text !== '' || countFilters(asked.filter) > 0 }
    : undefined

function matchingOf({ filter, text, listId }: AllLeadsQuery): Omit<Matching, 'expected'> {
  const { isDue, ...choices } = filter
  return {
    ...choices,
    ...(isDue && { followUpBy: today() }),
    ...(text !== '' && { text }),
    ...(listId !== undefined && { listId }),
  }
}
