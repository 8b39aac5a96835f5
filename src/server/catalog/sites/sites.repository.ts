import { MAX_PLACES } from '#server/catalog/merge/site-share.rules.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import type { SiteFact, SiteFlag } from '#site-reader/index.ts'
import { bitsOf } from './flag-bits.ts'
import type { MailServer } from './mail-server.ts'
import type { DownReason } from './site-down.rules.ts'
import type { SiteScore } from './site-score.rules.ts'
import type { VisitState } from './visit-site.ts'

/** `waiting` sites wait for a visit. Owners of `refused` sites do not want to be contacted. */
export type SiteState = VisitState | 'waiting' | 'refused'
export type SiteToRead = { domain: string; website: string; names: string[] }
export type StoredVisit = SiteToRead & {
  state: SiteState
  readAt: Date | null
  nextAt: Date | null
  error: string | null
  downReason: DownReason | null
  downSince: Date | null
}
export type StoredFact = SiteFact & { seenAt: Date; mail: MailServer | null }
export type NewCheck = Pick<SiteScore, 'score' | 'grade' | 'reasons'> & { flags: readonly SiteFlag[] }

const columns = `domain, website, names, state, read_at AS "readAt", next_at AS "nextAt", error,
  down_reason AS "downReason", down_since AS "downSince"`

export const findVisit = (db: Queryable, domain: string): Promise<StoredVisit | undefined> =>
  firstRow(db, `SELECT ${columns} FROM site_visit WHERE domain = $1`, [domain])

/** Marks those of the given sites that are due as waiting for a visit, and returns their domains. */
export const askForVisits = (db: Queryable, sites: readonly SiteToRead[], now: Date): Promise<string[]> =>
  readValues(
    db,
    `INSERT INTO site_visit AS v (domain, website, names, state, asked_at)
     SELECT DISTINCT ON (s.domain) s.domain, s.website, s.names, 'waiting', $2
     FROM jsonb_to_recordset($1::jsonb) AS s (domain text, website text, names text[]) ORDER BY s.domain
     ON CONFLICT (domain) DO UPDATE SET website = excluded.website, names = excluded.names, state = 'waiting',
       state_before = v.state, asked_at = excluded.asked_at
     WHERE v.state <> 'waiting' AND (v.next_at IS NULL OR v.next_at <= $2)
     RETURNING v.domain`,
    [JSON.stringify(sites), now],
  )

/** Stores the result of a visit. If the visit failed, the facts and the check of an earlier one are kept. */
export async function storeVisit(
  tx: Queryable,
  domain: string,
  visit: {
    state: SiteState
    requests: number
    error: string | null
    now: Date
    nextAt: Date
    down: DownReason | null
    facts: readonly StoredFact[] | null
    check: NewCheck | null
  },
): Promise<void> {
  const { state, requests, error, now, nextAt, down, facts, check } = visit
  await tx.query(
    `UPDATE site_visit v SET state = $2, requests = $3, error = $4, read_at = $5, next_at = $6,
       is_applied = (is_applied OR read_at IS NULL)
         AND ($7 OR ($8 AND NOT EXISTS (SELECT FROM site_fact f WHERE f.domain = v.domain)
           AND NOT EXISTS (SELECT FROM site_kind k WHERE k.domain = v.domain))),
       down_reason = $9, down_since = CASE WHEN down_reason = $9 THEN down_since WHEN $9 IS NULL THEN NULL ELSE $5 END
     WHERE domain = $1`,
    [domain, state, requests, error, now, nextAt, facts === null, facts?.length === 0, down],
  )
  // A trigger changes leads, perhaps while their user does. A visit can be repeated, so it is the one to give up.
  await tx.query(`SET LOCAL lock_timeout = '500ms'`)
  // One visit that saw a reason not to work says nothing, so an earlier check remains.
  if (check === null && facts !== null && down === null)
    await tx.query('DELETE FROM site_check WHERE domain = $1', [domain])
  if (check !== null)
    await tx.query(
      `INSERT INTO site_check (domain, flags, checked_at, score, grade, shows, missing, platform, reasons)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (domain) DO UPDATE SET flags = excluded.flags, checked_at = excluded.checked_at, score = excluded.score,
         grade = excluded.grade, shows = excluded.shows, missing = excluded.missing, platform = excluded.platform,
         reasons = excluded.reasons, is_told = false,
         has_stopped = site_check.missing & ${works} = 0 AND excluded.missing & ${works} <> 0`,
      [
        domain,
        JSON.stringify(check.flags),
        now,
        check.score,
        check.grade,
        bitsWith('yes', check.flags),
        bitsWith('no', check.flags),
        facts?.find(({ kind }) => kind === 'platform')?.value ?? null,
        check.reasons,
      ],
    )
  if (facts === null) return
  await tx.query('DELETE FROM site_fact WHERE domain = $1', [domain])
  await tx.query('DELETE FROM site_kind WHERE domain = $1', [domain])
  const kinds = facts.filter(({ kind }) => kind === 'kind')
  const others = facts.filter(({ kind }) => kind !== 'kind')
  if (kinds.length > 0)
    await tx.query(
      `INSERT INTO site_kind (domain, category, how, page_url, seen_at)
       SELECT $1, k.value, k.how, k."pageUrl", $3
       FROM jsonb_to_recordset($2::jsonb) AS k (value text, how text, "pageUrl" text) ON CONFLICT DO NOTHING`,
      [domain, JSON.stringify(kinds), now],
    )
  await tx.query(
    `INSERT INTO site_fact (domain, kind, value, position, how, page_url, seen_at, is_generic, mail)
     SELECT $1, f.kind, f.value, f.position, f.how, f."pageUrl", $3, f."isGeneric", f.mail
     FROM jsonb_to_recordset($2::jsonb)
       AS f (kind text, value text, position smallint, how text, "pageUrl" text, "isGeneric" boolean, mail text)
     ON CONFLICT DO NOTHING`,
    [domain, JSON.stringify(others.map((fact, position) => Object.assign({ position }, fact))), now],
  )
}

