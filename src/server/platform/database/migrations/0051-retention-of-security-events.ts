import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The log stays append-only, but for one sweep that says its name, of what is old.
  await sql`
    CREATE FUNCTION refuse_change_of_security_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.at < now() - interval '12 months'
        AND current_setting('leadline.sweep', true) = 'security_event' THEN RETURN OLD; END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`.execute(db)
  await sql`DROP TRIGGER security_event_append_only ON security_event`.execute(db)
  await sql`CREATE TRIGGER security_event_append_only BEFORE UPDATE OR DELETE ON security_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_security_event()`.execute(db)
  // Serves the sweep.
  await sql`CREATE INDEX security_event_age ON security_event (at)`.execute(db)
}
