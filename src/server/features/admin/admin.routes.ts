import * as contract from '#contract/admin/admin.ts'
import { endSessionsOf } from '#server/accounts/moderation/moderation.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import * as admins from './admin.usecases.ts'

export function adminRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getAdminStats, async () => admins.readAdminStats(deps))
  serve(contract.getAdminUsers, async ({ query }) => admins.listUsers(deps, query))
  serve(contract.disableUser, async ({ account: admin, params, body }) =>
    admins.setDisabled(deps, { admin, userId: params.id, isDisabled: body.isDisabled }),
  )
  serve(contract.endUserSessions, async ({ account: admin, params }) =>
    confirmed(endSessionsOf(deps, { admin, userId: params.id }), 'All sessions of this user have ended.'),
  )
  serve(contract.getSecurityEvents, async ({ query }) => admins.listEvents(deps, query))
  serve(contract.getPageVisits, async ({ query }) => admins.listPageVisits(deps, query))
  serve(contract.getPageVisitCounts, async ({ query }) => admins.listPageVisitCounts(deps, query))
  serve(contract.getContactSubmissions, async ({ query }) => admins.listContactSubmissions(deps, query))
  serve(contract.markContactSubmission, async ({ params }) => admins.markSubmissionRead(deps, params.id))
}
