import { type Kysely, sql } from 'kysely'

/** How many businesses of a kind there are in a state (`town` is empty) or around a town, for pages that anybody can read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE public_count (
    category text NOT NULL,
    state char(2) NOT NULL,
    town text NOT NULL,
    places integer NOT NULL,
    with_phone integer NOT NULL,
    with_website integer NOT NULL,
    with_email integer NOT NULL,
    scores integer[] NOT NULL,
    opened integer,
    closed integer,
    version integer NOT NULL,
    PRIMARY KEY (category, state, town)
  )`.execute(db)
  await sql`CREATE INDEX public_count_of_states ON public_count (category, state) WHERE town = ''`.execute(db)
  await sql`CREATE TABLE public_count_state (
    state char(2) PRIMARY KEY,
    fingerprint text NOT NULL,
    kinds_done integer NOT NULL,
    is_complete boolean NOT NULL,
    version integer NOT NULL,
    counted_at timestamptz
  )`.execute(db)
}
