import { type Kysely, sql } from 'kysely'

/** URLs that are told what happens in an account, the messages for them, and each attempt to deliver one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webhook_endpoint (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES user_account,
      url text NOT NULL,
      events text[] NOT NULL,
      secret bytea NOT NULL, -- encrypted
      former_secret bytea, -- encrypted; it also signs until former_until
      former_until timestamptz,
      state text NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off', 'failed', 'gone', 'full')),
      failing_since timestamptz,
      last_failed_at timestamptz,
      paused_until timestamptz, -- its Retry-After
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX webhook_endpoint_user ON webhook_endpoint (user_id, id)`.execute(db)
  await sql`
    CREATE TABLE webhook_message (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key uuid NOT NULL DEFAULT gen_random_uuid(), -- never used twice, also after a restore
      endpoint_id bigint NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      type text NOT NULL,
      content jsonb NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      tries_left smallint NOT NULL,
      next_at timestamptz, -- of the next attempt; during one, when it counts as lost
      created_at timestamptz NOT NULL,
      CHECK ((state = 'waiting') = (next_at IS NOT NULL))
    )`.execute(db)
  // Serves the history of an endpoint, and its upkeep.
  await sql`CREATE INDEX webhook_message_endpoint ON webhook_message (endpoint_id, id DESC)`.execute(db)
  await sql`CREATE INDEX webhook_message_failed ON webhook_message (endpoint_id, id DESC) WHERE state = 'failed'`.execute(
    db,
  )
  // Serves the sender.
  await sql`CREATE INDEX webhook_message_due ON webhook_message (endpoint_id, next_at) WHERE next_at IS NOT NULL`.execute(
    db,
  )
  // Serves the download of an account's data.
  await sql`CREATE INDEX webhook_message_user ON webhook_message (user_id, id)`.execute(db)
  await sql`
    CREATE TABLE webhook_attempt (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id bigint NOT NULL REFERENCES webhook_message ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      at timestamptz NOT NULL,
      status smallint, -- null without an answer
      ms integer NOT NULL,
      fault text
    )`.execute(db)
  await sql`CREATE INDEX webhook_attempt_message ON webhook_attempt (message_id, id)`.execute(db)
  // Serves the download of an account's data.
  await sql`CREATE INDEX webhook_attempt_user ON webhook_attempt (user_id, id)`.execute(db)
}
