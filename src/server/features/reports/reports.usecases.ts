import { isPlaceFault } from '#contract/admin/place-overrides.ts'
import type { LeadReport, ReportReason } from '#contract/leads/lead-report.ts'
import {
  type LeadReportInput,
  type OwnReports,
  reportDays,
  type ReportResult,
  reportsShown,
  waitingReports,
} from '#contract/leads/lead-reports.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { returnMarks } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { assertOwnLeads, lockLeads } from '#server/leads/own-lead.usecases.ts'
import { foundByKey } from '#server/leads/places-by-key.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { settlePhones } from '#server/leads/shared-phones.usecases.ts'
import { creditReturnedLeads, lockForReturns } from '#server/money/usage/credits.usecases.ts'
import { paidPullsSince } from '#server/money/usage/usage.usecases.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueJob } from '#server/platform/jobs/job.ts'
import { correctReportedJob } from './correct-reported.usecases.ts'
import {
  confirmedClaims,
  countReturns,
  countWaiting,
  findReported,
  insertReports,
  insertReturns,
  listReports,
  reportedByOthers,
} from './reports.repository.ts'
import { type CreditsLeft, decideReports, fairUseOf } from './reports.rules.ts'

/**
 * Reports useless leads. A credited lead is taken away in the same transaction. A lock makes all reports and searches
 * of a user wait for each other, so that a lead is never credited twice.
 */
export async function reportLeads(
  deps: Deps,
  { id: userId }: Account,
  { leadIds, reason }: LeadReportInput,
): Promise<ReportResult> {
  const wanted = [...new Set(leadIds)]
  await assertOwnLeads(deps.db, { userId, leadIds: wanted })
  // Whether a lead is still listed depends on the newest release.
  const { snapshot } = await refreshLeads(deps, userId)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    await lockForReturns(tx, userId)
    await lockLeads(tx, userId)
    const found = await findReported(tx, userId, wanted)
    const marks = await marksOf(tx, found, snapshot)
    const keyOf = (placeKey: string): string => marks.get(placeKey)?.placeKey ?? placeKey
    const claims = found.map(({ placeKey }) => ({ placeKey: keyOf(placeKey), reason }))
    const confirmed = new Set((await confirmedClaims(tx, { userId, claims, now })).map(({ placeKey }) => placeKey))
    const leads = found.map(lead => Object.assign(lead, { isConfirmed: confirmed.has(keyOf(lead.placeKey)) }))
    const { decided, leftOut } = decideReports(leads, { reason, left: await creditsLeft(tx, userId, now), now })
    await insertReports(tx, {
      userId,
      reports: decided.map(({ lead, state, evidence }) => ({
        leadId: lead.id,
        placeKey: keyOf(lead.placeKey),
        state,
        evidence,
      })),
      reason,
      now,
    })
    await queueCorrections(deps, tx, { reason, placeKeys: decided.map(({ lead }) => keyOf(lead.placeKey)) })
    const of = (wantedState: string) => decided.filter(({ state }) => state === wantedState)
    if (of('waiting').length > 0 && (await countWaiting(tx, userId)) > waitingReports)
      throw new Refusal('TOO_MANY_REPORTS')
    await returnLeads(tx, { userId, leads: of('credited').map(({ lead }) => lead), marks, now })
    return {
      credited: of('credited').length,
      waiting: of('waiting').length,
      free: of('free').length,
      leftOut,
      reports: decided.map(({ lead, state }) => ({
        leadId: lead.id,
        report: { reason, state, isOwn: true, at: now.toISOString() } satisfies LeadReport,
      })),
    }
  })
}

/** Queues a job that corrects places if other accounts have reported them, too. */
async function queueCorrections(
  deps: Deps,
  tx: Queryable,
  { reason, placeKeys }: { reason: ReportReason; placeKeys: readonly string[] },
): Promise<void> {
  if (!isPlaceFault(reason)) return
  const reported = await reportedByOthers(tx, { reason, placeKeys })
  if (reported.length > 0) await queueJob(deps, tx, correctReportedJob, { placeKeys: reported, fault: reason })
}

export type Returning = { id: number; placeKey: string; searchId: number | null }
type Marks = Awaited<ReturnType<typeof marksOf>>

/** The current keys of these leads' places, and the hashes of their facts. */
export const marksOf = (tx: Queryable, leads: readonly { placeKey: string }[], snapshot: CatalogSnapshot) =>
  foundByKey(
    leads.map(({ placeKey }) => placeKey),
    snapshot,
    names => returnMarks(tx, names),
  )

/** Credits leads and takes them away from the user. Call `lockForReturns` and then `lockLeads` before. */
export async function returnLeads(
  tx: Queryable,
  { userId, leads, marks, now }: { userId: number; leads: readonly Returning[]; marks: Marks; now: Date },
): Promise<void> {
  if (leads.length === 0) return
  const ledgerIds = await creditReturnedLeads(tx, {
    userId,
    searchIds: leads.map(({ searchId }) => searchId),
    now,
  })
  await insertReturns(tx, {
    userId,
    returns: leads.map(({ id, placeKey }, index) => ({
      leadId: id,
      factStamp: marks.get(placeKey)?.factStamp ?? null,
      ledgerId: ledgerIds[index] ?? 0,
    })),
    now,
  })
  // If the user has another lead with the same phone and name, that one is listed now.
  await settlePhones(tx, userId, { leadIds: leads.map(({ id }) => id), formerPhones: [] })
}

/** How many more credits an account can get without evidence, and with only a second report. */
export async function creditsLeft(db: Queryable, userId: number, now: Date): Promise<CreditsLeft> {
  const since = daysBefore(now, reportDays)
  const { fairUse, secondReport } = await countReturns(db, userId, since)
  const allowed = fairUseOf(await paidPullsSince(db, userId, since))
  return { fairUse: allowed - fairUse, secondReport: allowed - secondReport }
}

export async function readOwnReports({ db, clock }: Deps, { id: userId }: Account): Promise<OwnReports> {
  const since = daysBefore(clock.now(), reportDays)
  const [{ credited, fairUse: used }, paidPulls, reports] = await Promise.all([
    countReturns(db, userId, since),
    paidPullsSince(db, userId, since),
    listReports(db, userId, reportsShown),
  ])
  const fairUse = { used, allowed: fairUseOf(paidPulls) }
  return { credited, fairUse, reports: reports.map(({ report, ...listed }) => Object.assign(listed, report)) }
}
