import { getAnalytics } from '#contract/admin/analytics.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { readAnalytics } from './analytics.usecases.ts'

export function analyticsRoutes(serve: Serve, deps: Deps): void {
  serve(getAnalytics, async ({ account }) => readAnalytics(deps, account))
}
