import { type Kysely, sql } from 'kysely'

/** By these, a corrected place is found again under a new id. Overrides from before have neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_override
    ADD COLUMN phone bigint,
    ADD COLUMN place_mark bigint -- of the name, phone, domain, and address`.execute(db)
}
