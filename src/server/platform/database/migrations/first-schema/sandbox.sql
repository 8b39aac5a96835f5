-- The state of the payments sandbox, apart from the product's own tables. Empty if real Stripe keys are set.
CREATE SCHEMA sandbox;

CREATE TABLE sandbox.object (
  id text PRIMARY KEY,
  kind text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  body jsonb NOT NULL,
  hidden jsonb NOT NULL,
  customer text GENERATED ALWAYS AS (body ->> 'customer') STORED,
  due_at bigint
);
CREATE INDEX object_by_customer ON sandbox.object (customer, kind) WHERE customer IS NOT NULL;
CREATE INDEX object_by_due ON sandbox.object (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX object_by_kind ON sandbox.object (kind, position);

CREATE TABLE sandbox.answer (
  key text PRIMARY KEY,
  request text NOT NULL,
  status int NOT NULL,
  body jsonb NOT NULL,
  answered_at bigint NOT NULL DEFAULT 0 -- in seconds since 1970: a key is forgotten after a day
);

CREATE TABLE sandbox.delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz,
  last_status text
);
CREATE INDEX delivery_by_due ON sandbox.delivery (due_at, id) WHERE due_at IS NOT NULL;

CREATE TABLE sandbox.setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
