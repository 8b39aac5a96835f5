import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkSites, getLeadSite, getSiteCheckProgress, type SiteCheckProgress } from '#contract/leads/site-facts.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

const POLL_MS = 2000

export const leadSiteFailure = failedTo('Failed to fetch what the website says')

const leadSiteQuery = (leadId: number) =>
  queryOptions({
    queryKey: ['lead-site', leadId],
    queryFn: () => call(getLeadSite, { params: { id: leadId } }),
    meta: { failure: leadSiteFailure },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })

/** The facts that were already read from a lead's website, and whether it can be read again. */
export const useLeadSite = (leadId: number) => useQuery(leadSiteQuery(leadId))

/** Requests that the website of a lead be read. */
export function useCheckSite(leadId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkSites, { body: { leadIds: [leadId] } }),
    onSuccess: asked => {
      // Lists get the facts slightly later than the website section.
      if (asked.waiting > 0)
        void untilRead(client, asked, () => {}).then(
          () => refreshLeads(client),
          () => {},
        )
      return client.invalidateQueries({ queryKey: ['lead-site', leadId] })
    },
    onError: error => showError('The website was not checked', error),
  })
}

type Asked = { waiting: number; askedAt: string }
export type SitesProgress = { done: number; total: number }

/**
 * Requests that the websites of several leads be read, and waits for the results. The leads then show the new facts.
 */
export function useCheckSites() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<SitesProgress>()
  const check = useMutation({
    mutationFn: async (leadIds: readonly number[]) => {
      const asked = await call(checkSites, { body: { leadIds: [...leadIds] } })
      return { sites: asked.sites, ended: await untilRead(client, asked, setProgress) }
    },
    onSuccess: () => refreshLeads(client),
    onError: error => showError('The websites were not checked', error),
    onSettled: () => setProgress(undefined),
  })
  return { check, progress }
}

/** Waits until all requested websites are read. Returns how their visits ended, or undefined if none was due. */
async function untilRead(
  client: QueryClient,
  { waiting: total, askedAt }: Asked,
  onProgress: (progress: SitesProgress) => void,
): Promise<SiteCheckProgress['ended']> {
  let now: SiteCheckProgress = { waiting: total, unapplied: 0 }
  while (now.waiting + now.unapplied > 0) {
    onProgress({ done: Math.max(0, total - now.waiting), total })
    await new Promise(resolve => {
      setTimeout(resolve, POLL_MS)
    })
    now = await client.fetchQuery({
      queryKey: ['site-check-progress', askedAt],
      queryFn: () => call(getSiteCheckProgress, { query: { since: askedAt } }),
      staleTime: 0,
      gcTime: 0,
      retry: 10,
    })
  }
  return now.ended
}

function refreshLeads(client: QueryClient): void {
  for (const queryKey of [['leads'], ['search-results'], ['lead-site']]) void client.invalidateQueries({ queryKey })
}
