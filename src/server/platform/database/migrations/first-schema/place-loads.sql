-- Loads of real places in the background, started by administrators or by searches.
CREATE TABLE place_load (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wish jsonb NOT NULL, -- PullWish
  area text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  progress text NOT NULL DEFAULT '',
  fraction real NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  seen_at timestamptz, -- when the run last showed that it is alive
  finished_at timestamptz,
  key uuid NOT NULL DEFAULT gen_random_uuid(), -- nobody can guess it
  cells int[], -- of a load that a search started
  started_at timestamptz,
  is_searchable boolean NOT NULL DEFAULT false, -- before all of it is loaded
  user_id int REFERENCES user_account -- whose search started it
);
CREATE UNIQUE INDEX place_load_key ON place_load (key);
CREATE INDEX place_load_user ON place_load (user_id) WHERE user_id IS NOT NULL;

-- The row groups of a release, so that a pull need not read the footers of its files.
CREATE TABLE release_index (
  root text PRIMARY KEY,
  release text,
  source text NOT NULL,
  is_whole boolean NOT NULL,
  files text NOT NULL,
  checked_at timestamptz NOT NULL
);

CREATE TABLE release_group (
  root text NOT NULL REFERENCES release_index ON DELETE CASCADE,
  file int NOT NULL,
  number int NOT NULL,
  south double precision,
  north double precision,
  west double precision,
  east double precision,
  details text NOT NULL,
  PRIMARY KEY (root, file, number)
);

-- Releases that wait for an administrator, that one has stopped, or that one has approved.
CREATE TABLE release_decision (
  release text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('waiting', 'stopped', 'approved')),
  reason text NOT NULL,
  decided_at timestamptz NOT NULL
);

-- How many businesses of a kind there are in a state (`town` is empty) or around a town, for pages that anybody can
-- read.
CREATE TABLE public_count (
  category text NOT NULL,
  state char(2) NOT NULL,
  town text NOT NULL,
  places int NOT NULL,
  with_phone int NOT NULL,
  with_website int NOT NULL,
  with_email int NOT NULL,
  scores int[] NOT NULL,
  opened int,
  closed int,
  version int NOT NULL,
  PRIMARY KEY (category, state, town)
);
CREATE INDEX public_count_of_states ON public_count (category, state) WHERE town = '';

CREATE TABLE public_count_state (
  state char(2) PRIMARY KEY,
  fingerprint text NOT NULL,
  kinds_done int NOT NULL,
  is_complete boolean NOT NULL,
  version int NOT NULL,
  counted_at timestamptz
);
