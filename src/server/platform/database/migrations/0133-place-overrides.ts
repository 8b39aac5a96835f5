import { type Kysely, sql } from 'kysely'

/** What reports and administrators say about places, against their sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE place_override (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      place_key text NOT NULL, -- the main row of the place
      place_keys text[] NOT NULL, -- all rows of the place when it was last reported
      fault text NOT NULL CHECK (fault IN ('closed', 'wrong_number', 'moved', 'not_a_business')),
      effect text NOT NULL CHECK (effect IN ('doubted', 'withheld')),
      basis text NOT NULL CHECK (basis IN ('reports', 'administrator')),
      fact_mark bigint NOT NULL, -- of the facts that are wrong; with others, the override has no effect
      from_release text NOT NULL,
      name text NOT NULL,
      town text,
      witness_ids integer[] NOT NULL DEFAULT '{}', -- accounts that reported it and still exist
      witness_count integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      confirmed_at timestamptz NOT NULL, -- by the newest report or decision
      decided_by integer, -- the administrator who set or kept it
      ended_at timestamptz,
      ended_by integer,
      end_reason text CHECK (end_reason IN ('administrator', 'newer facts', 'not listed', 'reporters', 'expired')),
      CHECK ((ended_at IS NULL) = (end_reason IS NULL))
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX place_override_active ON place_override (place_key, fault) WHERE ended_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX place_override_place ON place_override (place_key, fault, ended_at)`.execute(db)
  await sql`CREATE INDEX place_override_ended ON place_override (ended_at) WHERE ended_at IS NOT NULL`.execute(db)
}
