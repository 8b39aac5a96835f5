import { type ApiKey, type ApiKeyInput, keyLimit } from '#contract/accounts/api-keys.ts'
import { assertPassword, assertPasswordUnchanged } from '#server/accounts/credentials/password-change.usecases.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { recordDailyEvent, recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { daysAfter, withIsoDates } from '#server/platform/basics/clock.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { fromTemplate, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { newSecret } from './api-key.rules.ts'
import { insertKey, listKeys, revokeKey, revokeKeys, type StoredKey } from './api-keys.repository.ts'

export async function listApiKeys({ db }: Deps, account: Account): Promise<ApiKey[]> {
  return (await listKeys(db, account.id)).map(withIsoDates)
}

/** Creates a key, which needs the password. `secret` is the key itself: it is not stored and not shown again. */
export async function createApiKey(
  deps: Deps,
  account: Account,
  { name, scope, expiresInDays, currentPassword }: ApiKeyInput,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const passwordHash = await assertPassword(deps, account, currentPassword)
  const { secret, hash, ending } = newSecret()
  const { id: userId, username } = account
  const now = deps.clock.now()
  const expiresAt = expiresInDays === undefined ? null : daysAfter(now, expiresInDays)
  const stored = await deps.db.transaction(async tx => {
    await assertPasswordUnchanged(tx, account, passwordHash)
    const row = await insertKey(tx, { userId, name, scope, hash, ending, expiresAt, now, most: keyLimit })
    if (row === undefined) throw new Refusal('TOO_MANY_API_KEYS')
    await recordSecurityEvent(tx, { kind: 'api-key-created', userId, device: nameForLog(row) }, now)
    await sendMail(deps, tx, {
      ...toOwner(account),
      content: fromTemplate('api-key-created', { typed: { username, name }, scope }),
      ifFull: { refuse: 'new API keys', unlessByOthers: true },
    })
    return row
  })
  return { apiKey: withIsoDates(stored), secret }
}

/** Also works if the account's plan no longer includes the API. */
export async function revokeApiKey({ db, clock }: Deps, account: Account, keyId: number): Promise<void> {
  await db.transaction(async tx => {
    const revoked = orNotFound(await revokeKey(tx, account.id, keyId))
    const device = nameForLog(revoked)
    await recordSecurityEvent(tx, { kind: 'api-key-revoked', userId: account.id, device }, clock.now())
  })
}

/** For an account that somebody else may have had access to. */
export async function revokeAllKeys(
  tx: Queryable,
  { userId, actorId, now }: { userId: number; actorId: number | null; now: Date },
): Promise<void> {
  for (const key of await revokeKeys(tx, userId))
    await recordSecurityEvent(tx, { kind: 'api-key-revoked', userId, actorId, device: nameForLog(key) }, now)
}

/** Records that a key is used for changes, once a day. What was changed is in the history of each lead. */
export const recordChanges = (deps: Deps, { id: userId }: Account, key: Named): Promise<void> =>
  recordDailyEvent(deps, { kind: 'api-key-changes', userId, device: nameForLog(key) })

type Named = Pick<StoredKey, 'name' | 'ending'>
const nameForLog = ({ name, ending }: Named): string => `API key “${name}” (…${ending})`
