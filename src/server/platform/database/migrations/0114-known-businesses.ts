import { type Kysely, sql } from 'kysely'

/** Businesses from files of users, such as their customers. Searches can leave them out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE known_file (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES user_account,
      name text NOT NULL,
      row_count integer NOT NULL DEFAULT 0,
      -- reading: its rows are being stored, and count for nothing yet.
      state text NOT NULL CHECK (state IN ('reading', 'matching', 'done')),
      -- The version of the catalog that all rows were compared with.
      version integer,
      -- The version that rows are being compared with, and the last row that was.
      pass_version integer,
      pass_row integer NOT NULL DEFAULT 0,
      -- Rows by kind of match, after the last pass.
      counts jsonb,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX known_file_user ON known_file (user_id, id DESC)`.execute(db)
  await sql`
    CREATE TABLE known_business (
      file_id integer NOT NULL REFERENCES known_file,
      row integer NOT NULL,
      user_id integer NOT NULL,
      name text,
      phone bigint,
      domain text,
      street text,
      city text,
      state char(2),
      zip char(5),
      -- Null until the row is compared for the first time.
      match text CHECK (match IN ('phone', 'website', 'address', 'several', 'none', 'unreadable')),
      -- Why it is unreadable.
      problem text,
      -- The places it means, to see whether they have changed.
      found text,
      PRIMARY KEY (file_id, row)
    )`.execute(db)
  await sql`CREATE INDEX known_business_user ON known_business (user_id, file_id, row)`.execute(db)
  // What searches leave out: the phone of a row, and for each place that it means the phone, or the key if it has none.
  await sql`
    CREATE TABLE known_place (
      file_id integer NOT NULL REFERENCES known_file,
      row integer NOT NULL,
      user_id integer NOT NULL,
      phone bigint,
      place_key text,
      CHECK ((phone IS NULL) <> (place_key IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX known_place_row ON known_place (file_id, row)`.execute(db)
  await sql`CREATE INDEX known_place_phone ON known_place (user_id, phone)`.execute(db)
  await sql`CREATE INDEX known_place_key ON known_place (user_id, place_key)`.execute(db)
}
