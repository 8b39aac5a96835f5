import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionMarkCookie } from '#contract/accounts/session-mark.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { SESSION_MS, type SessionKey, sessionMark } from '#server/accounts/sessions/session.rules.ts'
import { isHttps } from './same-origin.ts'

export type AuthCookie = { name: string; maxAgeSeconds: number; isReadableByScripts?: boolean }
export const sessionCookie: AuthCookie = { name: 'leadline_session', maxAgeSeconds: SESSION_MS / 1000 }
/** Not secret: tells the page that a session exists, so that a visitor's page does not need to ask who is signed in. */
const markCookie: AuthCookie = {
  name: sessionMarkCookie,
  maxAgeSeconds: SESSION_MS / 1000,
  isReadableByScripts: true,
}
/** Marks a browser in which somebody has signed in before; see `auth-limits.rules.ts`. */
export const deviceCookie: AuthCookie = { name: 'leadline_device', maxAgeSeconds: 365 * 86_400 }

// With this prefix, other hosts of the domain cannot set a cookie of that name.
const nameOf = (deps: Deps, { name }: AuthCookie): string => (isHttps(deps.config) ? `__Host-${name}` : name)
const attributesOf = (deps: Deps, { isReadableByScripts = false }: AuthCookie): CookieSerializeOptions => ({
  path: '/',
  httpOnly: !isReadableByScripts,
  sameSite: 'lax',
  secure: isHttps(deps.config),
})

export const readCookie = (deps: Deps, request: FastifyRequest, cookie: AuthCookie): string | undefined =>
  request.cookies[nameOf(deps, cookie)]

export function setCookie(deps: Deps, reply: FastifyReply, cookie: AuthCookie, value: string): void {
  void reply.setCookie(nameOf(deps, cookie), value, { ...attributesOf(deps, cookie), maxAge: cookie.maxAgeSeconds })
}

function clearCookie(deps: Deps, reply: FastifyReply, cookie: AuthCookie): void {
  void reply.clearCookie(nameOf(deps, cookie), attributesOf(deps, cookie))
}

export function setSessionCookies(deps: Deps, reply: FastifyReply, key: SessionKey): void {
  setCookie(deps, reply, sessionCookie, key.token)
  setCookie(deps, reply, markCookie, sessionMark(key))
}

export function clearSessionCookies(deps: Deps, reply: FastifyReply): void {
  clearCookie(deps, reply, sessionCookie)
  clearCookie(deps, reply, markCookie)
}
