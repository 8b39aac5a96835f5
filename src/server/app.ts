import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { accountRoutes } from './account/account.routes.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { apiKeyRoutes } from './api/api-keys.routes.ts'
import { apiV1Routes } from './api/api-v1.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { securityRoutes } from './auth/security.routes.ts'
import { billingRoutes } from './billing/billing.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import type { Deps } from './deps.ts'
import { healthRoutes } from './http/health.routes.ts'
import { crawlerRoutes } from './http/crawler.routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { metricsRoutes } from './http/metrics.routes.ts'
import { webPages } from './http/web-pages.ts'
import { leadRoutes } from './leads/leads.routes.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { placeLoadRoutes } from './places/pull/place-load.routes.ts'
import { suppressionRoutes } from './places/suppression/suppression.routes.ts'
import { searchRoutes } from './searches/searches.routes.ts'
import { visitRoutes } from './visits/visits.routes.ts'

/** The whole HTTP side: hooks in order, then one line a feature. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createHttpServer(deps)
  metricsRoutes(app, deps)
  healthRoutes(app, deps)
  authRoutes(app, deps)
  securityRoutes(app, deps)
  contactRoutes(app, deps)
  accountRoutes(app, deps)
  visitRoutes(app, deps)
  adminRoutes(app, deps)
  suppressionRoutes(app, deps)
  placeLoadRoutes(app, deps)
  searchRoutes(app, deps)
  leadRoutes(app, deps)
  analyticsRoutes(app, deps)
  billingRoutes(app, deps)
  paymentRoutes(app, deps)
  apiKeyRoutes(app, deps)
  apiV1Routes(app, deps)
  crawlerRoutes(app, deps)
  await webPages(app, deps)
  await app.ready()
  assertContractServed(app)
  return app
}

function assertContractServed(app: FastifyInstance): void {
  const missing = allEndpoints.filter(({ method, path }) => !app.hasRoute({ method, url: path }))
  if (missing.length > 0)
    throw new Error(`No route for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
}
