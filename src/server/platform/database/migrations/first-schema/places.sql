-- One row. The version increases with every change of the catalog, so that processes reload what they keep in memory.
-- An import writes new places in many short transactions before searches may find them.
CREATE TABLE catalog_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version int NOT NULL,
  unpublished_from bigint NOT NULL DEFAULT 9223372036854775807, -- first id of places that are not published yet
  unpublished_run int -- the id that the import's record will get
);
INSERT INTO catalog_version (version) VALUES (0);

-- One row for each source, such as Overture, and one for each of the operator's lists.
CREATE TABLE dataset (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL, -- a key of the sources of places
  name text NOT NULL, -- the operator's name of a list, or the source's key
  UNIQUE (source, name)
);

CREATE TABLE category (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE, -- the data's own key, such as pizza_restaurant
  name text NOT NULL, -- for people, such as Pizza Restaurant
  parent_key text -- from the data's hierarchy, if it has one
);

CREATE TABLE place (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dataset_id smallint NOT NULL REFERENCES dataset,
  source_id text NOT NULL, -- the source's own id of the place
  release text NOT NULL,
  content_hash bytea NOT NULL, -- of the facts below that are not computed from others: equal means unchanged
  name_sort text COLLATE "C" NOT NULL, -- the name as it is sorted and compared
  name_order bigint NOT NULL, -- sorts like the name
  name text NOT NULL,
  phone bigint CHECK (phone > 0), -- E.164 digits without the plus
  website text,
  domain text, -- registrable domain of the website, unless it is a social page
  email text,
  socials text[] NOT NULL DEFAULT '{}',
  street text,
  city text,
  state char(2),
  zip char(5),
  lat double precision NOT NULL,
  lon double precision NOT NULL,
  cell int NOT NULL, -- 0.25 degrees wide and high
  category_ids int[] NOT NULL, -- the main one first
  rating real CHECK (rating BETWEEN 0 AND 5),
  review_count int,
  quality smallint NOT NULL CHECK (quality BETWEEN 0 AND 100),
  score_lines text NOT NULL, -- codes and numbers of the lines
  flags int NOT NULL, -- see place-flags.ts
  license text NOT NULL,
  confirmed_on text, -- date of the newest evidence, YYYY-MM-DD
  is_offered boolean NOT NULL DEFAULT true, -- false: a sample in a cell that real data covers, or part of another place
  origin text, -- who gave the row to its source, if that is a collection of data of others
  merged_into bigint, -- the place that this row is part of; such a row is not offered by itself
  possible_duplicate_of bigint, -- a place that may be the same business; both are offered
  own jsonb, -- of a place that rows were merged into: what its own row says
  provenance jsonb,
  brand text, -- name of the chain that it belongs to
  first_seen_on text, -- YYYY-MM-DD; null: it came with the first load of its cell
  derived_location text, -- what comes from the coordinates: 'city', 'state', or 'city and state'
  kind_told_by text, -- what says that it is of its main category; null until the next import of the place
  hours text, -- opening hours, such as 'Mo-Fr 08:00-17:00; Sa 09:00-12:00'
  UNIQUE (dataset_id, source_id)
);
-- Serves replacing the cells of a release, and hiding sample rows.
CREATE INDEX place_cell ON place (cell, dataset_id);
-- Serves merging what businesses say on their websites, and matching the files of users.
CREATE INDEX place_domain ON place (domain, id) WHERE domain IS NOT NULL;
-- Serves the counts of what the catalog has and does not offer, without reading the places.
CREATE INDEX place_held ON place (dataset_id, id) WHERE NOT is_offered;
-- Serves finding the same house, where a business may be listed twice.
CREATE INDEX place_house ON place (zip, (substring(street from '^[0-9]+'))) WHERE zip IS NOT NULL AND street ~ '^[0-9]';
-- These two serve finding the same house if one of two rows has no ZIP.
CREATE INDEX place_house_number ON place ((substring(street from '^[0-9]+')), lat)
  WHERE zip IS NOT NULL AND street ~ '^[0-9]';
CREATE INDEX place_house_without_zip ON place ((substring(street from '^[0-9]+')), lat)
  WHERE zip IS NULL AND street ~ '^[0-9]';
-- Serves taking a merged place apart.
CREATE INDEX place_merged ON place (merged_into) WHERE merged_into IS NOT NULL;
-- Serves searching business names.
CREATE INDEX place_name ON place USING gin (to_tsvector('simple', name_sort));
-- These serve finding names that start alike at one spot, in other spellings and with or without "The".
CREATE INDEX place_name_spot ON place
  ((substr(name_sort, CASE WHEN name_sort LIKE 'the %' THEN 5 ELSE 1 END, 3)), lat, id)
  WHERE street ~ '^[0-9]';
-- The best rows of groups by name and position. In their own source, they may lack a phone or a house number that the
-- place got from another row.
CREATE INDEX place_name_spot_grouped ON place
  ((substr(name_sort, CASE WHEN name_sort LIKE 'the %' THEN 5 ELSE 1 END, 3)), lat, id)
  WHERE own IS NOT NULL AND phone IS NOT NULL AND street ~ '^[0-9]';
-- Rows without a phone or a house number.
CREATE INDEX place_name_spot_vague ON place
  ((substr(name_sort, CASE WHEN name_sort LIKE 'the %' THEN 5 ELSE 1 END, 3)), lat, id)
  WHERE phone IS NULL OR (street ~ '^[0-9]') IS NOT TRUE;
