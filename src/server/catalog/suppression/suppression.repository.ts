import { correctPlaces } from '#server/catalog/corrections/correct-places.repository.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import {
  type PlaceTable,
  replaceTouchedCategoryRows,
  sampleSources,
  isHiddenSample,
} from '#server/catalog/tables/derived.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { pageRanges, within } from '#server/catalog/tables/staging.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readNumber } from '#server/platform/database/rows.ts'
import type { SuppressionEntry } from './suppression.rules.ts'

export type StoredEntry = SuppressionEntry & { id: number; reason: string; createdAt: Date }

/** Adds an entry; false if it already exists. */
export const insertEntry = (
  db: Queryable,
  { kind, value, reason, now }: SuppressionEntry & { reason: string; now: Date },
): Promise<boolean> =>
  hasRow(
    db,
    `INSERT INTO suppression (kind, value, reason, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id`,
    [kind, value, reason, now],
  )

export const deleteEntry = (db: Queryable, { kind, value }: SuppressionEntry): Promise<boolean> =>
  hasRow(db, 'DELETE FROM suppression WHERE kind = $1 AND value = $2 RETURNING id', [kind, value])

const columns = 'id, kind, value, reason, created_at AS "createdAt"'

export const listEntries = (db: Queryable): Promise<StoredEntry[]> =>
  db.query(`SELECT ${columns} FROM suppression ORDER BY id DESC`)

export const findEntryById = (db: Queryable, id: number): Promise<StoredEntry | undefined> =>
  firstRow(db, `SELECT ${columns} FROM suppression WHERE id = $1`, [id])

export const findEntry = (db: Queryable, { kind, value }: SuppressionEntry): Promise<StoredEntry | undefined> =>
  firstRow(db, `SELECT ${columns} FROM suppression WHERE kind = $1 AND value = $2`, [kind, value])

export const entriesAmong = (db: Queryable, entries: readonly SuppressionEntry[]): Promise<SuppressionEntry[]> =>
  entries.length === 0
    ? Promise.resolve([])
    : db.query(
        `SELECT s.kind, s.value FROM unnest($1::text[], $2::text[]) AS e (kind, value)
         JOIN suppression s ON s.kind = e.kind AND s.value = e.value ORDER BY s.id`,
        [entries.map(({ kind }) => kind), entries.map(({ value }) => value)],
      )

/** SQL for the domains of an email: mail.flatirons.example belongs to the listed flatirons.example. */
export const hostsOf = (email: string): string[] =>
  [0, 1, 2, 3].map(labels => `regexp_replace(split_part(${email}, '@', 2), '^([^.]*\\.){${labels}}', '')`)

/** What an entry can match in a row: what it shows, and what its own source says if a merge shows something else. */
const namesOf = (row: string): Record<SuppressionEntry['kind'], string[]> => {
  const shownAndOwn = (column: string, shown = `${row}.${column}`) => [shown, `${row}.own->>'${column}'`]
  const email = shownAndOwn('email')
  return {
    phone: shownAndOwn('phone', `${row}.phone::text`),
    email,
    domain: [...shownAndOwn('domain'), ...email.flatMap(hostsOf)],
    place: [placeKey(row)],
  }
}

/** True if the row itself matches an entry. */
const isSuppressed = (row: string): string =>
  [
    ...Object.entries(namesOf(row)).flatMap(([kind, names]) =>
      names.map(name => `${name} IN (SELECT s.value FROM suppression s WHERE s.kind = '${kind}')`),
    ),
    showsOnSite(row, `f.value IN (SELECT s.value FROM suppression s WHERE s.kind = 'email')`),
  ].join(' OR ')

/** An address on the website of a business is its own, even if its place has another one. */
const showsOnSite = (row: string, isListed: string): string =>
  `(${row}.provenance->'site' IS NOT NULL
    AND ${row}.domain IN (SELECT f.domain FROM site_fact f WHERE f.kind = 'email' AND ${isListed}))`

