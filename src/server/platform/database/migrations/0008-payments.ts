import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who gave the plan. A plan that is paid for gets a new quota month by its payment, not by the calendar.
  await sql`
    ALTER TABLE user_account ADD COLUMN plan_source text NOT NULL DEFAULT 'none'
      CHECK (plan_source IN ('none', 'grant', 'payment'))`.execute(db)
  await sql`UPDATE user_account SET plan_source = 'grant' WHERE subscription_tier <> 'free'`.execute(db)

  // One change of a user's payments at a time, over all processes; a lease, because nobody may hold a session of the
  // database while the payment provider answers. No reference: it outlives the account that is deleted under it.
  await sql`
    CREATE TABLE billing_lock (
      user_id int PRIMARY KEY,
      holder text NOT NULL,
      until timestamptz NOT NULL -- by the database's own clock
    )`.execute(db)

  await sql`
    CREATE TABLE billing_customer (
      customer_id text PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      mode text NOT NULL CHECK (mode IN ('sandbox', 'test', 'live')), -- an id of one means nothing to the others
      gone_at timestamptz -- deleted at the provider; null: the user's customer
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX billing_customer_of_user ON billing_customer (user_id, mode) WHERE gone_at IS NULL`.execute(
    db,
  )

  // The provider's subscriptions as the sync last read them.
  await sql`
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
      wished_tier text, -- a smaller plan that the user asked for; kept here until it is the paid one
      quota_tier text, -- the greatest plan whose quota this period was given
      quota_period_start timestamptz,
      created_at timestamptz NOT NULL,
      ended_at timestamptz
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX billing_subscription_live ON billing_subscription (user_id) WHERE is_live`.execute(db)
  await sql`CREATE INDEX billing_subscription_user ON billing_subscription (user_id, created_at DESC)`.execute(db)
  // Serves the hourly reconciliation.
  await sql`CREATE INDEX billing_subscription_due ON billing_subscription (paid_until) WHERE is_live`.execute(db)

  await sql`
    CREATE TABLE billing_card (
      payment_method_id text PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      brand text NOT NULL,
      last4 text NOT NULL,
      exp_month int NOT NULL,
      exp_year int NOT NULL,
      is_default boolean NOT NULL,
      created_at timestamptz NOT NULL,
      expiry_told boolean NOT NULL DEFAULT false -- the user was written to about its end
    )`.execute(db)
  await sql`CREATE INDEX billing_card_user ON billing_card (user_id, created_at)`.execute(db)

  await sql`
    CREATE TABLE billing_invoice (
      invoice_id text PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      number text,
      description text NOT NULL,
      total_cents int NOT NULL,
      status text NOT NULL,
      hosted_url text,
      pdf_url text,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX billing_invoice_user ON billing_invoice (user_id, created_at DESC, invoice_id)`.execute(db)

  await sql`
    CREATE TABLE lead_purchase (
      id uuid PRIMARY KEY, -- goes with the checkout as metadata, so that every event of it finds its way here
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      session_id text UNIQUE, -- of the checkout; null until the provider has answered
      mode text NOT NULL,
      leads int NOT NULL,
      amount_cents int NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
      leads_taken_back int NOT NULL DEFAULT 0 CHECK (leads_taken_back BETWEEN 0 AND leads), -- after a refund
      receipt_url text,
      created_at timestamptz NOT NULL,
      paid_at timestamptz -- set once, together with the leads
    )`.execute(db)
  await sql`CREATE INDEX lead_purchase_user ON lead_purchase (user_id, created_at DESC)`.execute(db)
  await sql`CREATE INDEX lead_purchase_unsettled ON lead_purchase (created_at) WHERE status IN ('open', 'processing')`.execute(
    db,
  )

  // Events of the provider that were handled: each has its effect once.
  await sql`
    CREATE TABLE stripe_event (
      event_id text PRIMARY KEY,
      type text NOT NULL,
      created_at timestamptz NOT NULL,
      handled_at timestamptz NOT NULL
    )`.execute(db)
  // Up to when the provider's events are known to be handled, by mode.
  await sql`CREATE TABLE billing_reconciliation (mode text PRIMARY KEY, events_until timestamptz NOT NULL)`.execute(db)
}
