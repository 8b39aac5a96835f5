import type { AdminLeadReport } from '#contract/admin/report-queue.ts'
import type { LeadReport, ReportReason, ReportState } from '#contract/leads/lead-report.ts'
import { reportDays } from '#contract/leads/lead-reports.ts'
import { isReturned } from '#server/catalog/search/owned-conditions.sql.ts'
import { reportColumn, unaskedEvidence } from '#server/leads/lead-report.sql.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, onlyRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import { type Reported, witnessDays } from './reports.rules.ts'

export const findReported = (
  tx: Queryable,
  userId: number,
  leadIds: readonly number[],
): Promise<Omit<Reported, 'isConfirmed'>[]> =>
  tx.queryPrepared(
    `SELECT l.id, l.place_key AS "placeKey", l.search_id AS "searchId", l.pulled_at AS "pulledAt", l.is_free AS "isFree",
       coalesce((l.facts->>'isSample')::boolean, false) AS "isSample",
       EXISTS (SELECT FROM lead_report WHERE lead_id = l.id) AS "isReported", l.do_not_contact AS "doNotContact",
       NOT l.is_listed AS "isGone",
       NOT l.is_listed AND coalesce((SELECT c.kind = 'closed' FROM place_change c JOIN import_run r ON r.id = c.import_run_id
         WHERE c.place_key = l.place_key ORDER BY c.id DESC LIMIT 1), false) AS "isClosed",
       (SELECT coalesce(jsonb_agg(o.id), '[]') FROM lead o WHERE o.user_id = $1 AND o.phone = l.phone
         AND lower(o.name) = lower(l.name) AND o.id <> l.id AND NOT o.is_free AND NOT ${isReturned('o')}) AS duplicates
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

export const reportedByOthers = (
  tx: Queryable,
  { reason, placeKeys }: { reason: ReportReason; placeKeys: readonly string[] },
): Promise<string[]> =>
  readValues(
    tx,
    `SELECT place_key AS "placeKey" FROM lead_report WHERE place_key = ANY ($1::text[]) AND reason = $2
     GROUP BY place_key HAVING count(DISTINCT user_id) > 1 ORDER BY place_key`,
    [placeKeys, reason],
  )

export type NewReturn = { leadId: number; factStamp: number | null; ledgerId: number }

/** Takes credited leads away from the user. Their contacts are hidden, as for leads on the do-not-contact list. */
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

export const countWaiting = (tx: Queryable, userId: number): Promise<number> =>
  readNumber(tx, `SELECT count(*)::int AS count FROM lead_report WHERE user_id = $1 AND state = 'waiting'`, [userId])

export type Claim = { placeKey: string; reason: ReportReason }

/** SQL: whether an account (a row of `user_account`) can be a witness: it pays by a known card, and is old enough. */
export const isWitness = (account: string, now: string): string =>
  `(${account}.plan_source = 'payment' AND ${account}.subscription_tier <> 'free' AND ${account}.disabled_at IS NULL
    AND (${account}.plan_ends_at IS NULL OR ${account}.plan_ends_at > ${now}::timestamptz)
    AND ${account}.created_at <= ${now}::timestamptz - interval '${witnessDays} days'
    AND EXISTS (SELECT FROM billing_card WHERE user_id = ${account}.id))`

/** The claims that another account has made, too. Both accounts can be witnesses, and they do not share a card. */
export const confirmedClaims = (
  tx: Queryable,
  { userId, claims, now }: { userId: number; claims: readonly Claim[]; now: Date },
): Promise<Claim[]> =>
  tx.queryPrepared<Claim>(
    `SELECT c."placeKey", c.reason FROM jsonb_to_recordset($2::jsonb) AS c ("placeKey" text, reason text)
     JOIN user_account me ON me.id = $1 AND ${isWitness('me', '$3')}
     WHERE EXISTS (SELECT FROM lead_report o JOIN user_account u ON u.id = o.user_id
       WHERE o.place_key = c."placeKey" AND o.reason = c.reason AND o.user_id <> $1
         AND o.state IN ('credited', 'waiting') AND o.evidence IS DISTINCT FROM '${unaskedEvidence}'
         AND ${isWitness('u', '$3')}
         AND NOT EXISTS (SELECT FROM billing_card a JOIN billing_card b
           ON coalesce(b.fingerprint = a.fingerprint, b.last4 = a.last4) WHERE a.user_id = $1 AND b.user_id = u.id))
     ORDER BY 1`,
    [userId, JSON.stringify(claims), now],
  )

/** A lead that may be credited after it was pulled or reported. */
export type Creditable = {
  id: number
  placeKey: string
  searchId: number | null
  /** The waiting or refused report; null if the user has not reported the lead. */
  report: { placeKey: string; reason: ReportReason; state: ReportState } | null
  isGone: boolean
  /** True if a release has closed it within 30 days after its pull. */
  closedSoon: boolean
}

const closedSoon = (change: string, run: string): string =>
  `${change}.kind = 'closed' AND ${run}.finished_at > l.pulled_at
    AND ${run}.finished_at <= l.pulled_at + interval '${reportDays} days'`
const mayBeCredited = `NOT l.is_free AND NOT l.do_not_contact AND NOT coalesce((l.facts->>'isSample')::boolean, false)`

/** An accepted report is decided even if the lead was put on a do-not-contact list since then. */
const isUndecided = (report: string): string => `coalesce(${report}.state = 'waiting', false)`

/** Users with waiting reports, or with leads that a release after `since` has closed soon after their pull. */
export const usersToCredit = (db: Queryable, since: Date): Promise<number[]> =>
  readValues(
    db,
    `SELECT user_id AS id FROM lead_report WHERE state = 'waiting'
     UNION SELECT l.user_id FROM import_run r JOIN place_change c ON c.import_run_id = r.id
       JOIN lead l ON l.place_key = c.place_key
     WHERE r.finished_at > $1 AND ${closedSoon('c', 'r')} AND ${mayBeCredited} ORDER BY id`,
    [since],
  )

export const findCreditable = (
  tx: Queryable,
  { userId, reportId = null }: { userId: number; reportId?: number | null },
): Promise<Creditable[]> =>
  tx.query(
    `SELECT * FROM (
       SELECT l.id, l.place_key AS "placeKey", l.search_id AS "searchId", NOT l.is_listed AS "isGone",
         CASE WHEN p.id IS NOT NULL THEN
           jsonb_build_object('placeKey', p.place_key, 'reason', p.reason, 'state', p.state) END AS report,
         NOT l.is_listed AND EXISTS (SELECT FROM place_change c JOIN import_run r ON r.id = c.import_run_id
           WHERE c.place_key = l.place_key AND ${closedSoon('c', 'r')}) AS "closedSoon"
       FROM lead l LEFT JOIN lead_report p ON p.lead_id = l.id
       WHERE l.user_id = $1 AND (${isUndecided('p')} OR (${mayBeCredited} AND (p.id IS NULL OR p.state = 'refused')))
         AND ($2::bigint IS NULL OR p.id = $2)
     ) l WHERE report->>'state' = 'waiting' OR "closedSoon" OR $2 IS NOT NULL ORDER BY id`,
    [userId, reportId],
  )

type CreditedLead = { leadId: number; placeKey: string; evidence: string }
type Credit = { userId: number; credited: readonly CreditedLead[]; decidedBy?: number | null; now: Date }

/** Stores that leads were credited. Leads that were not reported get a report. */
export async function creditReported(
  tx: Queryable,
  { userId, credited, decidedBy = null, now }: Credit,
): Promise<void> {
  await tx.query(
    `INSERT INTO lead_report AS p (lead_id, user_id, place_key, reason, state, evidence, created_at, decided_at, decided_by)
     SELECT "leadId", $1, "placeKey", 'closed', 'credited', evidence, $3, $3, $4::int
     FROM jsonb_to_recordset($2::jsonb) AS r ("leadId" bigint, "placeKey" text, evidence text)
     ON CONFLICT (lead_id) DO UPDATE SET state = 'credited', evidence = EXCLUDED.evidence,
       decided_at = EXCLUDED.decided_at, decided_by = EXCLUDED.decided_by`,
    [userId, JSON.stringify(credited), now, decidedBy],
  )
}

const contactFact = (name: string): string => `CASE WHEN NOT l.do_not_contact THEN l.facts->>'${name}' END AS "${name}"`

/** The reports that wait for an administrator. The oldest comes first. */
export const listWaiting = (
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<Dated<AdminLeadReport, 'createdAt'>[]> =>
  db.query(
    `SELECT p.id, p.lead_id AS "leadId", p.user_id AS "userId", u.username, l.name AS "businessName",
       ${contactFact('phoneNumber')}, ${contactFact('website')}, ${contactFact('address')},
       nullif(concat_ws(', ', l.facts->>'city', l.facts->>'state'), '') AS town,
       p.place_key AS "placeKey", p.reason, p.created_at AS "createdAt",
       (SELECT count(DISTINCT o.user_id)::int FROM lead_report o WHERE o.place_key = p.place_key
         AND o.user_id <> p.user_id) AS others,
       (SELECT count(*)::int FROM lead_return r WHERE r.user_id = p.user_id AND r.at > $1) AS credited
     FROM lead_report p JOIN lead l ON l.id = p.lead_id JOIN user_account u ON u.id = p.user_id
     WHERE p.state = 'waiting' ORDER BY p.id LIMIT $2`,
    [since, limit],
  )

export const countAllWaiting = (db: Queryable): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM lead_report WHERE state = 'waiting'`)

