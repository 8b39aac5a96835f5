import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { compressAnswers } from './compress.ts'
import { handleError } from './error-handler.ts'
import { createFrontDoor, type Patience } from './front-door.ts'
import { readJsonBodies } from './json-body.ts'
import { endpointLimits } from './endpoint-limits.ts'
import { OpenConnections } from './open-connections.ts'
import { answerBrokenRequest } from './raw-answer.ts'
import { RequestLog } from './request-log.ts'

const BODY_LIMIT_BYTES = 100_000
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the slowest of our answers: who takes nothing for so long will not take the rest. */
const STALLED_LINE_MS = 90_000
/** From the beginning of a stop. A process has ten seconds for all of it. */
const LAST_ANSWER_MS = 6500

/** The HTTP side before any route: what every request goes through, in order. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const connections = new OpenConnections()
  const app = Fastify({
    serverFactory: (handler, options) =>
      connections.watch(createFrontDoor(handler, endpointLimits(deps), options as Patience)),
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
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(deps), hsts: isHttps(deps) })
  closeInOrder(app, connections, deps.config)
  await app.register(cookie)
  compressAnswers(app)
  readJsonBodies(app)
  return app
}

/** Each proxy adds the address it was called from at the end of X-Forwarded-For; the rest anybody can make up. */
const trustedHops = (proxies: number) => (proxies === 0 ? false : (_address: string, hop: number) => hop < proxies)

/**
 * After the stop began, a new request gets a 503 like everything that is unavailable. Requests that are being worked on
 * are answered, and each answer closes its connection. Where there can be other processes, new connections are accepted
 * a little longer: a load balancer learns from a 503 to go elsewhere, and not from a connection that breaks. Then
 * connections end that sent no whole request, or do not take their answer: one of them would hold up the stop.
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
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refusal('UNAVAILABLE')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}

const isHttps = ({ config }: Pick<Deps, 'config'>): boolean => config.PUBLIC_URL?.startsWith('https:') ?? false

const contentSecurityPolicy = (deps: Pick<Deps, 'config' | 'payments'>) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    // The payment provider's card fields come in frames of its own, by its own script.
    'script-src': ["'self'", ...deps.payments.sources.script],
    'frame-src': ["'self'", ...deps.payments.sources.frame],
    'connect-src': ["'self'", ...deps.payments.sources.connect],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps(deps) ? { 'upgrade-insecure-requests': [] } : {}),
  },
})
