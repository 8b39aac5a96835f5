import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/lead-reports.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
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
}
