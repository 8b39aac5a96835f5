import { type Kysely, sql } from 'kysely'

/** A webhook on hold: its messages wait until the owner turns it on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_state_check,
    ADD CONSTRAINT webhook_endpoint_state_check
      CHECK (state = ANY (ARRAY['on'::text, 'off'::text, 'held'::text, 'failed'::text, 'gone'::text, 'full'::text]))`.execute(
    db,
  )
}
