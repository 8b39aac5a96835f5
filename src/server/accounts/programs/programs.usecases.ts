import type { Programs } from '#contract/accounts/programs.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { listApiKeys, revokeAllKeys } from '#server/accounts/keys/api-keys.usecases.ts'
import { holdWebhooks, readWebhooks } from '#server/accounts/webhooks/endpoints.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'

export async function readPrograms(deps: Deps, account: Account): Promise<Programs> {
  const [apiKeys, webhooks] = await Promise.all([listApiKeys(deps, account), readWebhooks(deps, account)])
  return { apiKeys, webhooks }
}

/**
 * Ends what programs can do with an account. Keys are gone for good, because a copy cannot be told from the original.
 * Webhooks keep their messages until the owner has looked at the addresses, so that a genuine receiver misses nothing.
 */
export async function stopAllPrograms(
  tx: Queryable,
  stopped: { userId: number; actorId: number | null; now: Date },
): Promise<{ heldUrls: string[] }> {
  await revokeAllKeys(tx, stopped)
  return { heldUrls: await holdWebhooks(tx, stopped) }
}

export async function stopPrograms(deps: Deps, account: Account): Promise<Programs> {
  const stopped = { userId: account.id, actorId: account.id, now: deps.clock.now() }
  await deps.db.transaction(tx => stopAllPrograms(tx, stopped))
  return readPrograms(deps, account)
}
