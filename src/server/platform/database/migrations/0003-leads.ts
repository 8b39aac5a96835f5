import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // balance = the sum of the ledger's entries of the same user and bucket; both are written by one statement.
  await sql`
    CREATE TABLE quota_balance (
      user_id int NOT NULL REFERENCES user_account,
      bucket text NOT NULL CHECK (bucket IN ('searches', 'pulls', 'extra_pulls')),
      period_start timestamptz, -- of the month the balance belongs to; null for extra_pulls, which never expire
      balance int NOT NULL CHECK (balance >= 0),
      PRIMARY KEY (user_id, bucket)
    )`.execute(db)
  await sql`
    CREATE TABLE ledger_entry (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account,
      bucket text NOT NULL,
      amount int NOT NULL, -- units of the bucket; negative: spent
      reason text NOT NULL,
      search_id bigint,
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX ledger_entry_user ON ledger_entry (user_id, bucket, id)`.execute(db)
  await sql`CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)

  await sql`
    CREATE TABLE search (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account,
      category_words text NOT NULL,
      location_label text NOT NULL,
      is_statewide boolean NOT NULL,
      criteria jsonb NOT NULL, -- as the user sent them
      plan jsonb NOT NULL,     -- as understood: category keys, point or state, filters, sort
      total int NOT NULL,
      delivered int NOT NULL,  -- leads of the pages loaded so far
      next_key jsonb,          -- where the next page begins; null: all loaded
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX search_user ON search (user_id, id DESC)`.execute(db)

  // A place as this user pulled it: theirs for good, whatever the catalog does later.
  await sql`
    CREATE TABLE lead (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account,
      place_key text NOT NULL, -- source and the source's id: the same place after any import
      phone bigint,
      is_first_of_phone boolean NOT NULL, -- false: another place of a phone that the user already has; cost nothing
      facts jsonb NOT NULL, -- LeadFacts
      name text NOT NULL,
      quality smallint NOT NULL,
      state char(2),
      search_id bigint NOT NULL REFERENCES search, -- the search that pulled it
      pulled_at timestamptz NOT NULL,
      exported_at timestamptz,
      UNIQUE (user_id, place_key)
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX lead_first_of_phone ON lead (user_id, phone) WHERE is_first_of_phone AND phone IS NOT NULL`.execute(
    db,
  )
  // Serves "All Leads", newest first.
  await sql`CREATE INDEX lead_user ON lead (user_id, id DESC)`.execute(db)

  await sql`
    CREATE TABLE search_lead (
      search_id bigint NOT NULL REFERENCES search,
      position int NOT NULL, -- from 0, in the order of the search
      lead_id bigint NOT NULL REFERENCES lead,
      distance_miles double precision, -- null: statewide
      PRIMARY KEY (search_id, position),
      UNIQUE (search_id, lead_id)
    )`.execute(db)
  await sql`CREATE INDEX search_lead_lead ON search_lead (lead_id)`.execute(db)
}
