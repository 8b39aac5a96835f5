import type { SignedInDevice } from '#contract/accounts/security.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { deleteSessionOf, deleteSessions, findSessions } from './session.repository.ts'
import { lastUse } from './session.rules.ts'

export type Asking = { userId: number; sessionId: number }

export async function listSessions({ db, clock }: Deps, { userId, sessionId }: Asking): Promise<SignedInDevice[]> {
  return (await findSessions(db, userId, clock.now())).map(({ id, device, created_at, expires_at }) => ({
    id,
    device,
    signedInAt: created_at.toISOString(),
    lastUsedAt: lastUse(expires_at).toISOString(),
    isCurrent: id === sessionId,
  }))
}

export async function endOneSession(deps: Deps, asking: Asking, id: number): Promise<void> {
  await deps.db.transaction(async tx => {
    if (!(await deleteSessionOf(tx, asking.userId, id))) throw new Refusal('NOT_FOUND')
    await recordSecurityEvent(tx, { kind: 'session-ended', userId: asking.userId }, deps.clock.now())
  })
}

export async function endOtherSessions(deps: Deps, { userId, sessionId }: Asking): Promise<void> {
  await deps.db.transaction(async tx => {
    if (await deleteSessions(tx, userId, sessionId))
      await recordSecurityEvent(tx, { kind: 'other-sessions-ended', userId }, deps.clock.now())
  })
}
