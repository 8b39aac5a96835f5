import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { requestsPerMinute } from '#contract/public-api/api-limits.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { type Account, accountOf } from '#server/accounts/identity/account.rules.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { countAgainst } from '#server/platform/limits/rate-limit.ts'
import { allowsScope, keyHashIn } from './api-key.rules.ts'
import { findKeyOwner, type KeyOwner, recordUse } from './api-keys.repository.ts'

const WINDOW_SECONDS = 60

type KeyCall = {
  authorization: string | undefined
  needs: KeyScope
  /** Sets response headers. Also called for rejected calls. */
  setHeaders: (headers: Record<string, string | number>) => void
}

export type CallingKey = { id: number; name: string; scope: KeyScope; ending: string }

/** The active key in the header and the account that owns it, if the key has the scope and has requests left. */
export async function callerOfKey(
  deps: Deps,
  { authorization, needs, setHeaders }: KeyCall,
): Promise<{ account: Account; key: CallingKey }> {
  const hash = keyHashIn(authorization)
  const owner = hash === null ? undefined : await findKeyOwner(deps.db, hash)
  if (owner === undefined) {
    setHeaders({ 'www-authenticate': 'Bearer' })
    throw new Refusal('INVALID_API_KEY')
  }
  if (owner.expiresAt !== null && owner.expiresAt <= deps.clock.now()) {
    setHeaders({ 'www-authenticate': 'Bearer' })
    throw new Refusal('INVALID_API_KEY', { message: 'This API key has expired.' })
  }
  await countRequest(deps, setHeaders, owner)
  const { keyId: id, name, scope, ending } = owner
  assertScope({ scope }, needs)
  return { account: accountOf(owner, deps.clock.now()), key: { id, name, scope, ending } }
}

export function assertScope({ scope }: Pick<CallingKey, 'scope'>, needs: KeyScope): void {
  if (!allowsScope(scope, needs))
    throw new Refusal('KEY_SCOPE_TOO_SMALL', {
      message: `This API key has the scope “${scope}”. This call needs “${needs}”.`,
    })
}

/** Counts the request for its key across all processes, and reports the rest in the response headers. */
async function countRequest(
  deps: Deps,
  setHeaders: KeyCall['setHeaders'],
  { keyId, lastUsedAt }: KeyOwner,
): Promise<void> {
  const now = deps.clock.now()
  const count = await countAgainst(deps.db, limitOf(keyId), now)
  setHeaders({
    'ratelimit-limit': requestsPerMinute,
    'ratelimit-remaining': count.remaining,
    'ratelimit-reset': count.resetSeconds,
    'ratelimit-policy': `${requestsPerMinute};w=${WINDOW_SECONDS}`,
  })
  if (count.isRefused)
    throw new Refusal('TOO_MANY_REQUESTS', {
      message: 'This API key sent too many requests. Please wait.',
      retryAfterSeconds: count.resetSeconds,
    })
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= WINDOW_SECONDS * 1000)
    await recordUse(deps.db, keyId, now)
}

const limitOf = limitPerId({
  name: 'requests of an API key',
  limit: requestsPerMinute,
  windowSeconds: WINDOW_SECONDS,
  isFrequent: true,
})
