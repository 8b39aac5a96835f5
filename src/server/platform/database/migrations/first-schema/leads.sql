CREATE TABLE search (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  category_words text NOT NULL,
  location_label text NOT NULL,
  is_statewide boolean NOT NULL,
  criteria jsonb NOT NULL, -- as the user sent them
  plan jsonb NOT NULL, -- as understood: category keys, point or state, filters, sort
  total int NOT NULL,
  delivered int NOT NULL, -- leads of the pages loaded so far
  next_key jsonb, -- where the next page begins; null: all are loaded
  created_at timestamptz NOT NULL,
  notes jsonb, -- SearchNotes: what the search said besides its leads
  pulls int NOT NULL DEFAULT 0, -- that its pages cost
  load_key uuid, -- of the load that it started
  samples_refunded_at timestamptz, -- when its sample leads were paid back
  pages jsonb NOT NULL DEFAULT '[]', -- the receipt: from which version of the catalog each page was read
  keys_hash text
);
CREATE UNIQUE INDEX search_user ON search (user_id, id DESC);

-- A place as the user pulled it. The user keeps it, whatever happens in the catalog. What is counted is what is shown:
-- the contacts of a business on the do-not-contact list are neither. Columns are computed from the facts for lists and
-- analytics, which would otherwise parse 50,000 documents.
CREATE TABLE lead (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL,
  place_key text NOT NULL, -- the source, and the source's id: the same place after any import
  phone bigint,
  is_first_of_phone boolean NOT NULL, -- false: "All Leads" lists it as part of another lead
  facts jsonb NOT NULL, -- LeadFacts, the current ones
  name text NOT NULL,
  quality smallint NOT NULL,
  state char(2),
  search_id bigint, -- the search that pulled it; null: a file of the user
  pulled_at timestamptz NOT NULL,
  rating real GENERATED ALWAYS AS (coalesce((facts->>'rating')::real, 0)) STORED,
  first_facts jsonb, -- as they were pulled; null: the current ones
  place_stamp bigint, -- of the place's facts that the facts were made of; null: not known
  is_listed boolean NOT NULL DEFAULT true, -- false: its source covers the area, and no longer has the place
  do_not_contact boolean NOT NULL DEFAULT false,
  has_phone boolean GENERATED ALWAYS AS (NOT do_not_contact AND facts->>'phoneNumber' IS NOT NULL) STORED,
  has_email boolean GENERATED ALWAYS AS (NOT do_not_contact AND facts->>'email' IS NOT NULL) STORED,
  website_domain text GENERATED ALWAYS AS (
    CASE WHEN NOT do_not_contact AND facts->>'website' <> '' THEN coalesce(
      substring(lower(facts->>'website') FROM
        '^[a-z][a-z0-9+.-]*://(?:[^/?#]*@)?(?:[^/?#:]*[.])?([^./?#:@]+[.][^./?#:@]+)[.]?(?:[:/?#]|$)'),
      '') END) STORED, -- last two labels of the host; '' without them; null without a website
  is_free boolean NOT NULL DEFAULT false, -- pulled without a charge, as the twin of another lead
  has_website boolean GENERATED ALWAYS AS (
    NOT do_not_contact AND coalesce(facts->'hasWebsite' = 'true'::jsonb, false)) STORED,
  site_domain text GENERATED ALWAYS AS (CASE WHEN NOT do_not_contact THEN facts->>'siteDomain' END) STORED, -- as site_check has it
  profiles text GENERATED ALWAYS AS (CASE WHEN NOT do_not_contact THEN facts->>'socials' END) STORED,
  -- Copies from site_check, which triggers keep: looking up a check for each lead takes longer than listing the leads.
  site_score smallint,
  site_grade text,
  site_shows int,
  site_missing int,
  site_platform text,
  CONSTRAINT lead_search_fkey FOREIGN KEY (user_id, search_id) REFERENCES search(user_id, id),
  UNIQUE (user_id, place_key)
);
-- Otherwise PostgreSQL may list a user's newest leads by the primary key, and read the older leads of everybody.
ALTER TABLE lead ALTER COLUMN user_id SET (n_distinct = -0.01);
-- Faster than the usual method. Some builds of PostgreSQL lack it, such as the embedded one.
DO $$ BEGIN
  ALTER TABLE lead ALTER COLUMN facts SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
  END $$;
-- Serves the counts of leads by status or list without reading all leads. "All Leads" leaves out only a few.
CREATE INDEX lead_behind_another ON lead (user_id, id) WHERE NOT is_first_of_phone;
-- These serve the pages of "All Leads", each in one order. The first one also serves the four
-- cards, and the last one filters by the checks of websites.
CREATE INDEX lead_by_quality ON lead (user_id, quality DESC, id DESC) INCLUDE (state) WHERE is_first_of_phone;
CREATE INDEX lead_by_rating ON lead (user_id, rating DESC, id DESC) WHERE is_first_of_phone;
CREATE INDEX lead_newest ON lead (user_id, id DESC) INCLUDE (site_domain, site_score, site_grade, site_shows,
  site_missing, site_platform) WHERE is_first_of_phone;
-- Serves finding the leads that share a phone.
CREATE INDEX lead_phone ON lead (user_id, phone) WHERE phone IS NOT NULL;
-- Serves the deletion of an account.
CREATE INDEX lead_search ON lead (search_id);
-- Serves telling of the check of a website.
CREATE INDEX lead_site ON lead (site_domain) WHERE site_domain IS NOT NULL;
-- Only queries that say `id > 0` use it: those that page through a user's leads by id. Otherwise PostgreSQL would also
-- choose it to look up one lead by its place, and read all of the user's leads.
CREATE INDEX lead_user ON lead (user_id, id DESC) WHERE id > 0;
-- Serves searches that leave out the user's leads, and look up each place that they found.
CREATE INDEX lead_without_phone ON lead (user_id, place_key) WHERE phone IS NULL;

