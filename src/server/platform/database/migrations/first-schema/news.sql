-- Searches that a user follows, and what newer releases of places have brought for them.
CREATE TABLE saved_search (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  search_id bigint NOT NULL UNIQUE REFERENCES search,
  name text NOT NULL,
  is_mailed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);
CREATE INDEX saved_search_user ON saved_search (user_id, id);

CREATE TABLE alert_setting (
  user_id int PRIMARY KEY REFERENCES user_account,
  frequency text NOT NULL CHECK (frequency IN ('day', 'week', 'month', 'never')),
  stopped_by text, -- other than the user's own choice
  last_run_id int NOT NULL, -- news of imports up to this one are stored
  digest_on date NOT NULL -- the day of the last digest
);
CREATE INDEX alert_setting_run ON alert_setting (last_run_id);

CREATE TABLE alert_hit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  saved_search_id bigint REFERENCES saved_search ON DELETE CASCADE, -- of a new business
  lead_id bigint REFERENCES lead ON DELETE CASCADE, -- of a change
  change_id bigint NOT NULL,
  place_key text NOT NULL,
  town text, -- of a new business
  kind text NOT NULL,
  what smallint NOT NULL,
  found_at timestamptz NOT NULL,
  digest_on date, -- the digest that it was in
  CHECK (num_nonnulls(saved_search_id, lead_id) = 1)
);
CREATE INDEX alert_hit_found ON alert_hit (found_at);
CREATE INDEX alert_hit_lead ON alert_hit (lead_id) WHERE lead_id IS NOT NULL;
CREATE UNIQUE INDEX alert_hit_once ON alert_hit (user_id, change_id, saved_search_id) NULLS NOT DISTINCT;
CREATE INDEX alert_hit_search ON alert_hit (saved_search_id) WHERE saved_search_id IS NOT NULL;
-- Serves the download of an account's data, and its newest changes.
CREATE INDEX alert_hit_user ON alert_hit (user_id, id);
