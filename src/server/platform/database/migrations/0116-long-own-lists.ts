import { type Kysely, sql } from 'kysely'

/** A search looks its places up in the user's own do-not-contact list, so its cost does not grow with the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of a place: the row of the catalog that searches find, as of `lead_refresh.own_places`.
  await sql`ALTER TABLE own_suppression ADD COLUMN place_id bigint`.execute(db)
  await sql`CREATE INDEX own_suppression_phone ON own_suppression (user_id, phone) WHERE phone IS NOT NULL`.execute(db)
  await sql`CREATE INDEX own_suppression_place ON own_suppression (user_id, place_id) WHERE place_id IS NOT NULL`.execute(
    db,
  )
  // The number of entries, and the version of the catalog in which their places were looked up.
  await sql`ALTER TABLE lead_refresh ADD COLUMN own_entries integer NOT NULL DEFAULT 0, ADD COLUMN own_places integer`.execute(
    db,
  )
  await sql`
    UPDATE lead_refresh r SET own_entries = o.count
    FROM (SELECT user_id, count(*) AS count FROM own_suppression GROUP BY user_id) o WHERE o.user_id = r.user_id`.execute(
    db,
  )
}
