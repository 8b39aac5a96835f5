import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Changes, Outcome } from '../changes.ts'
import { publishExchange } from '../exchanges.ts'
import { affectsAnswer, affectsRequest } from '../faults.rules.ts'
import { newId } from '../fields.ts'
import type { Fault } from '../settings.ts'
import { API_VERSION } from '../store.ts'
import { invalidKey, invalidRequest, StripeError } from '../stripe-error.ts'
import { allCalls } from './all-calls.ts'
import type { Call } from './call.ts'
import { expandAll } from './expand.ts'
import { decodeForm } from './form-body.ts'
import { readParams } from './params.ts'

const SLOW_MS = 5000
const expandPaths = z.array(z.string()).default([])

export type ApiInput = {
  changes: Changes
  secretKey: string
  /** Returns the active fault if it affects this call; otherwise 'none'. */
  takeFault: (affects: (fault: Fault) => boolean) => Promise<Fault>
  /** Carries out everything that is due now. */
  catchUp: () => Promise<void>
}

/** Serves the calls of Stripe's API. */
export function apiRoutes(app: FastifyInstance, { changes, secretKey, takeFault, catchUp }: ApiInput): void {
  for (const [route, call] of Object.entries(allCalls)) {
    const [method = '', url = ''] = route.split(' ')
    app.route({
      method,
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('request-id', newId('req')).header('stripe-version', API_VERSION)
        if (request.headers.authorization !== `Bearer ${secretKey}`) throw invalidKey()
        const fault = await takeFault(kind => affectsRequest(kind, { method, hasKey: keyOf(request) !== undefined }))
        if (await misbehaves(reply, fault)) return reply
        await catchUp()
        const outcome = await answerCall(changes, call, { request, fails: fault === 'stored error' })
        publishExchange({ ...outcome, kind: 'call', method, url: request.url, sent: bodyOf(request) })
        if ((await takeFault(kind => affectsAnswer(kind, { method, ...outcome }))) !== 'none') return hangUp(reply)
        if (outcome.isReplay) void reply.header('idempotent-replayed', 'true')
        if (outcome.status >= 500) void reply.header('stripe-should-retry', 'false')
        return reply.status(outcome.status).send(outcome.body)
      },
    })
  }
}

/** Answers a call. With `fails`, the answer is an error that is stored for the idempotency key. */
async function answerCall(
  changes: Changes,
  call: Call,
  { request, fails }: { request: FastifyRequest; fails: boolean },
): Promise<Outcome> {
  const { id = '' } = request.params as { id?: string }
  const [path = '', query = ''] = request.url.split('?')
  const sent = bodyOf(request)
  const { expand, ...own } = { ...decodeForm(query), ...decodeForm(sent) }
  const fingerprint = createHash('sha256').update(`${request.method} ${request.url} ${sent}`).digest('hex')
  return changes.answer(
    async store => {
      if (fails) throw unknownError()
      const paths = readParams(expandPaths, expand)
      const params = readParams(call.params, own) as Record<string, unknown>
      return expandAll(store, await call.answer({ store, params, id, path }), paths)
    },
    { key: keyOf(request), request: fingerprint },
  )
}

/** Only a POST has an idempotency key. */
function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

export const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** Fails or delays the call if a fault is switched on. */
async function misbehaves(reply: FastifyReply, fault: Fault): Promise<boolean> {
  if (fault === 'slow') await pause(SLOW_MS)
  if (fault === 'error') throw unknownError()
  if (fault === 'refused') throw invalidRequest('This request is refused (sandbox switch).')
  if (fault === 'busy')
    void reply.headers({
      'retry-after': '1',
      'stripe-should-retry': 'true',
      'stripe-rate-limited-reason': 'global-rate',
    })
  if (fault === 'busy' || fault === 'busy, no hint')
    throw new StripeError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded (sandbox switch).',
    })
  if (fault === 'garbage') await reply.status(200).type('text/html').send('<html>no JSON (sandbox switch)</html>')
  return reply.sent
}

const unknownError = (): StripeError =>
  new StripeError(500, { type: 'api_error', message: 'An unknown error occurred (sandbox switch).' })

/** Breaks the connection instead of answering. */
function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
