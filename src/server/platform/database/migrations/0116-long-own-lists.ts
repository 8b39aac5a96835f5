import { type Kysely, sql } from 'kysely'

// Not while a backup is restored: it contains the numbers that the trigger keeps.
const unlessRestored = `WHEN (current_setting('leadline.restore', true) IS DISTINCT FROM 'on')`

/** A search looks its places up in the user's own do-not-contact list, so its cost does not grow with the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // own_entries: the number of entries. own_places: the version of the catalog in which their places were looked up. This
  // table is altered first, because code that changes a list also locks it first.
  await sql`ALTER TABLE lead_refresh ADD COLUMN own_entries integer NOT NULL DEFAULT 0, ADD COLUMN own_places integer`.execute(
    db,
  )
  // The id of the place that the entry names, if it names one, in the version `lead_refresh.own_places` of the catalog.
  await sql`ALTER TABLE own_suppression ADD COLUMN place_id bigint`.execute(db)
  await sql`CREATE INDEX own_suppression_phone ON own_suppression (user_id, phone) WHERE phone IS NOT NULL`.execute(db)
  await sql`CREATE INDEX own_suppression_place ON own_suppression (user_id, place_id) WHERE place_id IS NOT NULL`.execute(
    db,
  )
  await sql`
    UPDATE lead_refresh r SET own_entries = o.count
    FROM (SELECT user_id, count(*) AS count FROM own_suppression GROUP BY user_id) o WHERE o.user_id = r.user_id`.execute(
    db,
  )

  // Triggers, because earlier versions may run next to this one, and they keep neither the number nor the places.
  await sql`
    CREATE FUNCTION note_own_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE lead_refresh r
      SET own_entries = r.own_entries + CASE TG_OP WHEN 'INSERT' THEN c.count ELSE -c.count END,
        own_places = CASE WHEN c.has_new_place THEN NULL ELSE r.own_places END
      FROM (
        SELECT user_id, count(*)::int AS count, bool_or(kind = 'place' AND place_id IS NULL) AS has_new_place
        FROM changed GROUP BY user_id) c
      WHERE r.user_id = c.user_id;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE FUNCTION note_own_place() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE lead_refresh SET own_places = NULL WHERE user_id = NEW.user_id;
      RETURN NULL;
    END $$`.execute(db)
  await sql`CREATE TRIGGER own_suppression_added AFTER INSERT ON own_suppression REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT ${sql.raw(unlessRestored)} EXECUTE FUNCTION note_own_entries()`.execute(db)
  await sql`CREATE TRIGGER own_suppression_removed AFTER DELETE ON own_suppression REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_own_entries()`.execute(db)
  await sql`CREATE TRIGGER own_suppression_renamed AFTER UPDATE OF value ON own_suppression
    FOR EACH ROW EXECUTE FUNCTION note_own_place()`.execute(db)
}
