import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { errorTable, type ErrorType, type Problem } from '#contract/errors.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type Config, mapStylesOf } from '#server/platform/config/config.ts'
import { callLines } from './call-lines.ts'
import { compressAnswers } from './compress.ts'
import { handleError } from './error-handler.ts'
import { readJsonBodies } from './json-body.ts'
import { createLoadSheddingServer, type Timeouts } from './load-shedding-server.ts'
import { OpenConnections } from './open-connections.ts'
import { RequestLog } from './request-log.ts'
import { isHttps } from './same-origin.ts'

const BODY_LIMIT_BYTES = 100_000
const REQUEST_TIMEOUT_MS = 30_000
/** A client that reads nothing of its answer for this long is gone. */
const STALLED_LINE_MS = 90_000
/** Counted from the start of a shutdown. A process has ten seconds for all of it. */
const LAST_ANSWER_MS = 6500

/** The HTTP server before any route: everything that a request passes through, in order. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const connections = new OpenConnections()
  const app = Fastify({
    serverFactory: (handler, options) =>
      connections.watch(createLoadSheddingServer(handler, callLines(deps), options as Timeouts)),
    loggerInstance: deps.log,
    logController: new RequestLog(),
    trustProxy: trustedHops(deps.config.TRUST_PROXY),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALLED_LINE_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      void handleError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
  })
  app.setErrorHandler(handleError)
  const headers = await securityHeaders(deps)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  closeInOrder(app, connections, deps.config)
  await app.register(cookie)
  compressAnswers(app)
  readJsonBodies(app)
  return app
}

/** Each proxy appends the address that called it to X-Forwarded-For. Anything before that can be forged. */
const trustedHops = (proxies: number) => (proxies === 0 ? false : (_address: string, hop: number) => hop < proxies)

/**
 * Once a shutdown begins, new requests get a 503, running requests are completed, and each response closes its
 * connection. If there can be other processes, new connections are accepted a little longer, because a load balancer
 * reacts to a 503 but not to a broken connection. Finally, connections are closed that did not send a complete request
 * or do not read their response, because they would hold up the shutdown.
 */
function closeInOrder(
  app: FastifyInstance,
  connections: OpenConnections,
  { DATABASE_URL, DRAIN_SECONDS }: Config,
): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const drainMs = DATABASE_URL === undefined ? 0 : DRAIN_SECONDS * 1000
    await pause(drainMs)
    connections.end(LAST_ANSWER_MS - drainMs)
  })
  app.addHook('onRequest', (_request, _reply, done) => done(isClosing ? new Refusal('UNAVAILABLE') : undefined))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close')
    done()
  })
}

const mapSources = ({ config }: Pick<Deps, 'config'>): Set<string> =>
  new Set(Object.values(mapStylesOf(config) ?? {}).map(style => new URL(style).origin))

/** Helmet's headers. They are the same for every response, so they are only computed once. */
async function securityHeaders(deps: Pick<Deps, 'config' | 'payments'>): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(deps), hsts: isHttps(deps.config) })
  let headers: Record<string, string> = {}
  probe.get('/', async (_request, reply) => {
    headers = Object.fromEntries(Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]))
    return null
  })
  await probe.inject('/')
  await probe.close()
  return headers
}

const contentSecurityPolicy = (deps: Pick<Deps, 'config' | 'payments'>) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    // The payment provider's script shows its card fields in its own frames.
    'script-src': ["'self'", ...deps.payments.sources.script],
    'frame-src': ["'self'", ...deps.payments.sources.frame],
    'connect-src': ["'self'", ...deps.payments.sources.connect, ...mapSources(deps)],
    'img-src': ["'self'", 'data:', ...mapSources(deps)],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps(deps.config) ? { 'upgrade-insecure-requests': [] } : {}),
  },
})

type ConnectionError = Error & { code?: string }

/** Answers requests that cannot be parsed, or whose headers or URL are too long, with the same JSON as other errors. */
function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(rawAnswer(errorTypeOf(error.code)))
  socket.destroy(error)
}

function errorTypeOf(code: string | undefined): ErrorType {
  if (code === 'HPE_HEADER_OVERFLOW') return 'TOO_LARGE'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TOO_SLOW' : 'INVALID_REQUEST'
}

function rawAnswer(errorType: ErrorType): string {
  const { status, message } = errorTable[errorType]
  const body = JSON.stringify({ message, errorType } satisfies Problem)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
