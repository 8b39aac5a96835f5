import { type Kysely, sql } from 'kysely'

/**
 * What a release changed in a place, and enough facts to match a place that is gone to searches. Changes from before
 * have none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_change
    ADD COLUMN name text,
    ADD COLUMN lat double precision,
    ADD COLUMN lon double precision,
    ADD COLUMN state text,
    ADD COLUMN category_ids integer[],
    ADD COLUMN flags smallint,
    ADD COLUMN what smallint,
    DROP CONSTRAINT place_change_kind_check,
    ADD CONSTRAINT place_change_kind_check CHECK (kind IN ('added', 'changed', 'vanished', 'closed'))`.execute(db)
}
