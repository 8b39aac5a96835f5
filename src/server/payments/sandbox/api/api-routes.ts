import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { API_VERSION } from '../books.ts'
import type { Changes, Outcome } from '../changes.ts'
import { tellExchange } from '../exchanges.ts'
import { newId } from '../ids.ts'
import type { Fault } from '../settings.ts'
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
  fault: () => Promise<Fault>
  /** Brings about what time has brought, before anybody looks. */
  catchUp: () => Promise<void>
}

/** Serves the calls of Stripe's API. */
export function apiRoutes(app: FastifyInstance, input: ApiInput): void {
  for (const call of allCalls)
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        void reply.header('request-id', newId('req')).header('stripe-version', API_VERSION)
        const who = callerOf(request, input)
        if (who === 'secret' && (await misbehaves(reply, await input.fault()))) return reply
        await input.catchUp()
        const outcome = await answerCall(call, request, { ...input, isSecret: who === 'secret' })
        const sent = typeof request.body === 'string' ? request.body : ''
        tellExchange({ ...outcome, kind: 'call', method: request.method, url: request.url, sent })
        if (outcome.isReplay) void reply.header('idempotent-replayed', 'true')
        return reply.status(outcome.status).send(outcome.body)
      },
    })
}

type Caller = 'secret' | 'publishable'

function callerOf(request: FastifyRequest, { secretKey, publishableKey }: ApiInput): Caller {
  const given = keyOf(request.headers.authorization) ?? sentBy(request).key
  if (given === secretKey) return 'secret'
  if (given === publishableKey) return 'publishable'
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message:
      given === undefined
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : 'Invalid API Key provided. The sandbox takes its own keys only.',
  })
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ')
  if (scheme === 'Bearer') return value
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : undefined
}

async function answerCall(
  call: Call,
  request: FastifyRequest,
  { changes, isSecret }: ApiInput & { isSecret: boolean },
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
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  return changes.answer(
    async books => {
      const { expand = [], ...own } = sent
      const paths = readParams(expandPaths, expand)
      const answer = await call.answer({ books, params: readParams(call.params, own), id, isSecret })
      return expandAll(books, answer, paths)
    },
    {
      key: typeof key === 'string' ? key : undefined,
      request: createHash('sha256').update(text).digest('hex'),
    },
  )
}

/** A browser sends its key among the parameters. */
const sentBy = ({ url, body }: FastifyRequest): FormBody => ({
  ...decodeForm(url.split('?')[1] ?? ''),
  ...(typeof body === 'string' ? decodeForm(body) : {}),
})

/** The ways in which a server can be ill, switched on by the panel or a test. */
async function misbehaves(reply: FastifyReply, fault: Fault): Promise<boolean> {
  if (fault === 'slow') await pause(SLOW_MS)
  if (fault === 'error')
    await reply
      .status(500)
      .send({ error: { type: 'api_error', message: 'An unknown error occurred (sandbox switch).' } })
  if (fault === 'garbage') await reply.status(200).type('text/html').send('<html>no JSON (sandbox switch)</html>')
  return reply.sent
}
