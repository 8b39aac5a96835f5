import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { authRoutes } from './auth/auth.routes.ts'
import type { Deps } from './deps.ts'
import { handleError } from './http/error-handler.ts'
import { healthRoutes } from './http/health.routes.ts'
import { readJsonBodies } from './http/json-body.ts'
import { webPages } from './http/web-pages.ts'
import { leadRoutes } from './leads/leads.routes.ts'
import { searchRoutes } from './searches/searches.routes.ts'

const BODY_LIMIT_BYTES = 100_000
const REQUEST_TIMEOUT_MS = 30_000

/** The whole HTTP side: hooks in order, then one line a feature. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    trustProxy: deps.config.TRUST_PROXY,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: true,
  })
  app.setErrorHandler(handleError)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(deps), hsts: isHttps(deps) })
  await app.register(cookie)
  readJsonBodies(app)

  healthRoutes(app, deps)
  authRoutes(app, deps)
  searchRoutes(app, deps)
  leadRoutes(app, deps)
  await webPages(app)
  await app.ready()
  assertContractServed(app)
  return app
}

const isHttps = ({ config }: Deps): boolean => config.PUBLIC_URL?.startsWith('https:') ?? false

const contentSecurityPolicy = (deps: Deps) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps(deps) ? { 'upgrade-insecure-requests': [] } : {}),
  },
})

function assertContractServed(app: FastifyInstance): void {
  const missing = allEndpoints.filter(({ method, path }) => !app.hasRoute({ method, url: path }))
  if (missing.length > 0)
    throw new Error(`No route for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
}
