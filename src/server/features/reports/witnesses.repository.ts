import { type PlaceFault, placeFaults } from '#contract/admin/place-overrides.ts'
import { reportDays } from '#contract/leads/lead-reports.ts'
import { unaskedEvidence } from '#server/leads/lead-report.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { isWitness } from './reports.repository.ts'
import type { Witness } from './witnesses.rules.ts'

/** SQL for whether a report was made by a user and is about a fault that concerns everyone. */
const isClaim = (report: string): string =>
  `${report}.reason IN (${placeFaults.map(fault => `'${fault}'`).join(', ')})
    AND ${report}.evidence IS DISTINCT FROM '${unaskedEvidence}'`

export type Claimed = { placeKeys: readonly string[]; fault: PlaceFault; since: Date; now: Date }

/**
 * Finds the accounts that have reported this fault of a place since `since`. Only accounts that can be witnesses, have
 * a confirmed email, and have paid an invoice count. Reports from before the end of an earlier correction do not count.
 */
export const findWitnesses = (db: Queryable, { placeKeys, fault, since, now }: Claimed): Promise<Witness[]> =>
  db.query(
    `SELECT u.id AS "userId", u.email,
       (SELECT jsonb_agg(jsonb_build_object('last4', last4, 'fingerprint', fingerprint) ORDER BY payment_method_id)
         FROM billing_card WHERE user_id = u.id) AS cards,
       (SELECT count(*)::int FROM lead_report o WHERE o.user_id = u.id AND ${isClaim('o')} AND o.id <= p.id
         AND o.created_at > p.created_at - interval '${reportDays} days') AS rank,
       (SELECT count(*)::int FROM lead_report o WHERE o.user_id = u.id AND ${isClaim('o')}
         AND o.created_at > p.created_at - interval '${reportDays} days') AS reports,
       (SELECT count(*)::int FROM lead l WHERE l.user_id = u.id AND NOT l.is_free
         AND l.pulled_at > p.created_at - interval '${reportDays} days') AS pulls,
       (SELECT count(*)::int FROM lead_report o WHERE o.user_id = u.id AND o.state = 'refused' AND o.created_at > $3)
         + (SELECT count(*)::int FROM place_override o WHERE u.id = ANY (o.witness_ids)
             AND o.end_reason = 'administrator' AND o.ended_at > $3) AS mistakes
     FROM (
       SELECT DISTINCT ON (p.user_id) p.* FROM lead_report p
       WHERE p.place_key = ANY ($1::text[]) AND p.reason = $2 AND ${isClaim('p')} AND p.state IN ('credited', 'waiting')
         AND p.created_at > $3 AND p.created_at > coalesce((SELECT max(o.ended_at) FROM place_override o
           WHERE o.place_key = ANY ($1::text[]) AND o.fault = $2), '-infinity')
       ORDER BY p.user_id, p.id) p
     JOIN user_account u ON u.id = p.user_id
     WHERE ${isWitness('u', '$4')} AND u.email_verified_at IS NOT NULL
       AND EXISTS (SELECT FROM billing_invoice i WHERE i.user_id = u.id AND i.status = 'paid' AND NOT i.is_disputed
         AND i.total_cents > i.refunded_cents)
     ORDER BY u.id`,
    [placeKeys, fault, since, now],
  )

export type Suspected = { placeKey: string; fault: PlaceFault }

export const findSuspected = (db: Queryable, { since, limit }: { since: Date; limit: number }): Promise<Suspected[]> =>
  db.query(
    `SELECT p.place_key AS "placeKey", p.reason AS fault FROM lead_report p
     WHERE ${isClaim('p')} AND p.created_at > $1 AND p.state IN ('credited', 'waiting')
     GROUP BY p.place_key, p.reason HAVING count(*) > 1 ORDER BY max(p.id) DESC LIMIT $2`,
    [since, limit],
  )
