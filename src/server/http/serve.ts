import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { allowsHead, type Endpoint, FileOf, type Schema } from '#contract/endpoint.ts'
import type { CallingKey } from '#server/accounts/keys/key-access.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type FileReply, ListReply } from '#server/platform/basics/replies.ts'
import { callerKey } from '#server/platform/limits/limited-caller.ts'
import { admit, type Caller } from './admit.ts'
import { hasOwnTurns } from './call-limits.ts'
import { callLines, credentialsOf } from './call-lines.ts'
import { type Answer, answersOf, replyOf } from './call-within.ts'
import { callerNetwork } from './caller-network.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { parseBody, parseInput } from './parse-input.ts'
import { renewSession } from './request-session.ts'
import { assertSameOrigin } from './same-origin.ts'

type Output<S> = S extends Schema ? z.output<S> : undefined

type ReplyBody<S> = S extends Schema ? z.input<S> | ListReply : FileReply
/** The body of the reply. With its status, if the endpoint has replies of several statuses. */
type Answered<R> = {
  [Status in keyof R]: [Exclude<keyof R, Status>] extends [never]
    ? ReplyBody<R[Status]>
    : { status: Status; body: ReplyBody<R[Status]> }
}[keyof R]

export type Call<E> =
  E extends Endpoint<infer Query, infer Body, infer _R, infer Params>
    ? {
        request: FastifyRequest
        reply: FastifyReply
        /** The signed-in account; present on every endpoint that is not public. */
        account: Account
        /** The id of the caller's session; 0 without one. */
        sessionId: number
        /** The caller's API key; present on every endpoint that requires one. */
        key: CallingKey
        network: Network
        params: Output<Params>
        query: Output<Query>
        body: Output<Body>
        /** The raw body, for endpoints with `takesRawBody` or `takesFile`. */
        rawBody: Buffer
      }
    : never

/**
 * What an endpoint reads about its user in the statement that finds the session, which saves a round trip. Unset for
 * callers with a key, and if the call had to wait meanwhile.
 */
export type Along<Read> = {
  /** SQL for JSON; the user is the row `user_account`. */
  sql: string
  read: (json: unknown) => Read
}

/** Connects an endpoint of the contract to the use case that answers it. The only way to add an API route. */
export type Serve = <E extends Endpoint, const A extends Answered<E['replies']>, Read = undefined>(
  endpoint: E,
  answer: (call: Call<E> & { along: Read | undefined }) => Promise<A>,
  along?: Along<Read>,
) => void

/** For an endpoint that only says that something was done. */
export async function confirmed(work: Promise<unknown>, message: string): Promise<{ message: string }> {
  await work
  return { message }
}

/** The reply to a call: with status 202 if the body has this name, which those have that are not final. */
export const accepted = <Body extends object, Name extends string>(body: Body, name: Name) =>
  name in body
    ? ({ status: 202, body: body as Extract<Body, Record<Name, unknown>> } as const)
    : ({ status: 200, body: body as Exclude<Body, Record<Name, unknown>> } as const)

export const serving =
  (app: FastifyInstance, deps: Deps): Serve =>
  (endpoint, answer, along) => {
    const limit = new ConcurrencyLimit()
    const { endpoints, holders } = callLines(deps)
    endpoints.set(`${endpoint.method} ${endpoint.path}`, limit)
    answersOf(deps).set(endpoint, { limit, answer: answer as unknown as Answer })
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: allowsHead(endpoint),
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      // Before the body is parsed, so that visitors learn nothing about the expected body.
      onRequest: async (request, reply) => {
        if (endpoint.method !== 'GET') assertSameOrigin(request, deps.config.PUBLIC_URL)
        const caller = await limit.enter(() => admit(deps, endpoint, { request, reply, along: along?.sql }))
        if (caller !== null) request.caller = caller
      },
      handler: async (request, reply) => {
        const { caller } = request
        const call = {
          request,
          reply,
          account: caller?.account,
          sessionId: caller?.session?.id ?? 0,
          key: caller?.key,
          network: callerNetwork(request),
          params: parseInput(endpoint.params, request.params),
          query: parseInput(endpoint.query, request.query),
          body: parseBody(endpoint, request.body),
          rawBody: request.body,
        } as unknown as Parameters<typeof answer>[0]
        const work = () => limit.run(() => answer(Object.assign(call, { along: readAlong(caller, along) })))
        const answered =
          caller === undefined || hasOwnTurns(endpoint)
            ? await work()
            : await holders.run(
                { holder: callerKey({ ...caller, network: call.network }), credentials: credentialsOf(request) },
                work,
              )
        if (caller?.session != null)
          await renewSession(deps, caller.session, reply).catch((error: unknown) => {
            // The call has succeeded, so it must not fail now. The next one renews the session.
            request.log.warn({ err: faultOf(error) }, 'a session was not renewed')
          })
        const { status, body, shape } = replyOf(endpoint, answered)
        void reply.header('cache-control', 'no-store').status(status)
        if (shape instanceof FileOf) return sendFile(reply, body as FileReply)
        if (body instanceof ListReply) return sendList(reply, body, shape)
        return reply.send(z.parse(shape, body))
      },
    }
    const needsBody = { ...route, preValidation: refuseEmptyBody }
    if (endpoint.takesRawBody === true) serveRaw(app, needsBody, 'application/json')
    else if (endpoint.takesFile === true) serveRaw(app, needsBody, '*')
    else if (endpoint.ignoresBody === true) serveRaw(app, route, '*')
    else app.route(route)
  }

// A call may wait for its turn or for the rest of its body. Others of the same user may have been answered meanwhile.
const FRESH_MS = 100

function readAlong<Read>(caller: Caller | undefined, along: Along<Read> | undefined): Read | undefined {
  if (along === undefined || caller?.session == null || performance.now() - caller.readAt > FRESH_MS) return undefined
  return along.read(caller.session.along)
}

function serveRaw(app: FastifyInstance, route: RouteOptions, type: string): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.route(route)
  })
}

const refuseEmptyBody = async ({ body }: FastifyRequest): Promise<void> => {
  if (!Buffer.isBuffer(body)) throw new Refusal('INVALID_REQUEST')
}

const sendList = (reply: FastifyReply, list: ListReply, shape: Schema): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(arrayOf(list, shape), { highWaterMark: 1 }))

async function* arrayOf({ portions }: ListReply, shape: Schema): AsyncGenerator<string> {
  let before = '['
  for await (const portion of portions) {
    if (portion.length === 0) continue
    yield before + JSON.stringify(z.parse(shape, portion)).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

const isText = /^text\/|json$/

function sendFile(reply: FastifyReply, { fileName, mediaType, content }: FileReply): FastifyReply {
  return reply
    .type(isText.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content)
}
