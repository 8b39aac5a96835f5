CREATE TABLE api_key (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  name text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('read', 'search', 'write')),
  secret_hash bytea NOT NULL UNIQUE, -- SHA-256 of the key
  ending text NOT NULL, -- the key's last characters, to tell it from others
  created_at timestamptz NOT NULL,
  last_used_at timestamptz, -- to the minute
  revoked_at timestamptz,
  expires_at timestamptz -- null: never
);
-- Serves the list of a user's keys.
CREATE INDEX api_key_living ON api_key (user_id, id DESC) WHERE revoked_at IS NULL;

-- Answers to API calls with an Idempotency-Key, kept for a day.
CREATE TABLE api_answer (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  key_hash bytea NOT NULL, -- SHA-256 of the Idempotency-Key
  fingerprint bytea NOT NULL, -- SHA-256 of method, path, and body
  answer jsonb, -- null: the answer is made again, because it costs nothing
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX api_answer_age ON api_answer (at);

-- URLs that are told what happens in an account, the messages for them, and each attempt to deliver one.
CREATE TABLE webhook_endpoint (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  url text NOT NULL,
  events text[] NOT NULL,
  secret bytea NOT NULL, -- encrypted
  former_secret bytea, -- encrypted; it also signs until former_until
  former_until timestamptz,
  -- held: messages wait until the owner turns it on
  state text NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off', 'held', 'failed', 'gone', 'full')),
  failing_since timestamptz,
  last_failed_at timestamptz,
  paused_until timestamptz, -- its Retry-After
  created_at timestamptz NOT NULL,
  earlier_secrets jsonb NOT NULL DEFAULT '[]' -- after several rotations in a day: {secret (hex), until}
);
CREATE INDEX webhook_endpoint_user ON webhook_endpoint (user_id, id);

CREATE TABLE webhook_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key uuid NOT NULL DEFAULT gen_random_uuid(), -- never used twice, even after a restore
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  type text NOT NULL,
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries_left smallint NOT NULL,
  next_at timestamptz, -- of the next attempt; during one (is_taken), when it counts as lost
  is_taken boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CHECK ((state = 'waiting') = (next_at IS NOT NULL))
);
-- Serves the sender.
CREATE INDEX webhook_message_due ON webhook_message (endpoint_id, next_at) WHERE next_at IS NOT NULL;
-- Serves the history of an endpoint, and its upkeep.
CREATE INDEX webhook_message_endpoint ON webhook_message (endpoint_id, id DESC);
CREATE INDEX webhook_message_failed ON webhook_message (endpoint_id, id DESC) WHERE state = 'failed';
-- Serves the download of an account's data.
CREATE INDEX webhook_message_user ON webhook_message (user_id, id);

CREATE TABLE webhook_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES webhook_message ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  at timestamptz NOT NULL,
  status smallint, -- null without an answer
  ms int NOT NULL,
  fault text
);
CREATE INDEX webhook_attempt_message ON webhook_attempt (message_id, id);
-- Serves the download of an account's data.
CREATE INDEX webhook_attempt_user ON webhook_attempt (user_id, id);
