import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lead_report ADD COLUMN decided_by integer -- the administrator who decided`.execute(db)
}
