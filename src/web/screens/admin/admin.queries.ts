import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
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
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/failures.ts'
import { changeCached, pagedRead, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

const ROWS = 25

export const visitsFailure = failedTo('Failed to fetch page visits')

export const statsRead = read(['admin', 'stats'], 'Failed to fetch statistics', getAdminStats, undefined, {
  refetchInterval: 60_000,
  // What waits for an administrator is decided on other tabs and pages.
  staleTime: 0,
})

const users = ['admin', 'users']
export const usersRead = (text: string) => ({
  ...pagedRead([...users, text], 'Failed to fetch users', ({ cursor, signal }) =>
    call(getAdminUsers, { query: { limit: ROWS, cursor, text: text || undefined }, signal }),
  ),
  placeholderData: keepPreviousData,
})

export const visitsRead = read(['admin', 'page-visits'], visitsFailure, getPageVisits, { query: { limit: 20 } })

export const visitCountsRead = read(['admin', 'page-visit-counts'], visitsFailure, getPageVisitCounts, {
  query: { limit: 10 },
})

export const contactsRead = pagedRead(
  ['admin', 'contacts'],
  'Failed to fetch contact submissions',
  ({ cursor, signal }) => call(getContactSubmissions, { query: { limit: ROWS, cursor }, signal }),
)

export const useMarkRead = () =>
  useMutation({
    mutationFn: (id: number) => call(markContactSubmission, { params: { id }, body: { status: 'read' } }),
    onSuccess: (marked, _input, client) =>
      changeCached(client, contactsRead.queryKey, listed => ({
        ...listed,
        pages: listed.pages.map(page => withSubmission(page, marked)),
      })),
    failure: 'Error',
    fallback: 'Failed to mark the submission as read',
  })

const withSubmission = (page: ListPage<ContactSubmission>, changed: ContactSubmission) => ({
  ...page,
  items: page.items.map(item => (item.id === changed.id ? changed : item)),
})

export const eventsRead = (userId: number | undefined) =>
  read(
    ['admin', 'security-events', userId ?? 'all'],
    'Failed to fetch security events',
    getSecurityEvents,
    { query: { limit: 100, userId } },
    { staleTime: 0 },
  )

export const useDisableUser = () =>
  useMutation({
    mutationFn: ({ id, isDisabled }: { id: number; isDisabled: boolean }) =>
      call(disableUser, { params: { id }, body: { isDisabled } }),
    onSuccess: ({ username, isDisabled }, _input, client) => {
      showToast({ title: isDisabled ? `${username} is disabled` : `${username} can log in again` })
      refreshUsers(client)
    },
    failure: 'Error',
    fallback: 'Failed to change the user',
  })

export const useEndUserSessions = () =>
  useMutation({
    mutationFn: (id: number) => call(endUserSessions, { params: { id } }),
    onSuccess: ({ message }, _input, client) => {
      showToast({ title: message })
      refreshUsers(client)
    },
    failure: 'Error',
    fallback: 'Failed to end the sessions',
  })

/** Not awaited: the change succeeded, whether or not the list can be reloaded. */
function refreshUsers(client: QueryClient): void {
  for (const queryKey of [users, ['admin', 'security-events']]) void client.invalidateQueries({ queryKey })
}
