-- Plans given by the operator, without payment.
CREATE TABLE plan_grant (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  tier text NOT NULL,
  until timestamptz, -- null: no end
  at timestamptz NOT NULL,
  pulls int CHECK (pulls > 0) -- a month; null: the plan's own quota
);
CREATE TRIGGER plan_grant_append_only BEFORE UPDATE OR DELETE ON plan_grant
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER plan_grant_no_truncate BEFORE TRUNCATE ON plan_grant
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- The balance is the sum of the ledger's entries of the same user and bucket. One statement writes both.
CREATE TABLE quota_balance (
  user_id int NOT NULL REFERENCES user_account,
  bucket text NOT NULL CHECK (bucket IN ('searches', 'pulls', 'extra_pulls')),
  period_start timestamptz, -- of the month the balance belongs to; null for extra_pulls, which never expire
  balance int NOT NULL CHECK (balance >= 0),
  PRIMARY KEY (user_id, bucket)
);

CREATE TABLE ledger_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  bucket text NOT NULL,
  amount int NOT NULL, -- units of the bucket; negative: spent
  reason text NOT NULL,
  search_id bigint,
  at timestamptz NOT NULL
);
CREATE INDEX ledger_entry_user ON ledger_entry (user_id, bucket, id);
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- Only one process changes a user's payments at a time. It is a lease, because nobody may hold a database session while
-- the payment provider answers. Without a reference, because it outlives the account that is deleted under it.
CREATE TABLE billing_lock (
  user_id int PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL -- by the database's own clock
);

CREATE TABLE billing_customer (
  customer_id text PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('sandbox', 'test', 'live')), -- an id of one mode means nothing in the others
  gone_at timestamptz, -- deleted at the provider; null: the user's customer
  email text -- that the provider was last told
);
CREATE UNIQUE INDEX billing_customer_of_user ON billing_customer (user_id, mode) WHERE gone_at IS NULL;

-- The provider's subscriptions as the sync last read them.
CREATE TABLE billing_subscription (
  subscription_id text PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  customer_id text NOT NULL,
  status text NOT NULL, -- the provider's word
  is_live boolean NOT NULL,
  tier text, -- what was paid for; null: nothing yet
  next_tier text NOT NULL, -- what the next period will be charged as
  period_start timestamptz, -- of the paid period
  paid_until timestamptz,
  cancel_at_period_end boolean NOT NULL,
  open_invoice_id text, -- a charge that has failed or waits for the customer
  open_amount_cents int,
  wished_tier text, -- a smaller plan that the user asked for, until it is the paid one
  quota_tier text, -- the largest plan whose quota this period was given
  quota_period_start timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  price_id text, -- at which the paid plan was subscribed to
  price_cents int,
  ends_at timestamptz, -- when the provider will end it
  next_charge_cents int, -- of the next renewal; null: not known
  next_credit_cents int, -- taken off that charge
  next_tax_cents int, -- in that charge
  payment_received_at timestamptz, -- since when a payment has arrived whose invoice the provider has not settled yet
  end_lifted_by_upgrade timestamptz -- the end that an upgrade takes back once it is paid; null: none
);
-- Serves the hourly reconciliation.
CREATE INDEX billing_subscription_due ON billing_subscription (paid_until) WHERE is_live;
CREATE UNIQUE INDEX billing_subscription_live ON billing_subscription (user_id) WHERE is_live;
CREATE INDEX billing_subscription_user ON billing_subscription (user_id, created_at DESC);

CREATE TABLE billing_card (
  payment_method_id text PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month int NOT NULL,
  exp_year int NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expiry_told boolean NOT NULL DEFAULT false, -- the user was told that it expires
  fingerprint text -- the provider's mark of the card number, the same for each customer
);
CREATE INDEX billing_card_user ON billing_card (user_id, created_at);

CREATE TABLE billing_invoice (
  invoice_id text PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  number text,
  description text NOT NULL,
  total_cents int NOT NULL,
  status text NOT NULL,
  hosted_url text,
  pdf_url text,
  created_at timestamptz NOT NULL,
  tax_cents int,
  charged_cents int, -- less than the total if a credit paid part of it
  refunded_cents int NOT NULL DEFAULT 0,
  is_disputed boolean NOT NULL DEFAULT false -- at the bank of the customer
);
CREATE INDEX billing_invoice_user ON billing_invoice (user_id, created_at DESC, invoice_id);

CREATE TABLE lead_purchase (
  id uuid PRIMARY KEY, -- part of the metadata of the checkout, so that every event of it is found
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  session_id text UNIQUE, -- of the checkout; null until the provider has answered
  mode text NOT NULL,
  leads int NOT NULL,
  amount_cents int NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
  leads_taken_back int NOT NULL DEFAULT 0, -- after a refund
  receipt_url text,
  created_at timestamptz NOT NULL,
  paid_at timestamptz, -- set once, together with the leads
  paid_cents int,
  tax_cents int,
  refunded_cents int,
  is_disputed boolean NOT NULL DEFAULT false,
  CHECK (leads_taken_back BETWEEN 0 AND leads)
);
CREATE INDEX lead_purchase_unsettled ON lead_purchase (created_at) WHERE status IN ('open', 'processing');
CREATE INDEX lead_purchase_user ON lead_purchase (user_id, created_at DESC);

-- Events of the provider that were handled: each has its effect once.
CREATE TABLE stripe_event (
  event_id text PRIMARY KEY,
  type text NOT NULL,
  created_at timestamptz NOT NULL,
  handled_at timestamptz NOT NULL
);

-- Until when the provider's events are known to be handled, by mode.
CREATE TABLE billing_reconciliation (
  mode text PRIMARY KEY,
  events_until timestamptz NOT NULL
);

-- Idempotency keys under which the payment provider answered with an error of its own, which it repeats for a day.
CREATE TABLE failed_idempotency_key (
  key text PRIMARY KEY,
  failures int NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX failed_idempotency_key_by_age ON failed_idempotency_key (failed_at);
