import { type RefObject, useRef, useState } from 'react'
import type { User } from '#contract/accounts/account.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { UNLIMITED } from '#contract/plans.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { runAreaSearch, runSearch, type Search, type SearchResult } from '#contract/searches/searches.ts'
import { ASK_AGAIN_MS, isBeingPrepared } from '../../features/searches/being-prepared.ts'
import { cacheNewSearch, refreshUsage } from '../../features/searches/loaded-search.queries.ts'
import type { Narrowing } from '../../features/searches/narrow-search.tsx'
import { toAreaCriteria, toCriteria } from '../../features/searches/search-criteria.ts'
import { showSearchFailure } from '../../features/searches/search-failures.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count, formatSeconds } from '../../shared/format.ts'
import { changeUser } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { findLostSearch, isLost, type SentSearch, sentSearch } from './lost-search.ts'

export type SearchRun = {
  form: SearchForm
  narrowing?: Narrowing
  /** The id of the load that this search has started, if its area or the middle of it is loaded now. */
  afterLoad?: string
}

/** Has only `search` if the answer was lost but the search was run. */
export type SearchReply = ReplyOf<typeof runSearch> | { search: Search }
const isAnswer = (reply: SearchReply): reply is SearchResult => 'leads' in reply

export function useRunSearch() {
  const lost = useRef<SentSearch>(undefined)
  const [isPreparing, setPreparing] = useState(false)
  const running = useMutation({
    mutationFn: (wanted: SearchRun) => runWhenPrepared(wanted, lost, setPreparing),
    onSuccess: (reply, { afterLoad }, client) => {
      if ('requiresConfirmation' in reply) return
      if (!isAnswer(reply)) {
        void refreshUsage(client)
        return showToast({
          title: 'Search completed',
          description: 'The connection was lost, but your search had already run. It is not charged again.',
        })
      }
      if (!afterLoad && reply.leads.length > 0)
        changeUser(client, user => countSearches(user, Math.max(1, reply.search.areas.length)))
      cacheNewSearch(client, reply)
      showToast({
        title: 'Search completed',
        description: `Found ${count(reply.total, 'lead')} for your search. Completed in ${formatSeconds(reply.timeTaken)} seconds.`,
      })
    },
    onError: (error, _input, client) => showSearchFailure(error, client),
  })
  return { ...running, isPreparing }
}

/** Runs a search as soon as the places of its area are prepared. */
async function runWhenPrepared(
  wanted: SearchRun,
  lost: RefObject<SentSearch | undefined>,
  onPreparing: (isPreparing: boolean) => void,
): Promise<SearchReply> {
  onPreparing(false)
  for (;;) {
    try {
      return await runOnce(wanted, lost)
    } catch (error) {
      if (!isBeingPrepared(problemOf(error))) throw error
      onPreparing(true)
      await new Promise(resolve => setTimeout(resolve, ASK_AGAIN_MS))
    }
  }
}

/** Runs a search. If the answer is lost, finds out whether it was run, so that nothing is charged again. */
async function runOnce(wanted: SearchRun, lost: RefObject<SentSearch | undefined>): Promise<SearchReply> {
  const sent = sentSearch(wanted)
  const earlier = lost.current?.asked === sent.asked ? lost.current : undefined
  const found = earlier && (await findLostSearch(earlier))
  lost.current = undefined
  if (found) return { search: found }
  try {
    return await send(wanted)
  } catch (error) {
    if (!isLost(error)) throw error
    lost.current = earlier ?? sent
    const search = await findLostSearch(lost.current).catch(() => undefined)
    if (search === undefined) throw error
    lost.current = undefined
    return { search }
  }
}

function send({ form, narrowing, afterLoad }: SearchRun): Promise<ReplyOf<typeof runSearch>> {
  const further = { ...narrowing, ...(afterLoad && { afterLoad }) }
  const areas = toAreaCriteria(form)
  return areas
    ? call(runAreaSearch, { body: { ...areas, ...further } })
    : call(runSearch, { body: { ...toCriteria(form), ...further } })
}

/** The user with fewer searches left, until the server reports the real number. */
const countSearches = (user: User, searches: number): User =>
  user.remainingSearches >= searches && user.remainingSearches !== UNLIMITED
    ? { ...user, remainingSearches: user.remainingSearches - searches }
    : user
