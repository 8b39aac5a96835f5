import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { checkSites, getLeadSite } from '#contract/site-facts.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'

const POLL_MS = 2000

export const leadSiteFailure = failedTo('Failed to fetch what the website says')

const leadSiteQuery = (leadId: number) =>
  queryOptions({
    queryKey: ['lead-site', leadId],
    queryFn: () => call(getLeadSite, { params: { id: leadId } }),
    meta: { failure: leadSiteFailure },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })

/** What was already read. It is asked for only once the user wants it, not with every lead that is opened. */
export const useLeadSite = (leadId: number, isWanted: boolean) =>
  useQuery({ ...leadSiteQuery(leadId), enabled: isWanted })

/** Has the website of a lead read. */
export function useCheckSite(leadId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkSites, { body: { leadIds: [leadId] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['lead-site', leadId] }),
    onError: error => showError('The website was not checked', error),
  })
}
