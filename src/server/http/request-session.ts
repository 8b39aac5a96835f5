import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/accounts/deps.ts'
import { readSessionKey } from '#server/accounts/sessions/session.rules.ts'
import {
  endSessionOfCookie,
  extendSession,
  type Session,
  sessionOfCookie,
  type Visitor,
} from '#server/accounts/sessions/session.usecases.ts'
import { clearSessionCookies, deviceCookie, readCookie, sessionCookie, setSessionCookies } from './auth-cookies.ts'
import { callerNetwork } from './caller-network.ts'

export const visitorOf = (deps: Deps, request: FastifyRequest): Visitor => ({
  network: callerNetwork(request),
  userAgent: request.headers['user-agent'],
  device: readCookie(deps, request, deviceCookie),
  session: readSessionKey(readCookie(deps, request, sessionCookie)),
})

export const sessionOfRequest = (deps: Deps, request: FastifyRequest, along?: string): Promise<Session | null> =>
  sessionOfCookie(deps, readCookie(deps, request, sessionCookie), along)

/**
 * Extends a session in use, in the database and in the browser. Called after the request's work: if the session has
 * ended meanwhile, the browser may already have the cookies of another one.
 */
export async function renewSession(deps: Deps, session: Session, reply: FastifyReply): Promise<void> {
  if (await extendSession(deps, session)) setSessionCookies(deps, reply, session.key)
}

/** Removes the request's cookies if their session has ended. The session of another account stays. */
export async function forgetEndedSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ((await sessionOfRequest(deps, request)) === null) clearSessionCookies(deps, reply)
}

export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endSessionOfCookie(deps, readCookie(deps, request, sessionCookie))
  clearSessionCookies(deps, reply)
}