-- Serves the flag of shared phones, and finding the same business among the branches of a chain that has one phone.
CREATE INDEX place_phone ON place (phone, lat) WHERE phone IS NOT NULL;
-- Serves comparing again when the possible duplicate of a place has changed.
CREATE INDEX place_possible_duplicate ON place (possible_duplicate_of) WHERE possible_duplicate_of IS NOT NULL;
-- Serves searches for names in a state.
CREATE INDEX place_state ON place (state);

-- What a search scans: one row for each category of each offered place, loaded in the order of category and cell.
CREATE TABLE place_category (
  category_id int NOT NULL,
  state char(2),
  lat double precision NOT NULL,
  lon double precision NOT NULL,
  place_id bigint NOT NULL,
  relevance smallint NOT NULL, -- the quality, plus 101 if it is the place's main category
  rating real NOT NULL, -- 0: none
  name_order bigint NOT NULL, -- sorts like the name
  phone bigint NOT NULL, -- 0: none
  flags int NOT NULL,
  earlier int[] -- the place's categories before this one; a place counts in its first category that is searched
);
-- Serves removing the rows of changed places.
CREATE INDEX place_category_place ON place_category (place_id);
-- Serves radius searches alone: it has all that they read.
CREATE INDEX place_category_position ON place_category (category_id, lat, lon)
  INCLUDE (relevance, rating, name_order, phone, flags, earlier, place_id);
-- Serves statewide searches alone. The state is first, so that no radius search uses it.
CREATE INDEX place_category_state ON place_category (state, category_id)
  INCLUDE (relevance, rating, name_order, phone, flags, earlier, place_id);

-- Which cells a dataset covers, and with which release.
CREATE TABLE coverage (
  cell int NOT NULL,
  dataset_id smallint NOT NULL REFERENCES dataset,
  state char(2) NOT NULL, -- '--' where unknown
  release text NOT NULL,
  place_count int NOT NULL,
  PRIMARY KEY (cell, dataset_id, state)
);
CREATE INDEX coverage_state ON coverage (state);

CREATE TABLE import_run (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dataset_id smallint NOT NULL REFERENCES dataset,
  release text NOT NULL,
  file text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  counts jsonb NOT NULL,
  unused_status_columns text[] NOT NULL DEFAULT '{}' -- of a list: they may say which businesses are closed
);

-- What a release changed in a place, for saved searches and for users with the lead. It has enough facts to match a
-- place that is gone to searches. An import writes its changes before its own record.
CREATE TABLE place_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_run_id int NOT NULL,
  place_id bigint NOT NULL, -- kept when the place is gone
  place_key text NOT NULL, -- as in lead.place_key
  kind text NOT NULL CHECK (kind IN ('added', 'changed', 'vanished', 'closed')),
  cell int NOT NULL,
  name text,
  lat double precision,
  lon double precision,
  state text,
  category_ids int[],
  flags int,
  what smallint
);
CREATE INDEX place_change_key ON place_change (place_key, id DESC);
-- Serves rows of users' files whose places are gone.
CREATE INDEX place_change_gone ON place_change (lower(name)) WHERE kind IN ('vanished', 'closed');
-- Serves saved searches, and the leads of a page.
CREATE INDEX place_change_run ON place_change (import_run_id, cell);

-- What reports and administrators say about places, against their sources.
CREATE TABLE place_override (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place_key text NOT NULL, -- the main row of the place
  place_keys text[] NOT NULL, -- all rows of the place when it was last reported
  fault text NOT NULL CHECK (fault IN ('closed', 'wrong_number', 'moved', 'not_a_business')),
  effect text NOT NULL CHECK (effect IN ('doubted', 'withheld')),
  basis text NOT NULL CHECK (basis IN ('reports', 'administrator')),
  fact_mark bigint NOT NULL, -- of the facts that are wrong; with others, the override has no effect
  from_release text NOT NULL,
  name text NOT NULL,
  town text,
  witness_ids int[] NOT NULL DEFAULT '{}', -- accounts that reported it and still exist
  witness_count int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL, -- by the newest report or decision
  decided_by int, -- the administrator who set or kept it
  ended_at timestamptz,
  ended_by int,
  end_reason text CHECK (end_reason IN ('administrator', 'newer facts', 'not listed', 'reporters', 'expired')),
  phone bigint, -- by phone and place_mark, a corrected place is found again under a new id
  place_mark bigint, -- of the name, phone, domain, and address
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX place_override_active ON place_override (place_key, fault) WHERE ended_at IS NULL;
CREATE INDEX place_override_ended ON place_override (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX place_override_place ON place_override (place_key, fault, ended_at);

-- Businesses that nobody may contact. Imports, searches, and exports obey it, whatever is imported later.
CREATE TABLE suppression (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('phone', 'email', 'domain', 'place')),
  value text NOT NULL, -- E.164 digits, a lower-case address or domain, or a place's key as in lead.place_key
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (kind, value)
);

-- What businesses asked for on the public page.
CREATE TABLE removal_request (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_name text NOT NULL,
  email text NOT NULL,
  phone bigint,
  website_domain text,
  message text NOT NULL,
  status text NOT NULL CHECK (status IN ('awaiting_mail', 'awaiting_admin', 'removed', 'refused')),
  token_hashes bytea[] NOT NULL DEFAULT '{}', -- of the links in the mail, one for each attempt to send it
  created_at timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE INDEX removal_request_token ON removal_request USING gin (token_hashes);
