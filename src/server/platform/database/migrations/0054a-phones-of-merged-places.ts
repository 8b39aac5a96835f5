import { type Kysely, sql } from 'kysely'

// A place keeps the phones of all rows that were merged into it. First of this upgrade, as it takes the longest where
// many places are merged and locks no table: what follows holds up the processes of the version before.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE place h SET provenance = h.provenance || jsonb_build_object('phones', (
      SELECT coalesce(jsonb_agg(DISTINCT phone), '[]') FROM (
        SELECT m.phone FROM place m WHERE m.merged_into = h.id UNION SELECT (h.own->>'phone')::bigint) known
      WHERE phone <> h.phone))
    WHERE h.provenance IS NOT NULL`.execute(db)
}
