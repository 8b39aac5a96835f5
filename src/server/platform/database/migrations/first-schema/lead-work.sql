-- What users note about their leads is in tables of its own, because a lead's row is long and has many indexes. A lead
-- without a row is new.
CREATE TABLE lead_mark (
  lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  status text NOT NULL DEFAULT 'new',
  status_at timestamptz, -- when the user set it
  follow_up_on date
);
CREATE INDEX lead_mark_follow_up ON lead_mark (user_id, follow_up_on, lead_id DESC) WHERE follow_up_on IS NOT NULL;
-- Serves lists of one status, beginning with the newest lead.
CREATE INDEX lead_mark_status ON lead_mark (user_id, status, lead_id DESC);

CREATE TABLE lead_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz
);
CREATE INDEX lead_note_lead ON lead_note (lead_id, id DESC);
-- Serves the number of an account's notes, and the download of its data.
CREATE INDEX lead_note_user ON lead_note (user_id, id);

-- A tag is a list that its leads show.
CREATE TABLE lead_list (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  kind text NOT NULL DEFAULT 'list'
);
CREATE UNIQUE INDEX lead_list_name ON lead_list (user_id, kind, lower(name));

CREATE TABLE lead_list_entry (
  list_id bigint NOT NULL REFERENCES lead_list ON DELETE CASCADE,
  lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (list_id, lead_id)
);
CREATE INDEX lead_list_entry_lead ON lead_list_entry (lead_id);
-- Serves the download of a user's data, in the order of the leads, and the deletion of an account.
CREATE INDEX lead_list_entry_user ON lead_list_entry (user_id, lead_id);

-- Changes of many leads, which can be undone.
CREATE TABLE lead_batch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  lead_count int NOT NULL, -- that were to be changed
  created_at timestamptz NOT NULL,
  -- while it is made in the background, with lead_ids and done: what, on which leads, and how many are done
  action jsonb,
  lead_ids bigint[],
  done int,
  undone_at timestamptz,
  changed int NOT NULL DEFAULT 0, -- that had another value
  left_out int NOT NULL DEFAULT 0 -- that could not be changed any more
);
-- Serves the limit of changes a day.
CREATE INDEX lead_batch_user ON lead_batch (user_id, created_at);

