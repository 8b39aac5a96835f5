import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the user pulled first, where `facts` are newer since: so that a change stays visible. Null: `facts` are the first.
  await sql`ALTER TABLE lead ADD COLUMN first_facts jsonb`.execute(db)
}
