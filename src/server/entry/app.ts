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
import { webPages } from '#server/http/web-pages.ts'
import { leadRoutes } from '#server/leads/leads.routes.ts'
import { healthRoutes } from './health.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'

/** The whole HTTP server: hooks in order, then one line per feature. */
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
  knownBusinessRoutes(app, deps)
  placeLoadRoutes(app, deps)
  searchRoutes(app, deps)
  leadRoutes(app, deps)
  workRoutes(app, deps)
  reportRoutes(app, deps)
  alertRoutes(app, deps)
  analyticsRoutes(app, deps)
  billingRoutes(app, deps)
  apiKeyRoutes(app, deps)
  webhookRoutes(app, deps)
  apiV1Routes(app, deps)
  apiV1WorkRoutes(app, deps)
  apiV1WebhookRoutes(app, deps)
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
