import type { LeadReportQueue, ReportDecision } from '#contract/admin/report-queue.ts'
import { reportDays } from '#contract/leads/lead-reports.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { unaskedEvidence } from '#server/leads/lead-report.sql.ts'
import { lockLeads } from '#server/leads/own-lead.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { lockForReturns } from '#server/money/usage/credits.usecases.ts'
import { daysBefore, withIsoDates } from '#server/platform/basics/clock.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import {
  confirmedClaims,
  countAllWaiting,
  type Creditable,
  creditReported,
  findCreditable,
  findWaiting,
  listWaiting,
  refuseReport,
  usersToCredit,
} from './reports.repository.ts'
import { creditsLeft, marksOf, returnLeads } from './reports.usecases.ts'

export { countAllWaiting } from './reports.repository.ts'

/** A run ends after this time. The run on the next day continues. */
const RUN_MS = 60_000
const SHOWN = 100

/** Credits leads that closed within 30 days after their pull, unasked, and waiting reports with evidence now. */
export async function creditReports(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>): Promise<void> {
  // One more day, because the chore runs once a day.
  const since = daysBefore(deps.clock.now(), reportDays + 1)
  await inOneTurn(await usersToCredit(deps.db, since), userId => creditUser(deps, userId), RUN_MS)
}

async function creditUser(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>, userId: number): Promise<void> {
  await refreshLeads(deps, userId)
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await lockForReturns(tx, userId)
    await lockLeads(tx, userId)
    const leads = await findCreditable(tx, { userId })
    const claims = leads.flatMap(({ report }) => report ?? [])
    const confirmed = await confirmedClaims(tx, { userId, claims, now })
    let { secondReport } = await creditsLeft(tx, userId, now)
    const credited = leads.flatMap(lead => {
      const isConfirmed =
        secondReport > 0 &&
        confirmed.some(({ placeKey, reason }) => placeKey === lead.report?.placeKey && reason === lead.report.reason)
      const evidence = evidenceSince(lead, isConfirmed)
      if (evidence === 'second report') secondReport -= 1
      return evidence === null ? [] : { lead, evidence }
    })
    await credit(deps, tx, { userId, credited, decidedBy: null, now })
  })
}

function evidenceSince({ report, closedSoon, isGone }: Creditable, isConfirmed: boolean): string | null {
  if (report === null) return closedSoon ? unaskedEvidence : null
  if (closedSoon) return 'closed'
  if (report.state !== 'waiting') return null
  if (isGone) return 'gone'
  return isConfirmed ? 'second report' : null
}

type Credited = { lead: Creditable; evidence: string }

async function credit(
  { catalog }: Pick<Deps, 'catalog'>,
  tx: Queryable,
  { userId, credited, decidedBy, now }: { userId: number; credited: Credited[]; decidedBy: number | null; now: Date },
): Promise<void> {
  if (credited.length === 0) return
  const leads = credited.map(({ lead }) => lead)
  const marks = await marksOf(tx, leads, catalog.current())
  await creditReported(tx, {
    userId,
    credited: credited.map(({ lead, evidence }) => ({ leadId: lead.id, placeKey: lead.placeKey, evidence })),
    decidedBy,
    now,
  })
  await returnLeads(tx, { userId, leads, marks, now })
}

/** The reports that wait for an administrator. The oldest comes first. */
export async function readReportQueue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<LeadReportQueue> {
  const since = daysBefore(clock.now(), reportDays)
  const [total, reports] = await Promise.all([countAllWaiting(db), listWaiting(db, { since, limit: SHOWN })])
  return { total, reports: reports.map(withIsoDates) }
}

export async function decideReport(
  deps: Deps,
  { admin, id, decision }: { admin: Account; id: number; decision: ReportDecision },
): Promise<void> {
  const { userId } = orRefuse(await findWaiting(deps.db, id), decidedBefore)
  const now = deps.clock.now()
  if (decision === 'refuse') {
    if (!(await refuseReport(deps.db, { id, adminId: admin.id, now }))) throw decidedBefore()
    return
  }
  await refreshLeads(deps, userId)
  await deps.db.transaction(async tx => {
    await lockForReturns(tx, userId)
    await lockLeads(tx, userId)
    const [lead] = await findCreditable(tx, { userId, reportId: id })
    if (lead?.report?.state !== 'waiting') throw decidedBefore()
    await credit(deps, tx, { userId, credited: [{ lead, evidence: 'administrator' }], decidedBy: admin.id, now })
  })
}

const decidedBefore = () => new Refusal('NOT_FOUND', { message: 'This report was decided before.' })
