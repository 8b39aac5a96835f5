import { type Kysely, sql } from 'kysely'

// A lead has a website if the business has one of its own. The score of each stored lead says what its website is.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE lead SET facts = jsonb_set(facts, '{hasWebsite}', 'false')
    WHERE facts->'scoreLines' @> '[{"code": "website", "detail": "page on a platform"}]'`.execute(db)
  await sql`ALTER TABLE lead DROP COLUMN has_website`.execute(db)
  await sql`
    ALTER TABLE lead ADD COLUMN has_website boolean
      GENERATED ALWAYS AS (NOT do_not_contact AND coalesce(facts->'hasWebsite' = 'true'::jsonb, false)) STORED`.execute(
    db,
  )
  // The public counts are made again.
  await sql`UPDATE public_count_state SET fingerprint = '', is_complete = false`.execute(db)
}
