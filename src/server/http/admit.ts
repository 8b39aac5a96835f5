import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, keyScopeOf } from '#contract/endpoint.ts'
import { allowsFeature, featureMessages } from '#contract/plans.ts'
import { recordChanges } from '#server/accounts/keys/api-keys.usecases.ts'
import { callerOfKey, type CallingKey } from '#server/accounts/keys/key-access.usecases.ts'
import type { Account, Requester, Session } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { countCall, countPublicCall } from './call-limits.ts'
import { callerNetwork } from './caller-network.ts'
import { noteCaller } from './request-log.ts'
import { sessionOfRequest } from './request-session.ts'

/** Calls have a session or an API key; the other one is null. */
export type Caller = { account: Account; key: CallingKey | null; session: Session | null; readAt: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** Unset for public endpoints. Not in a WeakMap, because its values are only collected with the old objects. */
    caller?: Caller
  }
}

/** Identifies the caller by session or key, and checks that they may call the endpoint. Null for public endpoints. */
export async function admit(
  deps: Deps,
  endpoint: Endpoint,
  { request, reply, along }: { request: FastifyRequest; reply: FastifyReply; along: string | undefined },
): Promise<Caller | null> {
  if (endpoint.access === 'public') {
    await countPublicCall(deps, endpoint, callerNetwork(request))
    return null
  }
  const scope = keyScopeOf(endpoint)
  if (scope !== null) {
    const { authorization } = request.headers
    const { account, key } = await callerOfKey(deps, {
      authorization,
      needs: scope,
      setHeaders: set => void reply.headers(set),
    })
    noteCaller(request, account.id)
    await assertAllowed(deps, endpoint, { account, network: callerNetwork(request) })
    if (scope === 'write') await recordChanges(deps, account, key)
    return { account, key, session: null, readAt: performance.now() }
  }
  const session = await sessionOfRequest(deps, request, along)
  const readAt = performance.now()
  // The cookies are kept: a sign-in in the same browser may just have set new ones.
  if (session === null) throw new Refusal('NOT_SIGNED_IN')
  noteCaller(request, session.account.id)
  if (endpoint.access === 'admin' && !session.account.isAdmin) throw new Refusal('FORBIDDEN')
  await assertAllowed(deps, endpoint, { account: session.account, network: callerNetwork(request) })
  return { account: session.account, key: null, session, readAt }
}

export async function assertAllowed(deps: Deps, { feature, limit }: Endpoint, caller: Requester): Promise<void> {
  if (feature !== undefined && !allowsFeature(caller.account.tier, feature))
    throw new Refusal('FEATURE_NOT_IN_PLAN', { message: featureMessages[feature] })
  if (limit !== undefined) await countCall(deps, limit, caller)
}
