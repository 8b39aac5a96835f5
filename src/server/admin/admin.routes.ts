import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import * as admin from './admin.usecases.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getAdminStats, async () => ({ status: 200, body: await admin.readAdminStats(deps) }))
  serve(app, deps, contract.getAdminUsers, async ({ query }) => ({
    status: 200,
    body: await admin.listUsers(deps, query),
  }))
  serve(app, deps, contract.getPageVisits, async ({ query }) => ({
    status: 200,
    body: await admin.listPageVisits(deps, query),
  }))
  serve(app, deps, contract.getPageVisitCounts, async ({ query }) => ({
    status: 200,
    body: await admin.listPageVisitCounts(deps, query),
  }))
  serve(app, deps, contract.getContactSubmissions, async ({ query }) => ({
    status: 200,
    body: await admin.listContactSubmissions(deps, query),
  }))
  serve(app, deps, contract.markContactSubmission, async ({ params }) => ({
    status: 200,
    body: await admin.markSubmissionRead(deps, params.id),
  }))
}