/** Takes suppressed places out of searches, among the rows `p` that meet the condition. */
export async function suppressPlaces(
  db: Queryable,
  { table, where = 'true' }: { table: PlaceTable; where?: string },
): Promise<void> {
  const [list] = await db.query('SELECT 1 FROM suppression LIMIT 1')
  if (list === undefined) return
  await db.query(`
    WITH listed AS (
      SELECT coalesce(m.merged_into, m.id) AS id FROM ${table} m WHERE ${where.replaceAll('p.', 'm.')} AND (${isSuppressed('m')})),
    gone AS (
      UPDATE ${table} p SET is_offered = false, flags = p.flags | ${placeFlags.suppressed}
      WHERE p.id IN (SELECT id FROM listed) AND (p.is_offered OR p.flags & ${placeFlags.suppressed} = 0) RETURNING p.id, p.phone)
    INSERT INTO import_touched SELECT id, phone FROM gone`)
}

export async function suppressTable(session: ImportSession, table: PlaceTable): Promise<void> {
  for await (const range of pageRanges(session, table))
    await suppressPlaces(session, { table, where: within('p', range) })
}

/** Marks the places that match an entry, and the merged places that contain them. Reads the places once for all. */
export async function markMatchingPlaces(
  session: ImportSession,
  [kind, entries]: [SuppressionEntry['kind'], readonly SuppressionEntry[]],
): Promise<void> {
  const listed = 'IN (SELECT unnest($1::text[]))'
  const names = namesOf('p')[kind]
  const named = names.map(name => `${name} ${listed}`).join(' OR ')
  const matching = kind === 'email' ? `${named} OR ${showsOnSite('p', `f.value ${listed}`)}` : named
  for await (const range of pageRanges(session, 'place'))
    await session.query(
      `INSERT INTO import_regroup (id, round)
       SELECT DISTINCT coalesce(p.merged_into, p.id), 0 FROM place p WHERE ${within('p', range)} AND (${matching})
       ON CONFLICT DO NOTHING`,
      [entries.map(({ value }) => value)],
    )
}

/** Applies the list to the marked places. Returns how many are suppressed. */
export async function applyListToMarked(tx: Queryable): Promise<number> {
  const noted = 'p.id IN (SELECT id FROM import_regroup)'
  await tx.query(
    `WITH back AS (
       UPDATE place p SET is_offered = NOT ${isHiddenSample('p')}, flags = p.flags & ~${placeFlags.suppressed}
       WHERE ${noted} AND p.flags & ${placeFlags.suppressed} <> 0 RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM back`,
    [sampleSources],
  )
  const places = {
    table: 'place',
    where: '(p.id IN (SELECT id FROM import_regroup) OR p.merged_into IN (SELECT id FROM import_regroup))',
  } as const
  await correctPlaces(tx, places)
  await suppressPlaces(tx, places)
  await replaceTouchedCategoryRows(tx)
  return readNumber(
    tx,
    `SELECT count(*)::int AS count FROM place p WHERE ${noted} AND p.flags & ${placeFlags.suppressed} <> 0`,
  )
}

/** Forgets what the website of a business says. A visit that waits will see the entry itself. */
export async function forgetSite(tx: Queryable, domain: string): Promise<void> {
  await tx.query('DELETE FROM site_fact WHERE domain = $1', [domain])
  await tx.query('DELETE FROM site_kind WHERE domain = $1', [domain])
  await tx.query('DELETE FROM site_check WHERE domain = $1', [domain])
  await tx.query(
    `UPDATE site_visit SET state = CASE state WHEN 'waiting' THEN state ELSE 'refused' END, state_before = 'refused',
       error = NULL, down_reason = NULL, down_since = NULL WHERE domain = $1`,
    [domain],
  )
}

/** Lets the website be read again. */
export async function allowSite(tx: Queryable, domain: string): Promise<void> {
  await tx.query(`DELETE FROM site_visit WHERE domain = $1 AND state = 'refused'`, [domain])
  await tx.query('UPDATE site_visit SET state_before = NULL WHERE domain = $1', [domain])
}

/** Marks a website, so that its places lose what it said. */
export async function markSite(tx: Queryable, domain: string): Promise<void> {
  await tx.query('INSERT INTO import_site (domain) VALUES ($1) ON CONFLICT DO NOTHING', [domain])
}
