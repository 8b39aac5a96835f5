import type { OverrideBasis, OverrideEffect, PlaceFault, PlaceOverride } from '#contract/admin/place-overrides.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, hasRow, readNumber } from '#server/platform/database/rows.ts'
import { factMark, namedRows, placeMark, placesOfKeys } from './correct-places.repository.ts'

export type ReportedPlace = {
  id: number
  /** The key of its main row. */
  placeKey: string
  placeKeys: string[]
  name: string
  town: string | null
  domain: string | null
  emailDomain: string | null
  release: string
}

/** The place that contains the row with this key. Samples are left out: they have no faults. */
export const findReportedPlace = (db: Queryable, key: string): Promise<ReportedPlace | undefined> =>
  firstRow(
    db,
    `SELECT h.id, ${placeKey('h')} AS "placeKey", h.name, nullif(concat_ws(', ', h.city, h.state), '') AS town, h.domain,
       nullif(split_part(h.email, '@', 2), '') AS "emailDomain", h.release,
       ARRAY(SELECT ${placeKey('m')} FROM place m WHERE m.id = h.id OR m.merged_into = h.id ORDER BY m.id) AS "placeKeys"
     FROM ${placesOfKeys('ARRAY[$1::text]')}
     JOIN place h ON h.id = coalesce(p.merged_into, p.id)
     WHERE h.flags & ${placeFlags.sample} = 0 ORDER BY h.id LIMIT 1`,
    [key],
  )

export type NewOverride = {
  place: ReportedPlace
  fault: PlaceFault
  effect: OverrideEffect
  basis: OverrideBasis
  witnessIds: readonly number[]
  decidedBy: number | null
  now: Date
}

/**
 * Creates an override, or strengthens the one in force. Reports never weaken an override, and do not replace an
 * administrator's decision. Returns the id of the override; undefined if there are no new reports, or if the catalog no
 * longer has the place.
 */
export function saveOverride(tx: Queryable, override: NewOverride): Promise<number | undefined> {
  const { place, fault, effect, basis, witnessIds, decidedBy, now } = override
  return firstValue(
    tx,
    `INSERT INTO place_override AS o (place_key, place_keys, fault, effect, basis, fact_mark, from_release, name, town,
       phone, place_mark, witness_ids, witness_count, created_at, confirmed_at, decided_by)
     SELECT $1, $2::text[], f.fault, $4, $5, ${factMark('f.fault', 'p')}, $6, $7, $8,
       p.phone, ${placeMark('p')}, $9::int[], cardinality($9::int[]), $10, $10, $11::int
     FROM place p CROSS JOIN (SELECT $3::text AS fault) f WHERE p.id = $12
     ON CONFLICT (place_key, fault) WHERE ended_at IS NULL DO UPDATE SET
       place_keys = EXCLUDED.place_keys, fact_mark = EXCLUDED.fact_mark, phone = EXCLUDED.phone,
       place_mark = EXCLUDED.place_mark, from_release = EXCLUDED.from_release,
       effect = CASE WHEN 'withheld' IN (o.effect, EXCLUDED.effect) THEN 'withheld' ELSE 'doubted' END,
       basis = CASE WHEN 'administrator' IN (o.basis, EXCLUDED.basis) THEN 'administrator' ELSE 'reports' END,
       decided_by = coalesce(EXCLUDED.decided_by, o.decided_by),
       witness_ids = CASE WHEN EXCLUDED.basis = 'reports' THEN EXCLUDED.witness_ids ELSE o.witness_ids END,
       witness_count = CASE WHEN EXCLUDED.basis = 'reports' THEN EXCLUDED.witness_count ELSE o.witness_count END,
       confirmed_at = EXCLUDED.confirmed_at
     WHERE EXCLUDED.basis = 'administrator' OR EXCLUDED.witness_count > o.witness_count
     RETURNING id`,
    [
      place.placeKey,
      place.placeKeys,
      fault,
      effect,
      basis,
      place.release,
      place.name,
      place.town,
      witnessIds,
      now,
      decidedBy,
      place.id,
    ],
  )
}

export type StoredOverride = Dated<PlaceOverride, 'createdAt' | 'confirmedAt'> & { placeKeys: string[] }

const stored = `o.id, o.place_key AS "placeKey", o.place_keys AS "placeKeys", o.name AS "businessName", o.town, o.fault, o.effect,
  o.basis, o.witness_count AS witnesses, o.from_release AS "fromRelease", o.created_at AS "createdAt",
  o.confirmed_at AS "confirmedAt", (SELECT username FROM user_account WHERE id = o.decided_by) AS "decidedBy"`

/** The overrides in force. Overrides without an administrator's decision come first, then the newest. */
export const listActive = (db: Queryable, limit: number): Promise<StoredOverride[]> =>
  db.query(
    `SELECT ${stored} FROM place_override o WHERE o.ended_at IS NULL
     ORDER BY o.basis = 'administrator', o.id DESC LIMIT $1`,
    [limit],
  )

