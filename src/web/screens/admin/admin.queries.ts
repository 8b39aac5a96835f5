import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type ContactSubmission,
  disableUser,
  endUserSessions,
  getAdminStats,
  getAdminUsers,
  getContactSubmissions,
  getPageVisitCounts,
  getPageVisits,
  getSecurityEvents,
  markContactSubmission,
} from '#contract/admin/admin.ts'
import type { ListPage } from '#contract/lists.ts'
import { changeCached } from '../../shared/api/cached-reads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { onePage } from '../../shared/api/one-page.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

const STATS_REFRESH_MS = 60_000
const ROWS = 25
const VISIT_ROWS = 20
const TOP_PAGES = 10
const EVENTS = 100

export const statsFailure = failedTo('Failed to fetch statistics')
export const usersFailure = failedTo('Failed to fetch users')
export const visitsFailure = failedTo('Failed to fetch page visits')
export const contactsFailure = failedTo('Failed to fetch contact submissions')

export const eventsFailure = failedTo('Failed to fetch security events')

export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => call(getAdminStats, { signal }),
  refetchInterval: STATS_REFRESH_MS,
  meta: { failure: statsFailure },
})

export const usersQuery = infiniteQueryOptions({
  queryKey: ['admin', 'users'],
  queryFn: async ({ pageParam, signal }) =>
    onePage(await call(getAdminUsers, { query: { limit: ROWS, cursor: pageParam }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.nextCursor,
  meta: { failure: usersFailure },
})

export const visitsQuery = queryOptions({
  queryKey: ['admin', 'page-visits'],
  queryFn: async ({ signal }) => onePage(await call(getPageVisits, { query: { limit: VISIT_ROWS }, signal })),
  meta: { failure: visitsFailure },
})

export const visitCountsQuery = queryOptions({
  queryKey: ['admin', 'page-visit-counts'],
  queryFn: async ({ signal }) => onePage(await call(getPageVisitCounts, { query: { limit: TOP_PAGES }, signal })),
  meta: { failure: visitsFailure },
})

export const contactsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'contacts'],
  queryFn: async ({ pageParam, signal }) =>
    onePage(await call(getContactSubmissions, { query: { limit: ROWS, cursor: pageParam }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.nextCursor,
  meta: { failure: contactsFailure },
})

/** Marks a submission as read and updates the cached list. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(markContactSubmission, { params: { id }, body: { status: 'read' } }),
    onSuccess: marked =>
      changeCached(client, contactsQuery.queryKey, listed => ({
        ...listed,
        pages: listed.pages.map(page => withSubmission(page, marked)),
      })),
    onError: error => showError('Error', error, 'Failed to mark the submission as read'),
  })
}

const withSubmission = (
  page: ListPage<ContactSubmission>,
  changed: ContactSubmission,
): ListPage<ContactSubmission> => ({
  items: page.items.map(item => (item.id === changed.id ? changed : item)),
  total: page.total,
  nextCursor: page.nextCursor,
})

export const eventsQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['admin', 'security-events', userId ?? 'all'],
    queryFn: async ({ signal }) =>
      onePage(await call(getSecurityEvents, { query: { limit: EVENTS, userId }, signal })).items,
    staleTime: 0,
    meta: { failure: eventsFailure },
  })

export function useDisableUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isDisabled }: { id: number; isDisabled: boolean }) =>
      call(disableUser, { params: { id }, body: { isDisabled } }),
    onSuccess: ({ username, isDisabled }) => {
      showToast({ title: isDisabled ? `${username} is disabled` : `${username} can log in again` })
      refreshUsers(client)
    },
    onError: error => showError('Error', error, 'Failed to change the user'),
  })
}

export function useEndUserSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(endUserSessions, { params: { id } }),
    onSuccess: ({ message }) => {
      showToast({ title: message })
      refreshUsers(client)
    },
    onError: error => showError('Error', error, 'Failed to end the sessions'),
  })
}

/** Not awaited: the change succeeded, whether or not the list can be reloaded. */
function refreshUsers(client: QueryClient): void {
  for (const queryKey of [usersQuery.queryKey, ['admin', 'security-events']])
    void client.invalidateQueries({ queryKey })
}