const works = bitsOf(['works'])
const bitsWith = (verdict: SiteFlag['verdict'], flags: readonly SiteFlag[]): number =>
  bitsOf(flags.flatMap(one => (one.verdict === verdict ? one.flag : [])))

export type SiteChecked = { flags: SiteFlag[]; checkedAt: Date }
export const checkOf = async (db: Queryable, domain: string): Promise<SiteChecked | null> =>
  (await firstRow<SiteChecked>(db, 'SELECT flags, checked_at AS "checkedAt" FROM site_check WHERE domain = $1', [
    domain,
  ])) ?? null

/** True if a website requested after this time is still waiting. */
export const isAnyWaiting = (db: Queryable, since: Date): Promise<boolean> =>
  hasRow(db, `SELECT 1 FROM site_visit WHERE state = 'waiting' AND asked_at > $1 LIMIT 1`, [since])

/** Takes back that these websites wait for a visit. One that was read before keeps its facts, and is due. */
export async function stopWaiting(tx: Queryable, domains: readonly string[]): Promise<string[]> {
  // Somebody may be saving leads with these websites. This can be repeated, so it is the one to give up.
  await tx.query(`SET LOCAL lock_timeout = '500ms'`)
  const kept = await readValues<string>(
    tx,
    `UPDATE site_visit SET state = state_before
     WHERE domain = ANY ($1::text[]) AND state = 'waiting' AND state_before IS NOT NULL
     RETURNING domain`,
    [domains],
  )
  const dropped = await readValues<string>(
    tx,
    `DELETE FROM site_visit WHERE domain = ANY ($1::text[]) AND state = 'waiting' RETURNING domain`,
    [domains],
  )
  return [...kept, ...dropped]
}

export const waitingAmong = (db: Queryable, domains: readonly string[]): Promise<string[]> =>
  readValues(
    db,
    `SELECT domain FROM site_visit WHERE domain = ANY ($1::text[]) AND state = 'waiting' ORDER BY domain`,
    [domains],
  )

export const waitingDomains = (db: Queryable): Promise<{ domain: string }[]> =>
  db.query(`SELECT domain FROM site_visit WHERE state = 'waiting' ORDER BY asked_at, domain`)

/** The facts of a website. The value of a `kind` is the name of the category. */
export const factsOf = (db: Queryable, domain: string): Promise<StoredFact[]> =>
  db.query(
    `SELECT kind, value, how, page_url AS "pageUrl", seen_at AS "seenAt", is_generic AS "isGeneric", mail FROM (
       SELECT 0 AS part, position, kind, value, how, page_url, seen_at, is_generic, mail FROM site_fact WHERE domain = $1
       UNION ALL
       SELECT 1, c.id, 'kind', c.name, k.how, k.page_url, k.seen_at, true, NULL
       FROM site_kind k JOIN category c ON c.key = k.category WHERE k.domain = $1) f
     ORDER BY part, position`,
    [domain],
  )