export const countActive = (db: Queryable): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM place_override WHERE ended_at IS NULL')

export const findOverride = (db: Queryable, id: number): Promise<StoredOverride | undefined> =>
  firstRow(db, `SELECT ${stored} FROM place_override o WHERE o.id = $1`, [id])

/** Records that an administrator keeps an override. Returns false if it has ended. */
export const keepOverride = (
  tx: Queryable,
  { id, adminId, now }: { id: number; adminId: number; now: Date },
): Promise<boolean> =>
  hasRow(
    tx,
    `UPDATE place_override SET basis = 'administrator', effect = 'withheld', decided_by = $2, confirmed_at = $3
     WHERE id = $1 AND ended_at IS NULL RETURNING id`,
    [id, adminId, now],
  )

/**
 * Why an override ended. newer facts: a release says something else; not listed: a release has no such place anymore;
 * reporters: their accounts were disabled; expired: no other account has reported the same.
 */
type EndReason = 'administrator' | 'newer facts' | 'not listed' | 'reporters' | 'expired'

/** Ends an override. Returns false if it had already ended. */
export const endOverride = (
  tx: Queryable,
  { id, reason, adminId = null, now }: { id: number; reason: EndReason; adminId?: number | null; now: Date },
): Promise<boolean> =>
  hasRow(
    tx,
    `UPDATE place_override SET ended_at = $4, end_reason = $2, ended_by = $3::int
     WHERE id = $1 AND ended_at IS NULL RETURNING id`,
    [id, reason, adminId, now],
  )

/** Ends overrides if a newer release has other facts about the place, or no longer lists it. */
export async function endOutdatedOverrides(
  tx: Queryable,
  { table, now }: { table: PlaceTable; now: Date },
): Promise<void> {
  await tx.query(
    `WITH named AS MATERIALIZED (${namedRows}),
     found AS (
       SELECT n.override_id, bool_or(${factMark('n.fault', 'h')} = n.fact_mark) AS is_same
       FROM named n JOIN ${table} m ON m.dataset_id = n.dataset_id AND m.source_id = n.source_id
       JOIN ${table} h ON h.id = coalesce(m.merged_into, m.id) GROUP BY n.override_id)
     UPDATE place_override o SET ended_at = $1,
       end_reason = CASE WHEN o.id IN (SELECT override_id FROM found) THEN 'newer facts' ELSE 'not listed' END
     WHERE o.ended_at IS NULL AND o.id NOT IN (SELECT override_id FROM found WHERE is_same)
       AND (o.id IN (SELECT override_id FROM found) OR coalesce((
         SELECT c.kind IN ('closed', 'vanished') AND r.release <> ''
         FROM place_change c JOIN import_run r ON r.id = c.import_run_id
         WHERE c.place_key = o.place_key ORDER BY c.id DESC LIMIT 1), false))`,
    [now],
  )
}

/** An override that lost reports of disabled accounts, or that no other account has confirmed in time. */
export type Weakened = { id: number; placeKeys: string[]; remaining: number; isExpired: boolean }

export const findWeakened = (db: Queryable, expiredBefore: Date): Promise<Weakened[]> =>
  db.query(
    `SELECT id, "placeKeys", "isExpired", remaining FROM (
       SELECT o.id, o.place_keys AS "placeKeys", o.confirmed_at < $1 AS "isExpired",
         o.witness_count - (SELECT count(*)::int FROM user_account u
           WHERE u.id = ANY (o.witness_ids) AND u.disabled_at IS NOT NULL) AS remaining, o.witness_count
       FROM place_override o WHERE o.ended_at IS NULL AND o.basis = 'reports') o
     WHERE "isExpired" OR remaining < witness_count ORDER BY id`,
    [expiredBefore],
  )

/** Removes the reports of disabled accounts from an override. */
export async function weakenOverride(
  tx: Queryable,
  { id, remaining, effect }: { id: number; remaining: number; effect: OverrideEffect },
): Promise<void> {
  await tx.query(
    `UPDATE place_override SET effect = $3, witness_count = $2,
       witness_ids = ARRAY(SELECT u.id FROM user_account u WHERE u.id = ANY (witness_ids) AND u.disabled_at IS NULL ORDER BY u.id)
     WHERE id = $1 AND ended_at IS NULL`,
    [id, remaining, effect],
  )
}

export async function markPlacesOfKeys(tx: Queryable, keys: readonly string[]): Promise<void> {
  await tx.query(
    `WITH head AS (SELECT DISTINCT coalesce(p.merged_into, p.id) AS id FROM ${placesOfKeys('$1::text[]')})
     INSERT INTO import_regroup (id, round)
     SELECT id, 0 FROM head
     UNION SELECT p.id, 0 FROM place p WHERE p.merged_into IN (SELECT id FROM head) AND p.merged_into IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [keys],
  )
}

export async function deleteEndedBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM place_override WHERE ended_at < $1', [before])
}
