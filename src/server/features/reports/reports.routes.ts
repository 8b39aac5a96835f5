import * as overrides from '#contract/admin/place-overrides.ts'
import * as queue from '#contract/admin/report-queue.ts'
import * as contract from '#contract/leads/lead-reports.ts'
import { listOverrides } from '#server/catalog/corrections/corrections.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { decidePlaceOverride, withholdPlace } from './admin-overrides.usecases.ts'
import { decideReport, readReportQueue } from './credit-reports.usecases.ts'
import { readOwnReports, reportLeads } from './reports.usecases.ts'

export function reportRoutes(serve: Serve, deps: Deps): void {
  serve(contract.reportLeads, async ({ account, body }) => reportLeads(deps, account, body))
  serve(contract.getOwnReports, async ({ account }) => readOwnReports(deps, account))
  serve(queue.getReportQueue, async () => readReportQueue(deps))
  serve(queue.decideReport, async ({ account: admin, params, body }) =>
    confirmed(
      decideReport(deps, { admin, id: params.id, decision: body.decision }),
      body.decision === 'credit' ? 'The lead was credited' : 'Report refused',
    ),
  )
  serve(overrides.getPlaceOverrides, async () => listOverrides(deps))
  serve(overrides.setPlaceOverride, async ({ account: admin, body }) => withholdPlace(deps, admin, body))
  serve(overrides.decidePlaceOverride, async ({ account: admin, params, body }) =>
    decidePlaceOverride(deps, { admin, id: params.id, decision: body.decision }),
  )
}
