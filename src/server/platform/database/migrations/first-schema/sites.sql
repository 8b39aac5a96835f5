-- What businesses say on their own websites, by the registrable domain of the site.
CREATE TABLE site_visit (
  domain text PRIMARY KEY,
  website text NOT NULL, -- where the visit starts
  names text[] NOT NULL, -- of the businesses that the catalog lists with the domain
  state text NOT NULL CHECK (state IN ('waiting', 'read', 'forbidden', 'moved', 'closed', 'failed', 'refused')),
  state_before text, -- while it waits: the state to go back to if nobody waits for it anymore
  asked_at timestamptz NOT NULL,
  read_at timestamptz,
  next_at timestamptz, -- not read again before
  requests smallint NOT NULL DEFAULT 0,
  error text,
  is_applied boolean NOT NULL DEFAULT false, -- the catalog has its facts
  down_reason text CHECK (down_reason IN ('domain', 'certificate', 'server', 'parked')), -- if the last visit saw one
  down_since timestamptz -- the first of the visits in a row that saw this reason
);
CREATE INDEX site_visit_due ON site_visit (asked_at) WHERE state = 'waiting';
-- Serves second visits, which say whether a website really does not work.
CREATE INDEX site_visit_down ON site_visit (next_at) WHERE down_reason IS NOT NULL;
CREATE INDEX site_visit_unapplied ON site_visit (domain) WHERE read_at IS NOT NULL AND NOT is_applied;

CREATE TABLE site_fact (
  domain text NOT NULL REFERENCES site_visit ON DELETE CASCADE,
  kind text NOT NULL,
  value text NOT NULL,
  position smallint NOT NULL, -- within its kind, the best first
  how text NOT NULL,
  page_url text NOT NULL,
  seen_at timestamptz NOT NULL,
  is_generic boolean NOT NULL, -- an address of a function, such as info@
  mail text, -- of an email: whether its host takes mail
  PRIMARY KEY (domain, kind, value)
);
-- Serves the do-not-contact list, which has addresses.
CREATE INDEX site_fact_email ON site_fact (value) WHERE kind = 'email';

-- The check of the website at the last visit that could read it, or that confirmed that it does not work. Columns are
-- computed from the flags for lists of leads, which would otherwise parse a document for each of them.
CREATE TABLE site_check (
  domain text REFERENCES site_visit ON DELETE CASCADE,
  flags jsonb NOT NULL,
  checked_at timestamptz NOT NULL,
  score smallint NOT NULL,
  grade text, -- null: too little is known
  shows int NOT NULL, -- one bit for each flag that is "yes"; siteFlagNames has their order
  missing int NOT NULL, -- the same for "no"
  platform text,
  reasons text[] NOT NULL,
  has_stopped boolean NOT NULL DEFAULT false, -- it worked at the check before
  is_told boolean NOT NULL DEFAULT false, -- to the users whose leads have it
  PRIMARY KEY (domain)
);
CREATE INDEX site_check_untold ON site_check (domain) WHERE NOT is_told;

-- The main categories that the websites of businesses confirm.
CREATE TABLE site_kind (
  domain text NOT NULL REFERENCES site_visit ON DELETE CASCADE,
  category text NOT NULL, -- its key
  how text NOT NULL,
  page_url text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (domain, category)
);

CREATE TABLE site_lookup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  domain text NOT NULL,
  month date NOT NULL, -- its first day
  asked_at timestamptz NOT NULL,
  UNIQUE (user_id, month, domain)
);
