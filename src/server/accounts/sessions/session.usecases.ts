import type { Deps } from '#server/accounts/deps.ts'
import { type Account, accountOf } from '#server/accounts/identity/account.rules.ts'
import { deleteExpiredLinks } from '#server/accounts/links/link-token.repository.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { newSecretToken } from '#server/platform/basics/secret-token.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { deviceName } from './device-name.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findSession,
  lockSession,
  insertSession,
  moveSessionEnd,
} from './session.repository.ts'
import { isRenewalDue, readSessionKey, sessionEnd, type SessionKey } from './session.rules.ts'

export type { Account } from '#server/accounts/identity/account.rules.ts'
export type SignedIn = { account: Account; session: SessionKey }
/** A signed-in account, and where its request comes from. */
export type Requester = { account: Account; network: Network }
/** What a request reveals about its sender before sign-in. */
export type Visitor = {
  network: Network
  userAgent: string | undefined
  device: string | undefined
  session: SessionKey | null
}
export type Session = { id: number; account: Account; key: SessionKey; expiresAt: Date; along: unknown }

/** The active session for a cookie's value. One query, which can read something else `along` with it (SQL for JSON). */
export async function sessionOfCookie(deps: Deps, cookie: string | undefined, along?: string): Promise<Session | null> {
  const key = readSessionKey(cookie)
  if (key === null) return null
  const now = deps.clock.now()
  const row = await findSession(deps.db, key.hash, { now, along })
  if (row === undefined) return null
  return { id: row.session_id, account: accountOf(row, now), key, expiresAt: row.expires_at, along: row.along }
}

/** Call this in the transaction that the session authorizes. Throws if the session has ended meanwhile. */
export async function assertSessionActive(
  tx: Queryable,
  { userId, visitor: { session } }: { userId: number; visitor: Visitor },
): Promise<void> {
  if (session === null || !(await lockSession(tx, userId, session.hash))) throw new Refusal('NOT_SIGNED_IN')
}

/** Extends a session in use, at most once an hour. True if its cookies must be extended, too. */
export async function extendSession(deps: Deps, { key, expiresAt }: Session): Promise<boolean> {
  const now = deps.clock.now()
  return isRenewalDue(expiresAt, now) && (await moveSessionEnd(deps.db, key.hash, sessionEnd(now)))
}

/** Starts a session with a new key, and ends the browser's previous one. */
export async function startSession(
  tx: Queryable,
  { userId, visitor, now }: { userId: number; visitor: Visitor; now: Date },
): Promise<SessionKey> {
  if (visitor.session !== null) await deleteSession(tx, visitor.session.hash)
  const key = newSecretToken()
  await insertSession(tx, {
    tokenHash: key.hash,
    userId,
    device: deviceName(visitor.userAgent),
    now,
    expiresAt: sessionEnd(now),
  })
  return key
}

/** Ends all sessions of an account and starts a new one: a copied cookie stops working. Needs an active session. */
export async function replaceSessions(
  tx: Queryable,
  asking: { userId: number; visitor: Visitor; now: Date },
): Promise<SessionKey> {
  await assertSessionActive(tx, asking)
  await deleteSessions(tx, asking.userId)
  return startSession(tx, asking)
}

export async function endSessionOfCookie(deps: Deps, cookie: string | undefined): Promise<void> {
  const key = readSessionKey(cookie)
  if (key !== null) await deleteSession(deps.db, key.hash)
}

export async function sweepSessions({ db, clock }: Deps): Promise<void> {
  await deleteExpiredSessions(db, clock.now())
  await deleteExpiredLinks(db, clock.now())
}