/** The user of a waiting report; undefined if it is not waiting. */
export const findWaiting = (db: Queryable, id: number): Promise<{ userId: number } | undefined> =>
  firstRow(db, `SELECT user_id AS "userId" FROM lead_report WHERE id = $1 AND state = 'waiting'`, [id])

/** Refuses a waiting report. Returns false if it is no longer waiting. */
export const refuseReport = (
  db: Queryable,
  { id, adminId, now }: { id: number; adminId: number; now: Date },
): Promise<boolean> =>
  hasRow(
    db,
    `UPDATE lead_report SET state = 'refused', evidence = 'administrator', decided_at = $3, decided_by = $2
     WHERE id = $1 AND state = 'waiting' RETURNING id`,
    [id, adminId, now],
  )

/** The number of returned leads since then: all of them, those within fair use, and those with a second report. */
export const countReturns = (db: Queryable, userId: number, since: Date): Promise<Returned> =>
  onlyRow(
    db,
    `SELECT count(*)::int AS credited, count(*) FILTER (WHERE p.evidence = 'fair use')::int AS "fairUse",
       count(*) FILTER (WHERE p.evidence = 'second report')::int AS "secondReport"
     FROM lead_return r LEFT JOIN lead_report p ON p.lead_id = r.lead_id WHERE r.user_id = $1 AND r.at > $2`,
    [userId, since],
  )

type Returned = { credited: number; fairUse: number; secondReport: number }

type Listed = { id: number; leadId: number; businessName: string; report: LeadReport }

export const listReports = (db: Queryable, userId: number, limit: number): Promise<Listed[]> =>
  db.query(
    `SELECT r.id, r.lead_id AS "leadId", l.name AS "businessName", ${reportColumn('r.lead_id')} AS report
     FROM lead_report r JOIN lead l ON l.id = r.lead_id WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT $2`,
    [userId, limit],
  )
