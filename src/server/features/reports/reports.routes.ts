import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/lead-reports.ts'
import * as queue from '#contract/report-queue.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
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
    return { status: 200, body: { message: body.decision === 'credit' ? 'The pull was credited' : 'Report refused' } }
  })
}
