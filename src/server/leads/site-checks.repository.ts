import type { EndedVisits } from '#contract/leads/site-facts.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, onlyRow, readNumber, readValues } from '#server/platform/database/rows.ts'

/** `domain`: null without a website of its own that may be read. */
export type LeadWebsite = { domain: string | null; website: string; name: string }

/** The websites of the user's leads that may be contacted. */
export const websitesOf = (db: Queryable, userId: number, leadIds: readonly number[]): Promise<LeadWebsite[]> =>
  db.query(
    `SELECT site_domain AS domain, facts->>'website' AS website, facts->>'businessName' AS name FROM lead WHERE user_id = $1 AND id = ANY ($2::bigint[]) AND NOT do_not_contact ORDER BY id`,
    [userId, leadIds],
  )

export const countLookups = (db: Queryable, userId: number, month: string): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM site_lookup WHERE user_id = $1 AND month = $2', [userId, month])

/** Records the websites that a user asked for in a month, each one once. Returns the number of new ones. */
export async function addLookups(
  tx: Queryable,
  { userId, month, domains, now }: { userId: number; month: string; domains: readonly string[]; now: Date },
): Promise<number> {
  return countRows(
    tx,
    `INSERT INTO site_lookup (user_id, domain, month, asked_at) SELECT $1, d, $3, $4 FROM unnest($2::text[]) d
     ON CONFLICT DO NOTHING RETURNING domain`,
    [userId, domains, month, now],
  )
}

/** How the visits since a moment ended, of websites that a user asked for. */
export const countEnded = (db: Queryable, userId: number, since: Date): Promise<EndedVisits> =>
  onlyRow(
    db,
    `SELECT (count(*) FILTER (WHERE v.state = 'read'))::int AS read,
       (count(*) FILTER (WHERE v.state = 'read'
         AND EXISTS (SELECT FROM site_fact f WHERE f.domain = v.domain AND f.kind = 'email')))::int AS "withEmail",
       (count(*) FILTER (WHERE v.state <> 'read'))::int AS failed
     FROM site_visit v
     WHERE v.domain IN (SELECT domain FROM site_lookup WHERE user_id = $1) AND v.read_at >= $2 AND v.state <> 'waiting'`,
    [userId, since],
  )

/** Counts the websites that a user asked for and that are not read yet, and the ones whose facts the catalog lacks. */
export const countUnread = (db: Queryable, userId: number): Promise<{ waiting: number; unapplied: number }> =>
  onlyRow(
    db,
    `SELECT (count(DISTINCT l.domain) FILTER (WHERE v.state = 'waiting'))::int AS waiting,
       (count(DISTINCT l.domain) FILTER (WHERE v.state <> 'waiting'))::int AS unapplied
     FROM site_visit v JOIN site_lookup l ON l.domain = v.domain
     WHERE (v.state = 'waiting' OR (v.read_at IS NOT NULL AND NOT v.is_applied)) AND l.user_id = $1`,
    [userId],
  )

export const lookedUp = async (db: Queryable, userId: number, month: string): Promise<Set<string>> =>
  new Set(
    await readValues<string>(db, 'SELECT domain FROM site_lookup WHERE user_id = $1 AND month = $2 ORDER BY domain', [
      userId,
      month,
    ]),
  )

/** The domains that a user alone asked for and that wait for a visit. */
export const waitingOf = (db: Queryable, userId: number): Promise<string[]> =>
  readValues(
    db,
    `SELECT DISTINCT domain FROM site_lookup JOIN site_visit v USING (domain) WHERE user_id = $1 AND v.state = 'waiting' AND NOT EXISTS (
       SELECT FROM site_lookup o WHERE o.domain = v.domain AND o.user_id <> $1 AND o.asked_at >= v.asked_at) ORDER BY domain`,
    [userId],
  )

/** Takes back what a user asked for in a month, except websites that were read since, which may wait once more. */
export async function dropLookups(
  tx: Queryable,
  { userId, month, domains }: { userId: number; month: string; domains: readonly string[] },
): Promise<void> {
  await tx.query(
    `DELETE FROM site_lookup l WHERE user_id = $1 AND month = $2 AND domain = ANY ($3::text[])
       AND NOT EXISTS (SELECT FROM site_visit v WHERE v.domain = l.domain AND v.read_at >= l.asked_at)`,
    [userId, month, domains],
  )
}
