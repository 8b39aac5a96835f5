import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Endpoint, FileOf, keyScopeOf } from '#contract/endpoint.ts'
import { recordChanges } from '#server/accounts/keys/api-keys.usecases.ts'
import { assertScope, type CallingKey } from '#server/accounts/keys/key-access.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { assertAllowed } from './admit.ts'
import { callerNetwork } from './caller-network.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { parseBody, parseInput } from './parse-input.ts'

export type Answer = (call: object) => Promise<unknown>
type Served = { limit: ConcurrencyLimit; answer: Answer }

const served = new WeakMap<object, Map<Endpoint, Served>>()
export const answersOf = (deps: object): Map<Endpoint, Served> => served.getOrInsertComputed(deps, () => new Map())

type KeyCall = { request: FastifyRequest; reply: FastifyReply; account: Account; key: CallingKey }
export type Input = {
  params?: Record<string, number>
  query?: Record<string, string>
  body?: object
  idempotencyKey?: string | undefined
}

/**
 * Answers another endpoint for the caller of this call: with its scope, plan, and limits, and by the code that answers
 * it by itself. The body of the reply has only the fields that the endpoint declares.
 */
export async function callWithin(deps: Deps, endpoint: Endpoint, call: KeyCall, input: Input): Promise<unknown> {
  const { account, key, reply } = call
  const to = answersOf(deps).get(endpoint)
  const scope = keyScopeOf(endpoint)
  if (to === undefined || scope === null) throw new Error(`${endpoint.path} cannot be called within another call`)
  assertScope(key, scope)
  const network = callerNetwork(call.request)
  await to.limit.enter(() => assertAllowed(deps, endpoint, { account, network }))
  if (scope === 'write') await recordChanges(deps, account, key)
  const asked = {
    request: requestOf(endpoint, call.request, input),
    reply,
    account,
    key,
    network,
    params: parseInput(endpoint.params, input.params),
    query: parseInput(endpoint.query, input.query),
    body: parseBody(endpoint, input.body),
  }
  const { body, shape } = replyOf(endpoint, await to.limit.run(() => to.answer(asked)))
  if (shape instanceof FileOf) throw new Error(`${endpoint.path} answers with a file`)
  return z.parse(shape, body)
}

/** The reply to send for an answer, which names its status only if the endpoint has replies of several. */
export function replyOf({ path, replies }: Endpoint, answer: unknown) {
  const [only, another] = Object.keys(replies).map(Number)
  const { status, body } =
    only !== undefined && another === undefined
      ? { status: only, body: answer }
      : (answer as { status: number; body: unknown })
  const shape = replies[status]
  if (shape === undefined) throw new Error(`${path} has no reply of status ${status}`)
  return { status, body, shape }
}

/** The same request as if it had been sent to the endpoint, so that an Idempotency-Key means the same in both ways. */
function requestOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { params = {}, idempotencyKey }: Input,
): FastifyRequest {
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]))
  return Object.create(request, {
    method: { value: endpoint.method },
    url: { value: url },
    headers: { value: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey } },
  }) as FastifyRequest
}
