import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'

/** The leads with these websites, of users whose programs are told of checks. */
export const leadsOfSites = (
  tx: Queryable,
  domains: readonly string[],
): Promise<{ userId: number; id: number; domain: string }[]> =>
  tx.query(
    `SELECT l.user_id AS "userId", l.id, l.site_domain AS domain FROM lead l
     WHERE l.site_domain = ANY ($1::text[])
       AND EXISTS (SELECT FROM webhook_endpoint w WHERE w.user_id = l.user_id AND 'lead.site_checked' = ANY (w.events))
     ORDER BY l.user_id, l.id`,
    [domains],
  )

/** Stores as news of their leads' users that these websites have stopped working. */
export async function insertStopped(tx: Queryable, domains: readonly string[], now: Date): Promise<void> {
  if (domains.length === 0) return
  await tx.query(
    `INSERT INTO alert_hit (user_id, lead_id, change_id, place_key, kind, what, found_at)
     SELECT l.user_id, l.id, -l.id, l.place_key, 'stopped', 0, $2
     FROM lead l JOIN alert_setting s ON s.user_id = l.user_id WHERE l.site_domain = ANY ($1::text[]) ORDER BY l.id
     ON CONFLICT (user_id, change_id, saved_search_id) DO UPDATE SET found_at = excluded.found_at, digest_on = NULL`,
    [domains, now],
  )
}

/** Has followed files compared again whose businesses have websites that stopped working, or work again. */
export async function compareFollowed(
  tx: Queryable,
  checked: readonly string[],
  stopped: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE known_file SET version = NULL, pass_version = NULL, pass_row = 0 WHERE id IN (
       SELECT id FROM known_file WHERE is_followed AND state = 'done' AND id IN (
         SELECT b.file_id FROM place p JOIN known_business b ON b.row_state = 'found' AND b.place_keys[1] = ${placeKey('p')}
         WHERE p.domain = ANY ($1::text[]) AND (p.domain = ANY ($2::text[]) OR EXISTS (
           SELECT FROM known_change c WHERE c.file_id = b.file_id AND c.row = b.row AND c.kind = 'siteStopped')))
       ORDER BY id FOR UPDATE)`,
    [checked, stopped],
  )
}
