import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { placeMark } from './correct-places.repository.ts'

export type Renamed = { id: number; placeKey: string }

/** Ended overrides whose place has a new id now, with the same name, phone, domain, and address. */
export const findRenamed = (tx: Queryable, endedAfter: Date): Promise<Renamed[]> =>
  tx.query<Renamed>(
    `SELECT DISTINCT ON (h.id, o.fault) o.id, ${placeKey('h')} AS "placeKey"
     FROM place_override o
     CROSS JOIN LATERAL (SELECT c.import_run_id FROM place_change c
       JOIN import_run r ON r.id = c.import_run_id WHERE c.place_key = o.place_key AND c.kind = 'vanished'
       ORDER BY c.id DESC LIMIT 1) gone
     JOIN place h ON h.phone = o.phone AND ${placeMark('h')} = o.place_mark
     WHERE o.end_reason = 'not listed' AND o.ended_at > $1
       AND h.merged_into IS NULL AND ${isPublished('h.id')} AND h.flags & ${placeFlags.sample} = 0
       AND EXISTS (SELECT FROM place m JOIN place_change c ON c.place_key = ${placeKey('m')}
         WHERE (m.id = h.id OR m.merged_into = h.id) AND c.kind = 'added' AND c.import_run_id = gone.import_run_id)
       AND NOT EXISTS (SELECT FROM place_override other
         WHERE other.place_key = ${placeKey('h')} AND other.fault = o.fault AND other.ended_at IS NULL)
     ORDER BY h.id, o.fault, o.id DESC`,
    [endedAfter],
  )

export async function resumeOverride(
  tx: Queryable,
  { id, placeKey: key, placeKeys }: Renamed & { placeKeys: readonly string[] },
): Promise<void> {
  await tx.query(
    `UPDATE place_override SET ended_at = NULL, end_reason = NULL, place_key = $2, place_keys = $3::text[] WHERE id = $1`,
    [id, key, placeKeys],
  )
}
