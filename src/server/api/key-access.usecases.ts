import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyScope } from '#contract/api-keys.ts'
import { requestsPerMinute } from '#contract/api-limits.ts'
import { type Account, accountOf } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { countAgainst, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { allowsScope, keyHashIn } from './api-key.rules.ts'
import { findKeyOwner, type KeyOwner, noteUse } from './api-keys.repository.ts'

const WINDOW_SECONDS = 60

/** The account whose living key the request carries, when the key may do what is asked and has requests left. */
export async function accountOfKey(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: KeyScope,
): Promise<Account> {
  const hash = keyHashIn(request.headers.authorization)
  const owner = hash === null ? undefined : await findKeyOwner(deps.db, hash)
  if (owner === undefined) {
    void reply.header('www-authenticate', 'Bearer')
    throw new Refusal('INVALID_API_KEY')
  }
  await countRequest(deps, reply, owner)
  if (!allowsScope(owner.scope, needs)) throw new Refusal('KEY_SCOPE_TOO_SMALL')
  return accountOf(owner, deps.clock.now())
}

/** Counts the request for its key, over all processes, and says in the answer what is left. */
async function countRequest(deps: Deps, reply: FastifyReply, { keyId, lastUsedAt }: KeyOwner): Promise<void> {
  const now = deps.clock.now()
  const count = await countAgainst(deps.db, limitOf(keyId), now)
  void reply
    .header('ratelimit-limit', requestsPerMinute)
    .header('ratelimit-remaining', count.remaining)
    .header('ratelimit-reset', count.resetSeconds)
    .header('ratelimit-policy', `${requestsPerMinute};w=${WINDOW_SECONDS}`)
  if (count.isRefused)
    throw new Refusal('TOO_MANY_REQUESTS', {
      message: 'This API key sent too many requests. Please wait.',
      retryAfterSeconds: count.resetSeconds,
    })
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= WINDOW_SECONDS * 1000)
    await noteUse(deps.db, keyId, now)
}

const limitOf = (keyId: number): RateLimit => ({
  name: 'requests of an API key',
  key: String(keyId),
  limit: requestsPerMinute,
  windowSeconds: WINDOW_SECONDS,
})
