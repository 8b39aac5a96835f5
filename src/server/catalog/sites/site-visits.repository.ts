import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { SiteState } from './sites.repository.ts'

export type VisitTotals = {
  withEmail: number
  readLastDay: number
  due: number
  oldestReadAt: Date | null
  newestReadAt: Date | null
  unapplied: number
}

export const countByState = (db: Queryable): Promise<{ state: SiteState; count: number }[]> =>
  db.query('SELECT state, count(*)::int AS count FROM site_visit GROUP BY state ORDER BY count(*) DESC, state')

export const readVisitTotals = (db: Queryable, now: Date): Promise<VisitTotals> =>
  onlyRow(
    db,
    `SELECT (SELECT count(DISTINCT domain)::int FROM site_fact WHERE kind = 'email') AS "withEmail",
       (count(*) FILTER (WHERE read_at > $1::timestamptz - interval '1 day'))::int AS "readLastDay",
       (count(*) FILTER (WHERE next_at <= $1 AND state <> 'waiting'))::int AS due,
       min(read_at) AS "oldestReadAt", max(read_at) AS "newestReadAt",
       (count(*) FILTER (WHERE read_at IS NOT NULL AND NOT is_applied))::int AS unapplied
     FROM site_visit`,
    [now],
  )

export type Failure = { domain: string; state: SiteState; error: string; at: Date }

export const lastFailures = (db: Queryable, limit: number): Promise<Failure[]> =>
  db.query(
    `SELECT domain, state, error, read_at AS at FROM site_visit WHERE error IS NOT NULL AND read_at IS NOT NULL
     ORDER BY read_at DESC, domain LIMIT $1`,
    [limit],
  )
