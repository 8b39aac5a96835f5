import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // In the lead's own row, the mark had the whole row written again, and its eight indexes.
  await sql`
    CREATE TABLE lead_export (
      lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
      exported_at timestamptz NOT NULL -- for the first time
    )`.execute(db)
  await sql`INSERT INTO lead_export SELECT id, exported_at FROM lead WHERE exported_at IS NOT NULL`.execute(db)
  await sql`ALTER TABLE lead DROP COLUMN exported_at`.execute(db)
}
