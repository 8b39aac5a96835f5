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
import { StripeError } from '../stripe-error.ts'
import { allCalls } from './all-calls.ts'
import type { Call } from './call.ts'
import { expandAll } from './expand.ts'
import { decodeForm, type FormBody } from './form-body.ts'
import { readParams } from './params.ts'

const SLOW_MS = 5000
const expandPaths = z.array(z.string())

export type ApiInput = {
  changes: Changes
  secretKey: string
  publishableKey: string
  /** The fault that is switched on if it affects this call; otherwise 'none'. */
  takeFault: (affects: (fault: Fault) => boolean) => Promise<Fault>
  /** Carries out everything that is due by now. */
  catchUp: () => Promise<void>
}

/** Serves the calls of Stripe's API. */
export function apiRoutes(app: FastifyInstance, input: ApiInput): void {
  for (const [route, call] of Object.entries(allCalls)) {
    const [method = '', url = ''] = route.split(' ')
    app.route({
      method,
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('request-id', newId('req')).header('stripe-version', API_VERSION)
        const isSecret = hasSecretKey(request, input)
        const takeFault: ApiInput['takeFault'] = async affects => (isSecret ? input.takeFault(affects) : 'none')
        const fault = await takeFault(one => affectsRequest(one, { method, hasKey: keyOf(request) !== undefined }))
        if (await misbehaves(reply, fault)) return reply
        await input.catchUp()
        const outcome = await answerCall(call, request, { ...input, isSecret, fails: fault === 'stored error' })
        const sent = typeof request.body === 'string' ? request.body : ''
        publishExchange({ ...outcome, kind: 'call', method, url: request.url, sent })
        if ((await takeFault(one => affectsAnswer(one, { method, ...outcome }))) !== 'none') return hangUp(reply)
        if (outcome.isReplay) void reply.header('idempotent-replayed', 'true')
        if (outcome.status >= 500) void reply.header('stripe-should-retry', 'false')
        return reply.status(outcome.status).send(outcome.body)
      },
    })
  }
}

/** False: the caller has the publishable key. */
function hasSecretKey(request: FastifyRequest, { secretKey, publishableKey }: ApiInput): boolean {
  const given = request.headers.authorization?.replace('Bearer ', '') ?? sentBy(request).key
  if (given === secretKey || given === publishableKey) return given === secretKey
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message:
      given === undefined
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : 'Invalid API Key provided. The sandbox takes its own keys only.',
  })
}

async function answerCall(
  call: Call,
  request: FastifyRequest,
  { changes, isSecret, fails }: ApiInput & { isSecret: boolean; fails: boolean },
): Promise<Outcome> {
  if (!isSecret && !call.isOpen)
    throw new StripeError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  const { key: _key, ...sent } = sentBy(request)
  const { id = '' } = request.params as { id?: string }
  const text = `${request.method} ${request.url} ${JSON.stringify(sent)}`
  return changes.answer(
    async store => {
      if (fails) throw unknownError()
      const { expand = [], ...own } = sent
      const paths = readParams(expandPaths, expand)
      const params = readParams(call.params, own) as Record<string, unknown>
      const path = request.url.split('?')[0] ?? ''
      const answer = await call.answer({ store, params, id, path, isSecret })
      return expandAll(store, answer, paths)
    },
    {
      key: keyOf(request),
      request: createHash('sha256').update(text).digest('hex'),
    },
  )
}

/** Only a POST has an idempotency key. */
function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

/** A browser sends its API key as a parameter. */
const sentBy = ({ url, body }: FastifyRequest): FormBody => ({
  ...decodeForm(url.split('?')[1] ?? ''),
  ...(typeof body === 'string' ? decodeForm(body) : {}),
})

/** Fails or delays the call if a fault is switched on. */
async function misbehaves(reply: FastifyReply, fault: Fault): Promise<boolean> {
  if (fault === 'slow') await pause(SLOW_MS)
  if (fault === 'error') throw unknownError()
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
