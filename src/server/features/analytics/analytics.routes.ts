import type { FastifyInstance } from 'fastify'
import { getAnalytics } from '#contract/admin/analytics.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { readAnalytics } from './analytics.usecases.ts'

export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, getAnalytics, async ({ account }) => readAnalytics(deps, account))
}
