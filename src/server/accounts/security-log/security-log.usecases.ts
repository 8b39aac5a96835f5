import type { SecurityEventKind } from '#contract/accounts/security-events.ts'
import type { AccountEvent } from '#contract/accounts/security.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { daysBefore, keptSince } from '#server/platform/basics/clock.ts'
import { type ListPaging, NEWEST_OF_LOG, readList } from '#server/platform/basics/list-page.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countEvents, deleteEventsBefore, findEvents, insertEvent, insertEventOnce } from './security-log.repository.ts'

export { countEvents, findEvents } from './security-log.repository.ts'
type NewEvent = {
  kind: SecurityEventKind
  /** Null: a sign-in failed for an unknown username. */
  userId: number | null
  /** Who did it; null: nobody who is signed in; unset: the account's owner. */
  actorId?: number | null
  /** The browser, or the API key. */
  device?: string | null
}

/** Records an event in the transaction that causes it. */
export const recordSecurityEvent = (
  tx: Queryable,
  { kind, userId, actorId = userId, device = null }: NewEvent,
  now: Date,
): Promise<void> => insertEvent(tx, { userId, actorId, kind, device, at: now })

/** Records an event that repeats itself at most once in 24 hours. */
export const recordDailyEvent = (
  { db, clock }: Deps,
  event: { kind: SecurityEventKind; userId: number; device: string },
): Promise<void> => {
  const at = clock.now()
  return insertEventOnce(db, { ...event, at, since: daysBefore(at, 1) })
}

/** What happened to an account, newest first, for its owner. Administrators are not named. */
export const listAccountEvents = (
  deps: Deps,
  userId: number,
  query: ListPaging,
): Promise<AccountEvent[] | ListPage<AccountEvent>> =>
  readList(query, {
    read: async page =>
      (await findEvents(deps.db, { ...page, userId })).map(({ id, kind, device, actorId, at }) => ({
        id,
        kind,
        device,
        isByAdministrator: actorId !== null && actorId !== userId,
        at: at.toISOString(),
      })),
    count: () => countEvents(deps.db, userId),
    longest: NEWEST_OF_LOG,
  })

export const sweepSecurityEvents = ({ db, clock }: Deps): Promise<void> =>
  db.transaction(tx => deleteEventsBefore(tx, keptSince(clock.now())))
