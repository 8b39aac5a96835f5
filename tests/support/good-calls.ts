import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/features/deps.ts'
import { accountCalls } from './good-calls/account-calls.ts'
import { adminCalls } from './good-calls/admin-calls.ts'
import type { GoodCall, GoodCalls } from './good-calls/good-call.ts'
import { leadCalls } from './good-calls/lead-calls.ts'
import { paymentCalls } from './good-calls/payment-calls.ts'
import { publicApiCalls } from './good-calls/public-api-calls.ts'
import { searchCalls } from './good-calls/search-calls.ts'
import { webhookCalls } from './good-calls/webhook-calls.ts'

const sessionCalls = {
  ...accountCalls,
  ...adminCalls,
  ...searchCalls,
  ...leadCalls,
  ...paymentCalls,
  ...webhookCalls,
}

/** One successful call for each endpoint of the contract, on a database filled by `seedTown`. */
export const goodCalls: GoodCalls = { ...sessionCalls, ...publicApiCalls(sessionCalls) }

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The endpoint's good call, with its body as the payload. */
export async function callOf(
  endpoint: Endpoint,
  app: FastifyInstance,
  deps: Deps,
): Promise<GoodCall & { options: InjectOptions }> {
  const good = goodCalls[nameOf(endpoint)]
  if (good === undefined) throw new Error(`No good call is known for ${nameOf(endpoint)}: add one to goodCalls`)
  const call = await good(app, deps)
  return { ...call, options: { ...call.options, ...(call.body === undefined ? {} : { payload: call.body }) } }
}