export const contactsOf = (
  db: Queryable,
  domains: readonly string[],
): Promise<(Pick<SiteFact, 'kind' | 'value'> & { domain: string })[]> =>
  db.query(
    `SELECT domain, kind, value FROM site_fact WHERE domain = ANY ($1::text[]) AND kind IN ('email', 'phone')
     ORDER BY domain, position`,
    [domains],
  )

const MAX_PLACE_ROWS = 40

/** The towns of the places with a domain, and the main categories that sources give to them. */
export async function placesOfDomain(
  db: Queryable,
  domain: string,
): Promise<{ towns: string[]; categories: string[] }> {
  const rows = await db.query<{ town: string | null; category: string }>(
    `WITH h AS (
       SELECT p.id FROM place p WHERE p.domain = $1 AND p.merged_into IS NULL AND ${isPublished('p.id')}
         AND p.flags & ${placeFlags.sample} = 0 ORDER BY p.id LIMIT ${MAX_PLACES})
     SELECT p.city AS town, c.key AS category FROM place p JOIN category c ON c.id = p.category_ids[1]
     WHERE p.id IN (SELECT id FROM h) OR (p.merged_into IN (SELECT id FROM h) AND p.merged_into IS NOT NULL)
     ORDER BY p.id LIMIT ${MAX_PLACE_ROWS}`,
    [domain],
  )
  return {
    towns: [...new Set(rows.flatMap(({ town }) => town ?? []))],
    categories: [...new Set(rows.map(({ category }) => category))],
  }
}

const isListedPlace = `p.domain IS NOT NULL AND p.website IS NOT NULL AND p.merged_into IS NULL
  AND ${isPublished('p.id')} AND p.flags & ${placeFlags.sample | placeFlags.suppressed} = 0`

/** SQL for at most `$2` websites of these places that are due at `$1`. Leaves out branches of a chain. */
const sitesOf = (which: string, isDue: string) => `
  SELECT p.domain, min(p.website) AS website, (array_agg(DISTINCT p.name))[1:5] AS names
  FROM place p LEFT JOIN site_visit v ON v.domain = p.domain
  WHERE ${which} AND ${isListedPlace} AND ${isDue}
    AND (SELECT count(*) FROM (SELECT 1 FROM place o WHERE o.domain = p.domain AND o.merged_into IS NULL AND ${isPublished('o.id')}
         LIMIT ${MAX_PLACES + 1}) o) <= ${MAX_PLACES}
  GROUP BY p.domain ORDER BY p.domain LIMIT $2`
const due = '(v.next_at IS NULL OR v.next_at <= $1)'

const dueAndNotWaiting = `(v.domain IS NULL OR (v.state <> 'waiting' AND v.next_at <= $1))`

/** The websites of businesses in these cells that are due. `areNew`: without those that are already waiting. */
export const sitesInCells = (
  db: Queryable,
  cells: readonly number[],
  { now, limit, areNew = false }: { now: Date; limit: number; areNew?: boolean },
): Promise<SiteToRead[]> =>
  db.query(sitesOf('p.cell = ANY ($3::int[])', areNew ? dueAndNotWaiting : due), [now, limit, cells])

/** The due websites of businesses in these datasets, even if a business was merged into another source's place. */
export const sitesOfDatasets = (
  db: Queryable,
  datasetIds: readonly number[],
  { now, limit }: { now: Date; limit: number },
): Promise<SiteToRead[]> =>
  db.query(
    sitesOf(`p.id IN (SELECT coalesce(m.merged_into, m.id) FROM place m WHERE m.dataset_id = ANY ($3::int[]))`, due),
    [now, limit, datasetIds],
  )

/** Websites that one visit could not reach, for a reason that a second one a day later has to confirm. */
export const sitesToConfirm = (db: Queryable, { now, limit }: { now: Date; limit: number }): Promise<SiteToRead[]> =>
  db.query(
    `SELECT domain, website, names FROM site_visit
     WHERE down_reason IS NOT NULL AND read_at < down_since + interval '1 day' AND state <> 'waiting' AND next_at <= $1
     ORDER BY next_at, domain LIMIT $2`,
    [now, limit],
  )

/** Takes checks that nobody was told of, at most `limit`. */
export const takeUntold = (tx: Queryable, limit: number): Promise<{ domain: string; hasStopped: boolean }[]> =>
  tx.query(
    `UPDATE site_check SET is_told = true WHERE domain IN (
       SELECT domain FROM site_check WHERE NOT is_told ORDER BY domain LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING domain, has_stopped AS "hasStopped"`,
    [limit],
  )

export const countWaiting = (db: Queryable): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM site_visit WHERE state = 'waiting'`)
