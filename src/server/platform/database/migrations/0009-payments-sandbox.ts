import { type Kysely, sql } from 'kysely'

/** State of the payments sandbox, apart from everything of the product. Empty where a real Stripe is set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SCHEMA sandbox`.execute(db)
  await sql`
    CREATE TABLE sandbox.object (
      id text PRIMARY KEY,
      kind text NOT NULL,
      position bigint GENERATED ALWAYS AS IDENTITY,
      body jsonb NOT NULL,
      hidden jsonb NOT NULL,
      customer text GENERATED ALWAYS AS (body ->> 'customer') STORED,
      due_at bigint
    )`.execute(db)
  await sql`CREATE INDEX object_by_kind ON sandbox.object (kind, position)`.execute(db)
  await sql`CREATE INDEX object_by_customer ON sandbox.object (customer, kind) WHERE customer IS NOT NULL`.execute(db)
  await sql`CREATE INDEX object_by_due ON sandbox.object (due_at) WHERE due_at IS NOT NULL`.execute(db)
  await sql`
    CREATE TABLE sandbox.answer (
      key text PRIMARY KEY,
      request text NOT NULL,
      status int NOT NULL,
      body jsonb NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE sandbox.delivery (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event text NOT NULL,
      attempts int NOT NULL DEFAULT 0,
      due_at timestamptz,
      last_status text
    )`.execute(db)
  await sql`CREATE INDEX delivery_by_due ON sandbox.delivery (due_at, id) WHERE due_at IS NOT NULL`.execute(db)
  await sql`CREATE TABLE sandbox.setting (name text PRIMARY KEY, value jsonb NOT NULL)`.execute(db)
}
