import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin/admin.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import * as admins from './admin.usecases.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getAdminStats, async () => ({ status: 200, body: await admins.readAdminStats(deps) }))
  serve(app, deps, contract.getAdminUsers, async ({ query }) => ({
    status: 200,
    body: await admins.listUsers(deps, query),
  }))
  serve(app, deps, contract.disableUser, async ({ account: admin, params, body }) => ({
    status: 200,
    body: await admins.setDisabled(deps, { admin, userId: params.id, isDisabled: body.isDisabled }),
  }))
  serve(app, deps, contract.endUserSessions, async ({ account: admin, params }) => ({
    status: 200,
    body: await admins.endUserSessions(deps, { admin, userId: params.id }),
  }))
  serve(app, deps, contract.getSecurityEvents, async ({ query }) => ({
    status: 200,
    body: await admins.listEvents(deps, query),
  }))
  serve(app, deps, contract.getPageVisits, async ({ query }) => ({
    status: 200,
    body: await admins.listPageVisits(deps, query),
  }))
  serve(app, deps, contract.getPageVisitCounts, async ({ query }) => ({
    status: 200,
    body: await admins.listPageVisitCounts(deps, query),
  }))
  serve(app, deps, contract.getContactSubmissions, async ({ query }) => ({
    status: 200,
    body: await admins.listContactSubmissions(deps, query),
  }))
  serve(app, deps, contract.markContactSubmission, async ({ params }) => ({
    status: 200,
    body: await admins.markSubmissionRead(deps, params.id),
  }))
}