-- Leads have copies of the columns that filters and orders read. Both triggers lock the visit, so a lead that is saved
-- while its website is checked gets the new check from one of them.
CREATE FUNCTION copy_check_to_lead() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      wanted text := CASE WHEN NOT NEW.do_not_contact THEN NEW.facts->>'siteDomain' END;
    BEGIN
      IF TG_OP = 'UPDATE' AND wanted IS NOT DISTINCT FROM OLD.site_domain THEN RETURN NEW; END IF;
      PERFORM FROM site_visit WHERE domain = wanted FOR KEY SHARE;
      SELECT score, grade, shows, missing, platform
        INTO NEW.site_score, NEW.site_grade, NEW.site_shows, NEW.site_missing, NEW.site_platform
        FROM site_check WHERE domain = wanted;
      RETURN NEW;
    END $$;
CREATE FUNCTION copy_check_to_leads() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM site_visit WHERE domain = coalesce(NEW.domain, OLD.domain) FOR UPDATE;
      UPDATE lead SET (site_score, site_grade, site_shows, site_missing, site_platform)
        = (NEW.score, NEW.grade, NEW.shows, NEW.missing, NEW.platform)
      WHERE site_domain = coalesce(NEW.domain, OLD.domain)
        AND (site_score, site_grade, site_shows, site_missing, site_platform)
          IS DISTINCT FROM (NEW.score, NEW.grade, NEW.shows, NEW.missing, NEW.platform);
      RETURN NULL;
    END $$;
-- Not while a backup is restored: it contains the copies.
CREATE TRIGGER lead_site_check BEFORE INSERT OR UPDATE OF facts, do_not_contact ON lead
  FOR EACH ROW WHEN (current_setting('leadline.restore', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION copy_check_to_lead();
CREATE TRIGGER site_check_leads AFTER INSERT OR DELETE OR UPDATE OF score, grade, shows, missing, platform ON site_check
  FOR EACH ROW WHEN (current_setting('leadline.restore', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION copy_check_to_leads();

CREATE TABLE search_lead (
  search_id bigint NOT NULL REFERENCES search,
  position int NOT NULL, -- from 0, in the order of the search
  lead_id bigint NOT NULL REFERENCES lead,
  distance_miles double precision, -- null: statewide
  PRIMARY KEY (search_id, position),
  UNIQUE (search_id, lead_id)
);
CREATE INDEX search_lead_lead ON search_lead (lead_id);

-- Other keys of a lead's place when it was pulled, so that the business stays paid for if the row of the lead is
-- removed.
CREATE TABLE lead_name (
  user_id int NOT NULL REFERENCES user_account,
  place_key text NOT NULL,
  lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  PRIMARY KEY (user_id, place_key)
);
CREATE INDEX lead_name_lead ON lead_name (lead_id);

-- Phones of the other rows of a lead's place.
CREATE TABLE lead_other_phone (
  user_id int NOT NULL REFERENCES user_account,
  phone bigint NOT NULL,
  lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
  PRIMARY KEY (user_id, phone, lead_id)
);
CREATE INDEX lead_other_phone_lead ON lead_other_phone (lead_id);

-- In a table of its own, because a change of a lead's row rewrites it and its entries in all indexes.
CREATE TABLE lead_export (
  lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
  exported_at timestamptz NOT NULL -- for the first time
);

-- How far a user's leads have followed the catalog. Without a row: not at all.
CREATE TABLE lead_refresh (
  user_id int PRIMARY KEY REFERENCES user_account,
  version int NOT NULL, -- of the catalog that all of the user's leads show; -1: none
  target int, -- the version that a running refresh brings them to; null: none is running
  after bigint, -- the lead up to which it has come
  -- the state of the do-not-contact list that all leads were compared with; null: not all with the same
  list_stamp text,
  do_not_contact_version int NOT NULL DEFAULT 0, -- increases with each change of the user's list; 0: it was always empty
  own_entries int NOT NULL DEFAULT 0, -- kept by triggers
  own_places int -- the version of the catalog in which the places of the entries were looked up
);

-- Reports of useless leads.
CREATE TABLE lead_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id bigint NOT NULL UNIQUE REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  place_key text NOT NULL,
  reason text NOT NULL
    CHECK (reason IN ('closed', 'wrong_number', 'moved', 'duplicate', 'not_a_business', 'wrong_category')),
  state text NOT NULL CHECK (state IN ('credited', 'waiting', 'refused', 'free')),
  evidence text, -- why it was credited
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by int -- the administrator who decided
);
CREATE INDEX lead_report_place ON lead_report (place_key);
CREATE INDEX lead_report_user ON lead_report (user_id, id);
CREATE INDEX lead_report_waiting ON lead_report (id) WHERE state = 'waiting';

-- Leads that were given back for a credit.
CREATE TABLE lead_return (
  lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  at timestamptz NOT NULL,
  -- of the place's name, contacts, and address then; while it is the same, the user's searches leave it out
  fact_stamp bigint,
  ledger_id bigint NOT NULL UNIQUE -- the credit
);
CREATE INDEX lead_return_user ON lead_return (user_id, at);
