import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  checkSites,
  getLeadSite,
  getSiteCheckProgress,
  getUncheckedSites,
  pauseSiteChecks,
  type SiteCheckInput,
  type SiteCheckProgress,
} from '#contract/leads/site-facts.ts'
import { call } from '../../shared/api/call.ts'
import { pollWhile, read, readLater, refresh } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import type { Progress } from './lead-actions.queries.ts'

const POLL_MS = 2000

/** The facts that were already read from a lead's website, and whether it can be read again. */
export const leadSiteRead = (leadId: number) =>
  read(
    ['lead-site', leadId],
    'Failed to fetch what the website says',
    getLeadSite,
    { params: { id: leadId } },
    { refetchInterval: pollWhile(({ state }) => state === 'waiting') },
  )

/** Requests that the website of a lead be read. */
export const useCheckSite = (leadId: number) =>
  useMutation({
    mutationFn: () => call(checkSites, { body: { leadIds: [leadId] } }),
    onSuccess: (asked, _input, client) => {
      // Lists get the facts slightly later than the website section.
      if (asked.waiting > 0)
        void untilRead(client, asked, () => {}).then(
          () => refreshLeads(client),
          () => {},
        )
      return client.invalidateQueries({ queryKey: ['lead-site', leadId] })
    },
    failure: 'The website was not checked',
  })

/** Requests that the websites of several leads be read, waits for it, and shows the new facts. */
export function useCheckSites() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const check = useMutation({
    mutationFn: async (leadIds: readonly number[]) => {
      const asked = await call(checkSites, { body: { leadIds: [...leadIds] } })
      return { sites: asked.sites, ended: await untilRead(client, asked, setProgress) }
    },
    onSuccess: () => refreshLeads(client),
    failure: 'The websites were not checked',
    onSettled: () => setProgress(undefined),
  })
  return { check, progress }
}

/** Waits until all requested websites have been visited. Returns how the visits ended, or undefined if none was due. */
async function untilRead(
  client: QueryClient,
  { waiting: total, askedAt }: { waiting: number; askedAt: string },
  onProgress: (progress: Progress) => void,
): Promise<SiteCheckProgress['ended']> {
  let now: SiteCheckProgress = { waiting: total, unapplied: 0 }
  while (now.waiting + now.unapplied > 0) {
    onProgress({ done: Math.max(0, total - now.waiting), total })
    now = await readLater(client, POLL_MS, getSiteCheckProgress, { query: { since: askedAt } })
  }
  return now.ended
}

/** The leads that match a filter: all, or those of a search or of a list. */
export type SiteScope = NonNullable<SiteCheckInput['unchecked']>

/** The websites of these leads that were never read. `open` is the number that are being read for the user. */
export function useUncheckedSites(scope: SiteScope) {
  const client = useQueryClient()
  const unchecked = useQuery({
    queryKey: ['leads', 'unchecked-sites', scope],
    queryFn: ({ signal }) => call(getUncheckedSites, { query: scope, signal }),
  })
  const progress = useQuery({
    queryKey: ['site-check-progress'],
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<SiteCheckProgress>(['site-check-progress'])
      const now = await call(getSiteCheckProgress, { query: {}, signal })
      if (before !== undefined && openOf(before) > 0 && openOf(now) === 0) refreshLeads(client)
      return now
    },
    refetchInterval: pollWhile((now: SiteCheckProgress) => openOf(now) > 0),
  })
  const refetch = () => Promise.all([unchecked.refetch(), progress.refetch()])
  const ask = useMutation({
    mutationFn: () => call(checkSites, { body: { unchecked: scope } }),
    onSuccess: refetch,
    failure: 'The websites were not checked',
  })
  const pause = useMutation({
    mutationFn: () => call(pauseSiteChecks, {}),
    onSuccess: refetch,
    failure: 'The checks were not paused',
  })
  return { unchecked: unchecked.data, open: progress.data === undefined ? 0 : openOf(progress.data), ask, pause }
}

const openOf = ({ waiting, unapplied }: SiteCheckProgress): number => waiting + unapplied

const refreshLeads = (client: QueryClient): void => void refresh(client, 'leads', 'search-results', 'lead-site')
