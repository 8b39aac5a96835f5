import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { getUser, User } from '#contract/account.ts'
import { ApiError } from '../api/api-error.ts'
import { addressOf, call } from '../api/call.ts'
import { setCached } from '../api/cached-reads.ts'
import { rememberSession } from './session-hint.ts'
import { sessionMark } from '../session-mark.ts'
import { userKey } from './user-key.ts'

// By its address only: every page asks for the session, and public pages load no validation library.
const getUserCall = addressOf<typeof getUser>({ method: 'GET', path: '/api/user' })

/** Who is signed in (null for a visitor), and the mark of the browser's session when that was told. */
export type Session = { user: User | null; mark: string | undefined }

const sessionQuery = queryOptions({ queryKey: userKey, queryFn: readSession })

async function readSession(): Promise<Session> {
  const mark = sessionMark()
  const user = mark === undefined ? null : await askForUser()
  // The session has ended, or another has begun, while the answer was under way.
  return sessionMark() === mark ? { user, mark } : readSession()
}

const askForUser = (): Promise<User | null> =>
  call(getUserCall).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

const userOf = ({ user }: Session): User | null => user

/** The signed-in user; null for a visitor. */
export const useSession = () => useQuery({ ...sessionQuery, select: userOf })

/** Puts in who has just signed in, or null after signing out. */
export function useSetUser(): (user: User | null) => void {
  const client = useQueryClient()
  return useCallback(user => putSession(client, { user, mark: sessionMark() }), [client])
}

/** Changes what is known of the user who is signed in. */
export function changeUser(client: QueryClient, change: (user: User) => User): void {
  const known = client.getQueryData(sessionQuery.queryKey)
  if (known?.user) putSession(client, { ...known, user: change(known.user) })
  else void client.invalidateQueries({ queryKey: userKey })
}

function putSession(client: QueryClient, session: Session): void {
  setCached(client, sessionQuery.queryKey, session)
}

/** Reads the user again when the browser's session is another than the one they were read under. */
export async function followSession(client: QueryClient): Promise<void> {
  const known = client.getQueryData(sessionQuery.queryKey)
  if (known !== undefined && known.mark !== sessionMark()) await readAgain(client)
}

const readAgain = (client: QueryClient) => client.fetchQuery({ ...sessionQuery, staleTime: 0 })

/** The link of a mail confirms an email in another tab, or on another device. */
const awaitsConfirmation = (client: QueryClient): boolean =>
  document.visibilityState === 'visible' && client.getQueryData(sessionQuery.queryKey)?.user?.emailVerified === false

/** Looks whenever the page is seen again: another tab may have signed in or out, and the way back may bring an old page. */
export function watchSession(client: QueryClient): () => void {
  const stop = new AbortController()
  // When it can not be read now, the next look tries again.
  const look = () => void (awaitsConfirmation(client) ? readAgain(client) : followSession(client)).catch(() => {})
  for (const event of ['pageshow', 'focus', 'visibilitychange']) addEventListener(event, look, { signal: stop.signal })
  return () => stop.abort()
}

/** What was read for one user, and what is still under way, is not for the next: it goes, however the next one came in. */
export function forgetFormerUsers(client: QueryClient): void {
  let known: Session | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== userKey[0]) return
    const session = query.state.data as Session | undefined
    if (session === undefined || session === known) return
    const isAnother = known !== undefined && known.user?.id !== session.user?.id
    known = session
    rememberSession(session.user !== null)
    if (!isAnother) return
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] })
    client.getMutationCache().clear()
  })
}
