import type { ReportReason, ReportState } from '#contract/leads/lead-report.ts'
import { fairUse, reportDays, type ReportResult } from '#contract/leads/lead-reports.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'

/** An account must be this old to confirm the report of another account. */
export const witnessDays = 14

export type Reported = {
  id: number
  placeKey: string
  searchId: number | null
  pulledAt: Date
  isFree: boolean
  isSample: boolean
  isReported: boolean
  doNotContact: boolean
  /** True if its source no longer lists the place. */
  isGone: boolean
  /** True if the last change of the place by a release was that it closed. */
  isClosed: boolean
  /** The user's other paid leads with the same phone and name. */
  duplicates: readonly number[]
  /** True if an independent account has reported the same. */
  isConfirmed: boolean
}

export type Evidence = 'closed' | 'gone' | 'repeated phone' | 'second report' | 'fair use'
export type Decision = { lead: Reported; state: Exclude<ReportState, 'refused'>; evidence: Evidence | null }
type LeftOut = keyof ReportResult['leftOut']
/** How many more credits are allowed without evidence, and with only a second report. */
export type CreditsLeft = { fairUse: number; secondReport: number }
export type Decisions = { decided: Decision[]; leftOut: Record<LeftOut, number> }

/** How many credits need no evidence, or only that of a second account, because two accounts can belong together. */
export const fairUseOf = (pulls: number): number => Math.max(fairUse.atLeast, Math.floor(pulls * fairUse.share))

/**
 * Decides about each report. It is credited with evidence or within fair use. Otherwise an administrator decides.
 * Reports of sample leads are left out, because sample leads are refunded when real places arrive.
 */
export function decideReports(
  leads: readonly Reported[],
  { reason, left, now }: { reason: ReportReason; left: CreditsLeft; now: Date },
): Decisions {
  const leftOut = { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 }
  const decided: Decision[] = []
  const credited = new Set<number>()
  const creditsLeft = { ...left }
  for (const lead of leads) {
    const reasonLeftOut = reasonToLeaveOut(lead, now)
    if (reasonLeftOut !== null) {
      leftOut[reasonLeftOut] += 1
      continue
    }
    if (lead.isFree) {
      decided.push({ lead, state: 'free', evidence: null })
      continue
    }
    const evidence = evidenceFor(lead, reason, credited) ?? allowanceFor(lead, creditsLeft)
    if (evidence === 'second report') creditsLeft.secondReport -= 1
    if (evidence === 'fair use') creditsLeft.fairUse -= 1
    if (evidence !== null) credited.add(lead.id)
    decided.push({ lead, state: evidence === null ? 'waiting' : 'credited', evidence })
  }
  return { decided, leftOut }
}

function reasonToLeaveOut({ isReported, isSample, doNotContact, pulledAt }: Reported, now: Date): LeftOut | null {
  if (isReported) return 'reportedBefore'
  if (isSample) return 'samples'
  if (doNotContact) return 'doNotContact'
  return pulledAt < daysBefore(now, reportDays) ? 'tooOld' : null
}

function allowanceFor({ isConfirmed }: Reported, { secondReport, fairUse: unproven }: CreditsLeft): Evidence | null {
  if (isConfirmed && secondReport > 0) return 'second report'
  return unproven > 0 ? 'fair use' : null
}

/** A duplicate only counts if another lead with its phone and name is kept. */
function evidenceFor(
  { isClosed, isGone, duplicates }: Reported,
  reason: ReportReason,
  credited: ReadonlySet<number>,
): Evidence | null {
  if (isClosed) return 'closed'
  if (isGone) return 'gone'
  return reason === 'duplicate' && duplicates.some(id => !credited.has(id)) ? 'repeated phone' : null
}
