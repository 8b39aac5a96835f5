import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts/account.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { UNLIMITED } from '#contract/plans.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { runAreaSearch, runSearch, type SearchResult } from '#contract/searches/searches.ts'
import { cacheLoadedSearch, refreshPreviews, refreshUsage } from '../../features/searches/loaded-search.queries.ts'
import type { Narrowing } from '../../features/searches/narrow-search.tsx'
import { showSearchFailure } from '../../features/searches/search-failures.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count, formatSeconds } from '../../shared/format.ts'
import { changeUser } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { toAreaCriteria, toCriteria } from './search-criteria.ts'

export type SearchRun = {
  form: SearchForm
  narrowing?: Narrowing
  /** The load that this search has started and that is done now. */
  afterLoad?: string
}

export type SearchReply = ReplyOf<typeof runSearch>
export const isAnswer = (reply: SearchReply): reply is SearchResult => 'leads' in reply

export function useRunSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ form, narrowing, afterLoad }: SearchRun) => {
      const further = { ...narrowing, ...(afterLoad && { afterLoad }) }
      const areas = toAreaCriteria(form)
      return areas
        ? call(runAreaSearch, { body: { ...areas, ...further } })
        : call(runSearch, { body: { ...toCriteria(form), ...further } })
    },
    onSuccess: (reply, { afterLoad }) => {
      if (!isAnswer(reply)) return
      cacheLoadedSearch(client, reply)
      if (!afterLoad) changeUser(client, user => countSearches(user, Math.max(1, reply.search.areas.length)))
      refreshUsage(client)
      refreshPreviews(client)
      showToast({
        title: 'Search completed',
        description: `Found ${count(reply.total, 'lead')} for your search. Completed in ${formatSeconds(reply.timeTaken)} seconds.`,
      })
    },
    onError: error => showSearchFailure(error, client),
  })
}

/** Counts down until the server reports the real number. */
const countSearches = (user: User, searches: number): User =>
  user.remainingSearches >= searches && user.remainingSearches !== UNLIMITED
    ? { ...user, remainingSearches: user.remainingSearches - searches }
    : user
