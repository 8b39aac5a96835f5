import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountOf } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'
import { deviceName } from './device-name.ts'
import { deleteExpiredLinks } from './link-token.repository.ts'
import { clearSessionCookies, deviceCookie, readCookie, sessionCookie, setSessionCookies } from './auth-cookies.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findSession,
  holdSession,
  insertSession,
  moveSessionEnd,
} from './session.repository.ts'
import { isRenewalDue, newSessionKey, readSessionKey, sessionEnd, type SessionKey } from './session.rules.ts'

export type { Account } from '../account/account.rules.ts'
/** An account with the key of a session that has just begun. */
export type SignedIn = { account: Account; session: SessionKey }
/** Who asks: what is known before any name or password. */
export type Visitor = {
  address: string
  userAgent: string | undefined
  device: string | undefined
  session: SessionKey | null
}
export type Session = { id: number; account: Account; key: SessionKey; expiresAt: Date }

export const visitorOf = (deps: Deps, request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  device: readCookie(deps, request, deviceCookie),
  session: readSessionKey(readCookie(deps, request, sessionCookie)),
})

/** The living session whose cookie the request carries. One query. */
export async function sessionOfRequest(deps: Deps, request: FastifyRequest): Promise<Session | null> {
  const key = readSessionKey(readCookie(deps, request, sessionCookie))
  if (key === null) return null
  const now = deps.clock.now()
  const row = await findSession(deps.db, key.hash, now)
  return row === undefined ? null : { id: row.session_id, account: accountOf(row, now), key, expiresAt: row.expires_at }
}

/** In the transaction that writes what the session has asked for: one that was ended meanwhile asks for nothing. */
export async function assertSessionStands(
  tx: Queryable,
  { userId, visitor: { session } }: { userId: number; visitor: Visitor },
): Promise<void> {
  if (session === null || !(await holdSession(tx, userId, session.hash))) throw new Refusal('NOT_SIGNED_IN')
}

/**
 * Moves the end of a session that is in use, in the database and in the browser; at most once an hour. After the work of
 * a call: where the session has ended meanwhile, the browser may have the cookies of another by now.
 */
export async function renewSession(deps: Deps, session: Session, reply: FastifyReply): Promise<void> {
  const now = deps.clock.now()
  if (!isRenewalDue(session.expiresAt, now)) return
  if (await moveSessionEnd(deps.db, session.key.hash, sessionEnd(now))) setSessionCookies(deps, reply, session.key)
}

/** Begins a session with a key of its own; the one that the browser carried till now ends. */
export async function startSession(
  tx: Queryable,
  { userId, visitor, now }: { userId: number; visitor: Visitor; now: Date },
): Promise<SessionKey> {
  if (visitor.session !== null) await deleteSession(tx, visitor.session.hash)
  const key = newSessionKey()
  await insertSession(tx, {
    tokenHash: key.hash,
    userId,
    device: deviceName(visitor.userAgent),
    now,
    expiresAt: sessionEnd(now),
  })
  return key
}

/**
 * Ends all sessions of an account but a new one: who has a copy of the old cookie is out as well. The new one is for who
 * has one yet.
 */
export async function replaceSessions(
  tx: Queryable,
  asking: { userId: number; visitor: Visitor; now: Date },
): Promise<SessionKey> {
  await assertSessionStands(tx, asking)
  await deleteSessions(tx, asking.userId)
  return startSession(tx, asking)
}

/** Ends the request's session, if it has one. */
export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = readSessionKey(readCookie(deps, request, sessionCookie))
  if (key !== null) await deleteSession(deps.db, key.hash)
  clearSessionCookies(deps, reply)
}

export async function sweepSessions({ db, clock }: Deps): Promise<void> {
  await deleteExpiredSessions(db, clock.now())
  await deleteExpiredLinks(db, clock.now())
}
