import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkSites, getLeadSite, getSiteCheckProgress } from '#contract/leads/site-facts.ts'
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

/**
 * The facts that were already read from a lead's website. They are requested when the user wants them, not for every
 * lead that is opened.
 */
export const useLeadSite = (leadId: number, isWanted: boolean) =>
  useQuery({ ...leadSiteQuery(leadId), enabled: isWanted })

/** Requests that the website of a lead be read. */
export function useCheckSite(leadId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkSites, { body: { leadIds: [leadId] } }),
    onSuccess: ({ waiting }) => {
      // Lists get the facts slightly later than the website section.
      if (waiting > 0)
        void untilRead(client, waiting, () => {}).then(
          () => refreshLeads(client),
          () => {},
        )
      return client.invalidateQueries({ queryKey: ['lead-site', leadId] })
    },
    onError: error => showError('The website was not checked', error),
  })
}

export type SitesProgress = { done: number; total: number }

/**
 * Requests that the websites of several leads be read, and waits for the results. The leads then show the new facts.
 */
export function useCheckSites() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<SitesProgress>()
  const check = useMutation({
    mutationFn: async (leadIds: readonly number[]) => {
      const { sites, waiting } = await call(checkSites, { body: { leadIds: [...leadIds] } })
      await untilRead(client, waiting, setProgress)
      return { sites, read: waiting }
    },
    onSuccess: () => refreshLeads(client),
    onError: error => showError('The websites were not checked', error),
    onSettled: () => setProgress(undefined),
  })
  return { check, progress }
}

async function untilRead(
  client: QueryClient,
  total: number,
  onProgress: (progress: SitesProgress) => void,
): Promise<void> {
  for (let [waiting, unapplied] = [total, 0]; waiting + unapplied > 0;) {
    onProgress({ done: Math.max(0, total - waiting), total })
    await new Promise(resolve => {
      setTimeout(resolve, POLL_MS)
    })
    ;({ waiting, unapplied } = await client.fetchQuery({
      queryKey: ['site-check-progress'],
      queryFn: () => call(getSiteCheckProgress),
      staleTime: 0,
      gcTime: 0,
      retry: 10,
    }))
  }
}

function refreshLeads(client: QueryClient): void {
  for (const queryKey of [['leads'], ['search-results'], ['lead-site']]) void client.invalidateQueries({ queryKey })
}
