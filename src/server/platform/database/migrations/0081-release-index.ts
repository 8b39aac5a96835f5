import { type Kysely, sql } from 'kysely'

/** The row groups of a release, so that a pull need not read the footers of its files, and releases that are stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE release_index (
    root text PRIMARY KEY,
    release text,
    source text NOT NULL,
    is_whole boolean NOT NULL,
    files text NOT NULL,
    checked_at timestamptz NOT NULL
  )`.execute(db)
  await sql`CREATE TABLE release_group (
    root text NOT NULL REFERENCES release_index ON DELETE CASCADE,
    file integer NOT NULL,
    number integer NOT NULL,
    south double precision,
    north double precision,
    west double precision,
    east double precision,
    details text NOT NULL,
    PRIMARY KEY (root, file, number)
  )`.execute(db)
}
