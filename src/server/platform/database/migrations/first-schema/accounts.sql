CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

-- A trigger for each row does not see TRUNCATE. Only restoring a backup empties these tables, and says so.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('leadline.restore', true) = 'on' THEN RETURN NULL; END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$;

-- Secrets made at the first start, such as the key that signs page tokens.
CREATE TABLE app_secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- Counts of attempts, shared by all processes. The key is a hash of what is limited and for whom.
CREATE TABLE rate_limit (
  key text PRIMARY KEY,
  window_start timestamptz NOT NULL,
  hits int NOT NULL,
  blocked_until timestamptz,
  hit_times timestamptz[] NOT NULL DEFAULT '{}' -- for limits that hold in any hour, whenever it begins
);

CREATE TABLE user_account (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  username_key text NOT NULL UNIQUE, -- nameKey(username), because lower() only knows ASCII in some locales
  email text NOT NULL,
  password_hash text NOT NULL,
  first_name text,
  last_name text,
  is_admin boolean NOT NULL DEFAULT false,
  subscription_tier text NOT NULL DEFAULT 'free',
  subscription_status text NOT NULL DEFAULT 'active',
  plan_ends_at timestamptz, -- from then on the tier is 'free'; null: no end is known
  quota_anchor timestamptz NOT NULL, -- quota periods are months counted from here
  created_at timestamptz NOT NULL,
  -- a payment starts the quota month of a paid plan; the calendar starts the others
  plan_source text NOT NULL DEFAULT 'none' CHECK (plan_source IN ('none', 'grant', 'payment')),
  email_verified_at timestamptz, -- of the present email
  previous_email text, -- replaced without the password; it still gets mail until previous_email_until
  previous_email_until timestamptz,
  disabled_at timestamptz, -- by an administrator: the user cannot sign in
  deleted_at timestamptz, -- by the user: the row is kept for the books, without personal data
  email_since timestamptz, -- null: since the registration; a recent address cannot take back a later change
  previous_email_since timestamptz, -- the same of previous_email
  pending_email text, -- waits until the link that was sent to it is opened
  pending_email_backed boolean NOT NULL DEFAULT false, -- asked for with the password
  granted_pulls int CHECK (granted_pulls > 0) -- a month, granted by the operator; null: the plan's own quota
);
CREATE UNIQUE INDEX user_account_email ON user_account (lower(email));
CREATE INDEX user_account_pending_email ON user_account (lower(pending_email)) WHERE pending_email IS NOT NULL;
-- Serves the question whether somebody may still take an address back.
CREATE INDEX user_account_previous_email ON user_account (lower(previous_email)) WHERE previous_email IS NOT NULL;

CREATE TABLE session (
  token_hash bytea PRIMARY KEY, -- SHA-256 of the cookie's value
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- identifies the session in lists; it opens nothing
  device text NOT NULL DEFAULT 'Unknown device' -- such as "Firefox on Linux"
);
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

-- Secret links in mails. Each works once.
CREATE TABLE account_token (
  token_hash bytea PRIMARY KEY, -- SHA-256 of the link's secret
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset-password', 'verify-email', 'undo-email')),
  email text NOT NULL, -- the address it was sent to
  expires_at timestamptz NOT NULL
);
CREATE INDEX account_token_expiry ON account_token (expires_at);
CREATE INDEX account_token_user ON account_token (user_id, purpose);

CREATE TABLE two_factor (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  secret text NOT NULL, -- base32
  confirmed_at timestamptz, -- null: begun, and not asked for yet
  last_step bigint NOT NULL DEFAULT 0, -- of the newest code that was used: no code works twice
  email_was_verified boolean NOT NULL DEFAULT false -- when it was turned on; if not, a stranger may have done it
);

CREATE TABLE recovery_code (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- What happened to the safety of an account, and who did it. No addresses, no secrets.
CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int REFERENCES user_account, -- null: a sign-in with an unknown name
  actor_id int REFERENCES user_account, -- null: nobody who was signed in
  kind text NOT NULL,
  device text,
  at timestamptz NOT NULL
);
-- Serves the sweep.
CREATE INDEX security_event_age ON security_event (at);
-- Serves the log of one account.
CREATE INDEX security_event_user ON security_event (user_id, id DESC);
-- Only the sweep, which says its name, deletes what is old.
CREATE FUNCTION refuse_change_of_security_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.at < now() - interval '12 months'
        AND current_setting('leadline.sweep', true) = 'security_event' THEN RETURN OLD; END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$;
CREATE TRIGGER security_event_append_only BEFORE UPDATE OR DELETE ON security_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_security_event();
CREATE TRIGGER security_event_no_truncate BEFORE TRUNCATE ON security_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
