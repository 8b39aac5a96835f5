import type { FastifyInstance } from 'fastify'
import * as overrides from '#contract/admin/place-overrides.ts'
import * as queue from '#contract/admin/report-queue.ts'
import * as contract from '#contract/leads/lead-reports.ts'
import { listOverrides } from '#server/catalog/corrections/corrections.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { decidePlaceOverride, withholdPlace } from './admin-overrides.usecases.ts'
import { decideReport, readReportQueue } from './credit-reports.usecases.ts'
import { readOwnReports, reportLeads } from './reports.usecases.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.reportLeads, async ({ account, body }) => reportLeads(deps, account, body))
  serve(app, deps, contract.getOwnReports, async ({ account }) => readOwnReports(deps, account))
  serve(app, deps, queue.getReportQueue, async () => readReportQueue(deps))
  serve(app, deps, queue.decideReport, async ({ account: admin, params, body }) => {
    await decideReport(deps, { admin, id: params.id, decision: body.decision })
    return { message: body.decision === 'credit' ? 'The lead was credited' : 'Report refused' }
  })
  serve(app, deps, overrides.getPlaceOverrides, async () => listOverrides(deps))
  serve(app, deps, overrides.setPlaceOverride, async ({ account: admin, body }) => withholdPlace(deps, admin, body))
  serve(app, deps, overrides.decidePlaceOverride, async ({ account: admin, params, body }) =>
    decidePlaceOverride(deps, { admin, id: params.id, decision: body.decision }),
  )
}
