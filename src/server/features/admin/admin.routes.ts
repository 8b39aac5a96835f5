import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin/admin.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import * as admins from './admin.usecases.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getAdminStats, async () => admins.readAdminStats(deps))
  serve(app, deps, contract.getAdminUsers, async ({ query }) => admins.listUsers(deps, query))
  serve(app, deps, contract.disableUser, async ({ account: admin, params, body }) =>
    admins.setDisabled(deps, { admin, userId: params.id, isDisabled: body.isDisabled }),
  )
  serve(app, deps, contract.endUserSessions, async ({ account: admin, params }) =>
    admins.endUserSessions(deps, { admin, userId: params.id }),
  )
  serve(app, deps, contract.getSecurityEvents, async ({ query }) => admins.listEvents(deps, query))
  serve(app, deps, contract.getPageVisits, async ({ query }) => admins.listPageVisits(deps, query))
  serve(app, deps, contract.getPageVisitCounts, async ({ query }) => admins.listPageVisitCounts(deps, query))
  serve(app, deps, contract.getContactSubmissions, async ({ query }) => admins.listContactSubmissions(deps, query))
  serve(app, deps, contract.markContactSubmission, async ({ params }) => admins.markSubmissionRead(deps, params.id))
}
