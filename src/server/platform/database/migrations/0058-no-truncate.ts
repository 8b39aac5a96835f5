import { type Kysely, sql } from 'kysely'

const appendOnly = ['ledger_entry', 'plan_grant', 'security_event']

export async function up(db: Kysely<unknown>): Promise<void> {
  // A trigger for each row does not see TRUNCATE. Only restoring a backup, which says so, empties these tables.
  await sql`
    CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('leadline.restore', true) = 'on' THEN RETURN NULL; END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`.execute(db)
  for (const table of appendOnly)
    await sql`CREATE TRIGGER ${sql.raw(`${table}_no_truncate`)} BEFORE TRUNCATE ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()`.execute(db)
}
