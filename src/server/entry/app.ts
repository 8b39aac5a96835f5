import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { accountRoutes } from '#server/features/account/account.routes.ts'
import { adminRoutes } from '#server/features/admin/admin.routes.ts'
import { alertRoutes } from '#server/features/alerts/alerts.routes.ts'
import { analyticsRoutes } from '#server/features/analytics/analytics.routes.ts'
import { apiKeyRoutes } from '#server/features/api/api-keys.routes.ts'
import { apiV1WorkRoutes } from '#server/features/api/api-v1-work.routes.ts'
import { apiV1Routes } from '#server/features/api/api-v1.routes.ts'
import { apiV1WebhookRoutes, webhookRoutes } from '#server/features/api/webhooks.routes.ts'
import { authRoutes } from '#server/features/auth/auth.routes.ts'
import { securityRoutes } from '#server/features/auth/security.routes.ts'
import { billingRoutes } from '#server/features/billing/billing.routes.ts'
import { businessesRoutes } from '#server/features/businesses/businesses.routes.ts'
import { countSitemaps } from '#server/features/businesses/sitemap.usecases.ts'
import { contactRoutes } from '#server/features/contact/contact.routes.ts'
import type { Deps } from '#server/features/deps.ts'
import { knownBusinessRoutes } from '#server/features/known-businesses/known-businesses.routes.ts'
import { placeLoadRoutes } from '#server/features/places/place-load.routes.ts'
import { reportRoutes } from '#server/features/reports/reports.routes.ts'
import { searchRoutes } from '#server/features/searches/searches.routes.ts'
import { suppressionRoutes } from '#server/features/suppression/suppression.routes.ts'
import { visitRoutes } from '#server/features/visits/visits.routes.ts'
import { workRoutes } from '#server/features/work/work.routes.ts'
import { crawlerRoutes } from '#server/http/crawler.routes.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { serving } from '#server/http/serve.ts'
import { webPages } from '#server/http/web-pages.ts'
import { leadRoutes } from '#server/leads/leads.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'

/** The whole HTTP server: hooks in order, then one line per feature. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createHttpServer(deps)
  metricsRoutes(app, deps)
  healthRoutes(app, deps)
  const serve = serving(app, deps)
  authRoutes(serve, deps)
  securityRoutes(serve, deps)
  contactRoutes(serve, deps)
  accountRoutes(serve, deps)
  visitRoutes(app, deps)
  adminRoutes(serve, deps)
  suppressionRoutes(serve, deps)
  knownBusinessRoutes(serve, deps)
  placeLoadRoutes(serve, deps)
  searchRoutes(serve, deps)
  leadRoutes(serve, deps)
  workRoutes(serve, deps)
  reportRoutes(serve, deps)
  alertRoutes(app, deps)
  analyticsRoutes(serve, deps)
  billingRoutes(serve, deps)
  apiKeyRoutes(serve, deps)
  webhookRoutes(serve, deps)
  apiV1Routes(app, deps)
  apiV1WorkRoutes(serve, deps)
  apiV1WebhookRoutes(serve, deps)
  businessesRoutes(app, deps)
  crawlerRoutes(app, deps, () => countSitemaps(deps))
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
