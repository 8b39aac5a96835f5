import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pageSize } from '#contract/searches/search-options.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { type LoadedSearch, refreshPreviews, useLoadMore } from './loaded-search.queries.ts'
import { newWords } from './new-words.ts'
import { NoMoreLeads } from './no-more-leads.tsx'
import { previewQuery } from './preview.queries.ts'
import { formOf } from './search-criteria.ts'

/** Loads the next page of a search or all of its pages, and explains why no more leads were given. */
export function MoreLeads({ loaded: { search, leads, total, nextPageToken } }: { loaded: LoadedSearch }) {
  const client = useQueryClient()
  const more = useLoadMore()
  const request = (pageToken: string) => more.mutateAsync({ searchId: search.id, pageToken })
  const all = useAllPages(request, () => refreshPreviews(client))
  const left = total - leads.length
  const hasManyMore = nextPageToken !== null && left > pageSize
  // The same figure as in the line under the form.
  const { data: preview } = useQuery({ ...previewQuery(formOf({ search })), enabled: hasManyMore })
  const known = preview !== undefined && 'pulls' in preview ? preview.pulls : left
  const pulls = Math.min(left, search.maxNewPulls ?? left, known)
  const quota = Math.max(0, useUser().remainingContactPulls)
  const isShort = quota < pulls
  const isOut = quota === 0 && nextPageToken !== null && left > 0
  const isRefused = problemOf(more.error)?.errorType === 'QUOTA_EXCEEDED'
  return (
    <>
      {nextPageToken !== null && (
        <div className="contents print:hidden">
          {(more.isPending || all.isRunning) && <NextPage />}
          {all.isRunning ? (
            // The row stays in view above the actions for selected leads while the list above it grows.
            <div className="sticky bottom-18 z-10 flex flex-wrap items-center justify-center gap-3 self-center rounded-lg border border-line bg-raised px-4 py-2 shadow-float">
              <output className="text-sm text-ink-2 tabular-nums">
                Getting all leads: {formatNumber(leads.length)} of {formatNumber(total)}
              </output>
              <Button onClick={all.stop}>Stop</Button>
            </div>
          ) : (
            <div data-below-leads className="flex flex-wrap justify-center gap-2 empty:hidden">
              {!(isOut && isRefused) && (
                <Button
                  isLoading={more.isPending}
                  onClick={() =>
                    more.mutate(
                      { searchId: search.id, pageToken: nextPageToken },
                      { onSettled: () => refreshPreviews(client) },
                    )
                  }
                >
                  {more.isPending ? 'Loading more...' : moreWords(quota, Math.min(pulls, pageSize))}
                </Button>
              )}
              {Math.min(left, quota) > pageSize && (
                <Button disabled={more.isPending} onClick={() => void all.run(nextPageToken)}>
                  {isShort ? lastWords(quota) : `Get all ${formatNumber(total)} (${newWords(pulls, quota)})`}
                </Button>
              )}
            </div>
          )}
          {/* A new element each time, so that scroll anchoring does not follow it. */}
          <p key={leads.length} data-below-leads className="-mt-1 text-center text-xs text-ink-3">
            Filter and order apply to the {count(leads.length, 'lead')} loaded so far.
          </p>
        </div>
      )}
      {nextPageToken === null && search.maxNewPulls !== null && left > 0 && (
        <p className="text-center text-sm text-ink-3">
          Stopped after {count(search.maxNewPulls, 'new lead')}, as you chose. {count(left, 'lead is', 'leads are')}{' '}
          left.
        </p>
      )}
      {isOut && isRefused && (
        <p className="text-center text-sm text-ink-2 print:hidden">
          This list stops at the first new business. Leads you already have further down are in{' '}
          <TextLink href={paths.leadsTab('all')}>My Leads</TextLink>.
        </p>
      )}
      <NoMoreLeads error={more.error} isOut={isOut} />
    </>
  )
}

const lastWords = (quota: number): string => `Get ${formatNumber(quota)} more (your last ${formatNumber(quota)})`

/** Leads that the user already has stay free, and may come before the next new one. */
function moreWords(quota: number, next: number): string {
  if (quota === 0) return 'Load leads you already have'
  return quota < next ? lastWords(quota) : 'Load More Results'
}

/**
 * Pushes the content below the list out of view at once. The content is hidden until the leads have arrived, because
 * nobody knows where it will be then, and what is not visible cannot jump.
 */
const NextPage = () => (
  <div data-next-page className="flex h-dvh animate-late flex-col gap-3">
    <output className="text-center text-sm text-ink-2">Loading more...</output>
    <Skeleton className="h-52 w-full" />
    <Skeleton className="h-52 w-full" />
    <Skeleton className="h-52 w-full" />
  </div>
)

/** Requests one page after another until the last page, a failure, a stop, or the user leaves the page. */
function useAllPages(request: (pageToken: string) => Promise<{ nextPageToken: string | null }>, onEnd: () => void) {
  const [isRunning, setRunning] = useState(false)
  const runs = useRef(0)
  const stop = () => {
    runs.current += 1
    setRunning(false)
  }
  // This also runs when the tab is only hidden, because its state is kept.
  useEffect(
    () => () => {
      runs.current += 1
      setRunning(false)
    },
    [],
  )
  const run = async (first: string) => {
    const own = ++runs.current
    setRunning(true)
    try {
      for (let token: string | null = first; token !== null && own === runs.current;)
        token = (await request(token)).nextPageToken
    } catch {
      // The request itself has already reported its failure.
    }
    if (own === runs.current) setRunning(false)
    onEnd()
  }
  return { isRunning, run, stop }
}
