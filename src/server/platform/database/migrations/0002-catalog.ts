import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row for Overture, one for the demo set, one for each of the operator's lists.
  await sql`
    CREATE TABLE dataset (
      id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL, -- a key of places/sources.ts
      name text NOT NULL,   -- the operator's name of a list; else the source's key
      UNIQUE (source, name)
    )`.execute(db)

  await sql`
    CREATE TABLE category (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text NOT NULL UNIQUE, -- the data's own key, e.g. pizza_restaurant
      name text NOT NULL,       -- for people, e.g. Pizza Restaurant
      parent_key text           -- from the data's hierarchy where it has one
    )`.execute(db)

  await sql`
    CREATE TABLE place (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      dataset_id smallint NOT NULL REFERENCES dataset,
      source_id text NOT NULL, -- the source's own id of the place
      release text NOT NULL,
      content_hash bytea NOT NULL, -- of all facts below: equal means unchanged
      name_sort text COLLATE "C" NOT NULL, -- the name as sorted and compared, see places/name-order.ts
      name_order bigint NOT NULL, -- sorts like the name, see places/name-order.ts
      name text NOT NULL,
      phone bigint CHECK (phone > 0), -- E.164 digits without the plus
      website text,
      domain text, -- registrable domain of the website, unless it is a social page
      email text,
      socials text[] NOT NULL DEFAULT '{}',
      street text,
      city text,
      state char(2),
      zip char(5),
      lat double precision NOT NULL,
      lon double precision NOT NULL,
      cell int NOT NULL, -- 0.25-degree cell, see places/cell.ts
      category_ids int[] NOT NULL, -- the main one first
      rating real CHECK (rating BETWEEN 0 AND 5),
      review_count int,
      quality smallint NOT NULL CHECK (quality BETWEEN 0 AND 100),
      score_lines text NOT NULL, -- see places/score-lines.ts
      flags smallint NOT NULL, -- 1 website, 2 phone, 4 e-mail, 8 sample, 16 phone shared with another place
      license text NOT NULL,
      confirmed_on text, -- date of the newest evidence, YYYY-MM-DD
      is_offered boolean NOT NULL DEFAULT true, -- false: a sample row in a cell that real data covers
      UNIQUE (dataset_id, source_id)
    )`.execute(db)
  // Serves the flag of shared phones at import.
  await sql`CREATE INDEX place_phone ON place (phone) WHERE phone IS NOT NULL`.execute(db)
  // Serves replacing the cells of a release, and hiding sample rows.
  await sql`CREATE INDEX place_cell ON place (cell, dataset_id)`.execute(db)
  // Serves searching business names.
  await sql`CREATE INDEX place_name ON place USING gin (to_tsvector('simple', name_sort))`.execute(db)

  // What a search scans: one row for each category of each offered place, loaded in (category, cell) order.
  await sql`
    CREATE TABLE place_category (
      category_id int NOT NULL,
      state char(2),
      lat double precision NOT NULL,
      lon double precision NOT NULL,
      place_id bigint NOT NULL,
      relevance smallint NOT NULL, -- quality, and 101 more where it is the place's main category
      rating real NOT NULL, -- 0: none
      name_order bigint NOT NULL, -- sorts like the name, see places/name-order.ts
      phone bigint NOT NULL, -- 0: none
      flags smallint NOT NULL,
      earlier int[] -- the place's categories before this one; a place counts in its first category that is searched
    )`.execute(db)
  // Serves radius searches, alone: covering, category first.
  await sql`CREATE INDEX place_category_position ON place_category (category_id, lat, lon)
    INCLUDE (relevance, rating, name_order, phone, flags, earlier, place_id)`.execute(db)
  // Serves statewide searches, alone. State first, for no radius search to take it.
  await sql`CREATE INDEX place_category_state ON place_category (state, category_id)
    INCLUDE (relevance, rating, name_order, phone, flags, earlier, place_id)`.execute(db)
  // Serves taking out the rows of changed places.
  await sql`CREATE INDEX place_category_place ON place_category (place_id)`.execute(db)

  // Which cells a dataset covers, and with which release.
  await sql`
    CREATE TABLE coverage (
      cell int NOT NULL,
      dataset_id smallint NOT NULL REFERENCES dataset,
      state char(2) NOT NULL, -- '--' where unknown
      release text NOT NULL,
      place_count int NOT NULL,
      PRIMARY KEY (cell, dataset_id, state)
    )`.execute(db)
  await sql`CREATE INDEX coverage_state ON coverage (state)`.execute(db)

  await sql`
    CREATE TABLE import_run (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      dataset_id smallint NOT NULL REFERENCES dataset,
      release text NOT NULL,
      file text NOT NULL,
      started_at timestamptz NOT NULL,
      finished_at timestamptz NOT NULL,
      counts jsonb NOT NULL
    )`.execute(db)

  // Goes up with every change of the catalog: processes reload what they keep in memory when it moves.
  await sql`CREATE TABLE catalog_version (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), version int NOT NULL)`.execute(
    db,
  )
  await sql`INSERT INTO catalog_version (version) VALUES (0)`.execute(db)
}
