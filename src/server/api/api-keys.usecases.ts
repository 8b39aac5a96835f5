import { type ApiKey, type ApiKeyInput, keyLimit } from '#contract/api-keys.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'
import { newSecret } from './api-key.rules.ts'
import { insertKey, listKeys, revokeKey, revokeKeys, type StoredKey } from './api-keys.repository.ts'

export async function listApiKeys({ db }: Deps, account: Account): Promise<ApiKey[]> {
  return (await listKeys(db, account.id)).map(presentKey)
}

/** Makes a key. `secret` is the key itself: it is kept nowhere, and can not be shown again. */
export async function createApiKey(
  { db, clock }: Deps,
  account: Account,
  { name, scope }: ApiKeyInput,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { secret, hash, ending } = newSecret()
  const key = { userId: account.id, name, scope, hash, ending, now: clock.now(), most: keyLimit }
  const stored = await db.transaction(tx => insertKey(tx, key))
  if (stored === undefined) throw new Refusal('TOO_MANY_API_KEYS')
  return { apiKey: presentKey(stored), secret }
}

/** Also of an account whose plan has no API any more. */
export async function revokeApiKey({ db, clock }: Deps, account: Account, keyId: number): Promise<void> {
  if (!(await revokeKey(db, account.id, keyId, clock.now()))) throw new Refusal('NOT_FOUND')
}

/** For an account that has been in other hands. */
export const revokeAllKeys = (tx: Queryable, userId: number, now: Date): Promise<void> => revokeKeys(tx, userId, now)

const presentKey = ({ id, name, scope, ending, createdAt, lastUsedAt }: StoredKey): ApiKey => ({
  id,
  name,
  scope,
  ending,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
