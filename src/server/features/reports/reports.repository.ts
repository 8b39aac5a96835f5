import type { LeadReport, ReportReason, ReportState } from '#contract/lead-report.ts'
import { isReturned, reportColumn } from '#server/features/leads/lead-report.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Reported } from './reports.rules.ts'

/** What is needed to decide about reports of these leads of the user. */
export const findReported = (tx: Queryable, userId: number, leadIds: readonly number[]): Promise<Reported[]> =>
  tx.queryPrepared<Reported>(
    `SELECT l.id, l.place_key AS "placeKey", l.pulled_at AS "pulledAt", l.is_free AS "isFree",
       coalesce((l.facts->>'isSample')::boolean, false) AS "isSample",
       EXISTS (SELECT FROM lead_report WHERE lead_id = l.id) AS "isReported", l.do_not_contact AS "doNotContact",
       NOT l.is_listed AS "isGone",
       NOT l.is_listed AND coalesce((SELECT c.kind = 'closed' FROM place_change c
         WHERE c.place_key = l.place_key ORDER BY c.id DESC LIMIT 1), false) AS "isClosed",
       (SELECT coalesce(jsonb_agg(o.id), '[]') FROM lead o WHERE o.user_id = $1 AND o.phone = l.phone AND o.id <> l.id
         AND NOT o.is_free AND NOT ${isReturned('o')}) AS twins
     FROM lead l WHERE l.user_id = $1 AND l.id = ANY ($2::bigint[]) ORDER BY l.id`,
    [userId, leadIds],
  )

export type NewReport = {
  leadId: number
  placeKey: string
  state: ReportState
  evidence: string | null
}

export async function insertReports(
  tx: Queryable,
  { userId, reports, reason, now }: { userId: number; reports: readonly NewReport[]; reason: ReportReason; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO lead_report (lead_id, user_id, place_key, reason, state, evidence, created_at, decided_at)
     SELECT "leadId", $1, "placeKey", $3, state, evidence, $4, CASE WHEN state <> 'waiting' THEN $4::timestamptz END
     FROM jsonb_to_recordset($2::jsonb) AS r ("leadId" bigint, "placeKey" text, state text, evidence text)
     ORDER BY "leadId"`,
    [userId, JSON.stringify(reports), reason, now],
  )
}

export type NewReturn = { leadId: number; factStamp: number | null; ledgerId: number }

/** Takes leads from the user. Their contacts are hidden like those of the do-not-contact list. */
export async function insertReturns(
  tx: Queryable,
  { userId, returns, now }: { userId: number; returns: readonly NewReturn[]; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO lead_return (lead_id, user_id, at, fact_stamp, ledger_id)
     SELECT "leadId", $1, $3, "factStamp", "ledgerId"
     FROM jsonb_to_recordset($2::jsonb) AS r ("leadId" bigint, "factStamp" bigint, "ledgerId" bigint)`,
    [userId, JSON.stringify(returns), now],
  )
  await tx.query('UPDATE lead SET do_not_contact = true WHERE user_id = $1 AND id = ANY ($2::bigint[])', [
    userId,
    returns.map(({ leadId }) => leadId),
  ])
}

export async function countWaiting(tx: Queryable, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM lead_report WHERE user_id = $1 AND state = 'waiting'`,
    [userId],
  )
  return row?.count ?? 0
}

/** Returns since then, and those of them without evidence. */
export async function countReturns(
  db: Queryable,
  userId: number,
  since: Date,
): Promise<{ credited: number; fairUse: number }> {
  const [row] = await db.query<{ credited: number; fairUse: number }>(
    `SELECT count(*)::int AS credited, count(*) FILTER (WHERE p.evidence = 'fair use')::int AS "fairUse"
     FROM lead_return r LEFT JOIN lead_report p ON p.lead_id = r.lead_id WHERE r.user_id = $1 AND r.at > $2`,
    [userId, since],
  )
  return row ?? { credited: 0, fairUse: 0 }
}

type Listed = { id: number; leadId: number; businessName: string; report: LeadReport }

/** The user's newest reports. */
export const listReports = (db: Queryable, userId: number, limit: number): Promise<Listed[]> =>
  db.query(
    `SELECT r.id, r.lead_id AS "leadId", l.name AS "businessName", ${reportColumn('r.lead_id')} AS report
     FROM lead_report r JOIN lead l ON l.id = r.lead_id WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT $2`,
    [userId, limit],
  )
