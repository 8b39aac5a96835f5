import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { getUser, User } from '#contract/accounts/account.ts'
import { ApiError } from '../api/api-error.ts'
import { addressOf, call } from '../api/call.ts'
import { setCached } from '../api/reads.ts'
import { sessionMark } from '../session-mark.ts'

/** Marks the page as signed in or out for `public/before-paint.js`, and for styles that depend on it. */
function rememberSession(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem('signed-in', 'yes')
    else localStorage.removeItem('signed-in')
  } catch {
    // Storage is disabled, so the links may flicker.
  }
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
}

export const userKey = ['user'] as const

// Declared without its schema: every page requests the session, and public pages load no validation library.
const getUserCall = addressOf<typeof getUser>({ method: 'GET', path: '/api/user' })

/** The signed-in user (null for a visitor), and the session mark at the time of the request. */
export type Session = { user: User | null; mark: string | undefined }

const sessionQuery = queryOptions({ queryKey: userKey, queryFn: readSession })

async function readSession(): Promise<Session> {
  const mark = sessionMark()
  const user = mark === undefined ? null : await fetchUser()
  // If the session has changed during the request, reads the user again.
  return sessionMark() === mark ? { user, mark } : readSession()
}

const fetchUser = (): Promise<User | null> =>
  call(getUserCall).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

const userOf = ({ user }: Session): User | null => user

/** The signed-in user; null for a visitor. */
export const useSession = () => useQuery({ ...sessionQuery, select: userOf })

/** Caches the user who has just signed in, or null after signing out. */
export function useSetUser(): (user: User | null) => void {
  const client = useQueryClient()
  return user => putSession(client, { user, mark: sessionMark() })
}

export function changeUser(client: QueryClient, change: (user: User) => User): void {
  const known = client.getQueryData(sessionQuery.queryKey)
  if (known?.user) putSession(client, { ...known, user: change(known.user) })
  else void client.invalidateQueries({ queryKey: userKey })
}

function putSession(client: QueryClient, session: Session): void {
  setCached(client, sessionQuery.queryKey, session)
}

/** Reads the user again if the browser's session has changed. */
export async function syncSession(client: QueryClient): Promise<void> {
  const known = client.getQueryData(sessionQuery.queryKey)
  if (known !== undefined && known.mark !== sessionMark()) await rereadSession(client)
}

const rereadSession = (client: QueryClient) => client.fetchQuery({ ...sessionQuery, staleTime: 0 })

/** The confirmation link may be opened in another tab or on another device. */
const awaitsConfirmation = (client: QueryClient): boolean =>
  document.visibilityState === 'visible' && client.getQueryData(sessionQuery.queryKey)?.user?.emailVerified === false

/** Checks the session when the page becomes visible: another tab may have changed it, or Back may show an old page. */
export function watchSession(client: QueryClient): () => void {
  const stop = new AbortController()
  // If reading fails, the next event tries again.
  const look = () => void (awaitsConfirmation(client) ? rereadSession(client) : syncSession(client)).catch(() => {})
  for (const event of ['pageshow', 'focus', 'visibilitychange']) addEventListener(event, look, { signal: stop.signal })
  return () => stop.abort()
}

/** The first part of the keys of what a user has typed and not saved. */
export const UNSAVED = 'unsaved'

/**
 * Removes the data and running requests of a previous user, however the user has changed. What was typed and not saved
 * waits until the same user is back.
 */
export function clearPreviousUsers(client: QueryClient): void {
  let known: Session | undefined
  let lastUser: number | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== userKey[0]) return
    const session = query.state.data as Session | undefined
    if (session === undefined || session === known) return
    const isAnother = known !== undefined && known.user?.id !== session.user?.id
    known = session
    rememberSession(session.user !== null)
    const isBack = session.user === null || session.user.id === lastUser
    lastUser = session.user?.id ?? lastUser
    if (!isAnother) return
    const kept: unknown[] = isBack ? [userKey[0], UNSAVED] : [userKey[0]]
    client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
    client.getMutationCache().clear()
  })
}
