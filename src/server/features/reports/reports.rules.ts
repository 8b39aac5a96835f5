import type { ReportReason, ReportState } from '#contract/leads/lead-report.ts'
import { fairUse, reportDays, type ReportResult } from '#contract/leads/lead-reports.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'

/** An account this old can confirm the report of another one. */
export const witnessDays = 14

/** A lead that a user reports. */
export type Reported = {
  id: number
  placeKey: string
  pulledAt: Date
  isFree: boolean
  isSample: boolean
  isReported: boolean
  doNotContact: boolean
  /** Its source no longer lists it. */
  isGone: boolean
  /** The newest release that changed it says that it is closed. */
  isClosed: boolean
  /** Other leads with its phone that the user has paid for. */
  twins: readonly number[]
  /** An independent account has reported the same. */
  isConfirmed: boolean
}

export type Evidence = 'closed' | 'gone' | 'repeated phone' | 'second report' | 'fair use'
export type Decision = { lead: Reported; state: Exclude<ReportState, 'refused'>; evidence: Evidence | null }
type LeftOut = keyof ReportResult['leftOut']
export type Decisions = { decided: Decision[]; leftOut: Record<LeftOut, number> }

/** Credits that need no evidence. As many are given for what a second account has reported, which two can arrange. */
export const fairUseOf = (pulls: number): number => Math.max(fairUse.atLeast, Math.floor(pulls * fairUse.share))

/**
 * What becomes of each report: credited with evidence or within fair use, otherwise an administrator decides. Sample
 * leads are fictional, and what they cost is given back when the real places arrive.
 */
export function decideReports(
  leads: readonly Reported[],
  { reason, left, now }: { reason: ReportReason; left: { fairUse: number; secondReport: number }; now: Date },
): Decisions {
  const leftOut = { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 }
  const decided: Decision[] = []
  const credited = new Set<number>()
  let { fairUse: unproven, secondReport: confirmed } = left
  for (const lead of leads) {
    const why = whyLeftOut(lead, now)
    if (why !== null) {
      leftOut[why] += 1
      continue
    }
    const evidence = lead.isFree
      ? null
      : (evidenceFor(lead, reason, credited) ??
        (lead.isConfirmed && confirmed > 0 ? 'second report' : unproven > 0 ? 'fair use' : null))
    if (evidence === 'second report') confirmed -= 1
    if (evidence === 'fair use') unproven -= 1
    if (evidence !== null) credited.add(lead.id)
    decided.push({ lead, state: lead.isFree ? 'free' : evidence === null ? 'waiting' : 'credited', evidence })
  }
  return { decided, leftOut }
}

function whyLeftOut({ isReported, isSample, doNotContact, pulledAt }: Reported, now: Date): LeftOut | null {
  if (isReported) return 'reportedBefore'
  if (isSample) return 'samples'
  if (doNotContact) return 'doNotContact'
  return pulledAt < daysBefore(now, reportDays) ? 'tooOld' : null
}

/** Of two leads with one phone, only one can be returned. */
function evidenceFor(
  { isClosed, isGone, twins }: Reported,
  reason: ReportReason,
  credited: ReadonlySet<number>,
): Evidence | null {
  if (isClosed) return 'closed'
  if (isGone) return 'gone'
  return reason === 'duplicate' && twins.some(id => !credited.has(id)) ? 'repeated phone' : null
}
