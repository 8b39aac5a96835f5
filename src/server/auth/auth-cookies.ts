import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { SESSION_MS } from './session.rules.ts'

export type AuthCookie = { name: string; maxAgeSeconds: number }
export const sessionCookie: AuthCookie = { name: 'leadline_session', maxAgeSeconds: SESSION_MS / 1000 }
/** Says that somebody has signed in from this browser before; see `sign-in-limits.usecases.ts`. */
export const deviceCookie: AuthCookie = { name: 'leadline_device', maxAgeSeconds: 365 * 86_400 }

const isSecure = (deps: Deps): boolean => deps.config.PUBLIC_URL?.startsWith('https:') ?? false
// With the prefix, no other host of the domain can plant a cookie of that name.
const nameOf = (deps: Deps, { name }: AuthCookie): string => (isSecure(deps) ? `__Host-${name}` : name)
const attributesOf = (deps: Deps): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(deps),
})

export const readCookie = (deps: Deps, request: FastifyRequest, cookie: AuthCookie): string | undefined =>
  request.cookies[nameOf(deps, cookie)]

export function setCookie(deps: Deps, reply: FastifyReply, cookie: AuthCookie, value: string): void {
  void reply.setCookie(nameOf(deps, cookie), value, { ...attributesOf(deps), maxAge: cookie.maxAgeSeconds })
}

export function clearCookie(deps: Deps, reply: FastifyReply, cookie: AuthCookie): void {
  void reply.clearCookie(nameOf(deps, cookie), attributesOf(deps))
}