CREATE TABLE lead_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  batch_id bigint, -- of a change that can be undone
  kind text NOT NULL,
  was text,
  becomes text,
  at timestamptz NOT NULL,
  ref_id bigint, -- of the list or tag that the change is about
  is_copy boolean NOT NULL DEFAULT false -- from a lead with the same history; not told to programs that poll
);
-- Serves undoing a change.
CREATE INDEX lead_event_batch ON lead_event (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX lead_event_lead ON lead_event (lead_id, id DESC);
-- Serves the poll of status changes. An account can have many more events of other kinds.
CREATE INDEX lead_event_status ON lead_event (user_id, id) WHERE kind = 'status';
-- Serves the download of an account's data.
CREATE INDEX lead_event_user ON lead_event (user_id, id);

-- A lead that is listed as part of another one has no work of its own.
CREATE TABLE lead_twin (
  lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
  kept_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account
);
CREATE INDEX lead_twin_kept ON lead_twin (kept_id);
CREATE INDEX lead_twin_user ON lead_twin (user_id);

-- Businesses that a user does not want to contact.
CREATE TABLE do_not_contact_entry (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  kind text NOT NULL CHECK (kind IN ('phone', 'email', 'domain', 'place')),
  value text NOT NULL,
  phone bigint, -- of a phone, or of a place that had one: E.164 digits
  business_name text, -- of a place
  created_at timestamptz NOT NULL,
  place_id bigint, -- of the place that it names, in the version `lead_refresh.own_places`
  UNIQUE (user_id, kind, value)
);
CREATE INDEX do_not_contact_entry_newest ON do_not_contact_entry (user_id, id DESC);
CREATE INDEX do_not_contact_entry_phone ON do_not_contact_entry (user_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX do_not_contact_entry_place ON do_not_contact_entry (user_id, place_id) WHERE place_id IS NOT NULL;
-- Triggers keep the number of entries, and forget the looked-up places, whatever changes the list.
CREATE FUNCTION note_do_not_contact() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE lead_refresh r
      SET own_entries = r.own_entries + CASE TG_OP WHEN 'INSERT' THEN c.count ELSE -c.count END,
        own_places = CASE WHEN c.has_new_place THEN NULL ELSE r.own_places END
      FROM (
        SELECT user_id, count(*)::int AS count, bool_or(kind = 'place' AND place_id IS NULL) AS has_new_place
        FROM changed GROUP BY user_id) c
      WHERE r.user_id = c.user_id;
      RETURN NULL;
    END $$;
CREATE FUNCTION note_do_not_contact_place() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE lead_refresh SET own_places = NULL WHERE user_id = NEW.user_id;
      RETURN NULL;
    END $$;
-- Not while a backup is restored: it contains the number.
CREATE TRIGGER do_not_contact_entry_added AFTER INSERT ON do_not_contact_entry REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('leadline.restore', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION note_do_not_contact();
CREATE TRIGGER do_not_contact_entry_removed AFTER DELETE ON do_not_contact_entry REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_do_not_contact();
CREATE TRIGGER do_not_contact_entry_renamed AFTER UPDATE OF value ON do_not_contact_entry
  FOR EACH ROW EXECUTE FUNCTION note_do_not_contact_place();

-- Businesses from files of users, such as their customers. Searches can leave them out.
CREATE TABLE known_file (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  name text NOT NULL,
  row_count int NOT NULL DEFAULT 0,
  -- reading: its rows are being stored, and count for nothing yet
  state text NOT NULL CHECK (state IN ('reading', 'matching', 'done')),
  version int, -- of the catalog that all rows were compared with
  pass_version int, -- that rows are being compared with; pass_row is the last one that was
  pass_row int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  fields text[] NOT NULL DEFAULT '{}', -- what each column contains; '' for nothing that is used
  is_left_out boolean NOT NULL DEFAULT true, -- whether searches leave out its businesses
  fill jsonb, -- what it is filled with, and how far; null: never
  is_followed boolean NOT NULL DEFAULT false, -- whether its user is told what changes about its businesses
  has_baseline boolean NOT NULL DEFAULT false -- whether a pass has noted what was different when following began
);
CREATE INDEX known_file_user ON known_file (user_id, id DESC);

-- The file as it was sent, in parts, so that a backup and a download read little at once.
CREATE TABLE known_content (
  file_id int NOT NULL REFERENCES known_file,
  part int NOT NULL,
  user_id int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
CREATE INDEX known_content_user ON known_content (user_id, file_id, part);

-- What the user said about a row, for later files with the same row.
CREATE TABLE known_decision (
  user_id int NOT NULL REFERENCES user_account,
  identity bytea NOT NULL, -- a hash of the row
  place_key text, -- null: none of the places that it may be
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, identity)
);

-- What searches leave out: the phone of a row, and the phone of each place that it means, or the key of a place without
-- one, or that the row is although its contacts differ.
CREATE TABLE known_place (
  file_id int NOT NULL REFERENCES known_file,
  row int NOT NULL,
  user_id int NOT NULL,
  phone bigint,
  place_key text,
  CHECK ((phone IS NULL) <> (place_key IS NULL))
);
CREATE INDEX known_place_key ON known_place (user_id, place_key);
CREATE INDEX known_place_phone ON known_place (user_id, phone);
CREATE INDEX known_place_row ON known_place (file_id, row);

CREATE TABLE known_business (
  file_id int NOT NULL REFERENCES known_file,
  row int NOT NULL,
  user_id int NOT NULL,
  name text,
  phone bigint,
  domain text,
  street text,
  city text,
  state char(2),
  zip char(5),
  -- null until the row is compared for the first time
  match text CHECK (match IN ('phone', 'website', 'address', 'several', 'none', 'unreadable')),
  problem text, -- why it is unreadable
  found text, -- the places it means, to see whether they have changed
  cells jsonb NOT NULL DEFAULT '{}', -- what the file says, by field
  identity bytea NOT NULL, -- a hash of what the file says
  -- null until the row is compared for the first time
  row_state text CHECK (row_state IN ('found', 'decide', 'none', 'double', 'unreadable')),
  place_keys text[] NOT NULL DEFAULT '{}', -- the place it is, or the places it may be
  facts int NOT NULL DEFAULT 0, -- what the place knows better, as bits
  gone jsonb, -- what the catalog says if its place is gone
  do_not_contact boolean NOT NULL DEFAULT false,
  filled jsonb, -- what the row has got
  PRIMARY KEY (file_id, row)
);
CREATE INDEX known_business_user ON known_business (user_id, file_id, row);
CREATE INDEX known_business_place ON known_business ((place_keys[1])) WHERE row_state = 'found';
CREATE INDEX known_business_identity ON known_business (user_id, identity);

-- How the businesses of a followed file differ from its rows.
CREATE TABLE known_change (
  file_id int NOT NULL REFERENCES known_file,
  row int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('closed', 'unlisted', 'moved', 'otherPhone', 'renamed', 'siteStopped')),
  user_id int NOT NULL,
  was text NOT NULL,
  cells jsonb NOT NULL, -- what the row would say; empty for a business that is gone
  value text NOT NULL, -- the same in a uniform spelling, to see whether it has changed
  source text NOT NULL,
  seen_on text, -- YYYY-MM-DD; null if the source does not say it
  found_at timestamptz NOT NULL,
  -- before: it was there when following began, and is not reported
  state text NOT NULL CHECK (state IN ('before', 'open', 'accepted', 'ignored')),
  is_told boolean NOT NULL DEFAULT false, -- to the user's programs, after all rows were compared
  digest_on date, -- the digest that it was in
  PRIMARY KEY (file_id, row, kind)
);
CREATE INDEX known_change_user ON known_change (user_id, file_id, row);
-- Serves the next digest, and the numbers of open changes.
CREATE INDEX known_change_open ON known_change (user_id, file_id) WHERE state = 'open';
