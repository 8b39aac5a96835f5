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
  serve(app, deps, contract.reportLeads, async ({ account, body }) => ({
    status: 200,
    body: await reportLeads(deps, account, body),
  }))
  serve(app, deps, contract.getOwnReports, async ({ account }) => ({
    status: 200,
    body: await readOwnReports(deps, account),
  }))
  serve(app, deps, queue.getReportQueue, async () => ({ status: 200, body: await readReportQueue(deps) }))
  serve(app, deps, queue.decideReport, async ({ account: admin, params, body }) => {
    await decideReport(deps, { admin, id: params.id, decision: body.decision })
    return { status: 200, body: { message: body.decision === 'credit' ? 'The lead was credited' : 'Report refused' } }
  })
  serve(app, deps, overrides.getPlaceOverrides, async () => ({ status: 200, body: await listOverrides(deps) }))
  serve(app, deps, overrides.setPlaceOverride, async ({ account: admin, body }) => ({
    status: 200,
    body: await withholdPlace(deps, admin, body),
  }))
  serve(app, deps, overrides.decidePlaceOverride, async ({ account: admin, params, body }) => ({
    status: 200,
    body: await decidePlaceOverride(deps, { admin, id: params.id, decision: body.decision }),
  }))
}
