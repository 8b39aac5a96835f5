import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '#contract/account.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { getUserCall } from './session-calls.ts'
import { rememberSession } from './session-hint.ts'
import { holdsSession } from './session-mark.ts'
import { userKey } from './user-key.ts'

/** The signed-in user; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: async (): Promise<User | null> => {
    const user = holdsSession() ? await askForUser() : null
    rememberSession(user !== null)
    return user
  },
})

const askForUser = (): Promise<User | null> =>
  call(getUserCall).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

export const useSession = () => useQuery(userQuery)

/** Puts a user into the session (after signing in, or after a change), or null after signing out. */
export function useSetUser(): (user: User | null) => void {
  const client = useQueryClient()
  return useCallback(
    user => {
      rememberSession(user !== null)
      if (user === null) client.removeQueries({ predicate: query => query.queryKey[0] !== userKey[0] })
      client.setQueryData(userKey, user)
    },
    [client],
  )
}
