CREATE TABLE contact_message (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'read')),
  created_at timestamptz NOT NULL
);

CREATE TABLE page_visit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  page text NOT NULL, -- one of the contract's pages
  user_id int REFERENCES user_account ON DELETE SET NULL, -- null: a visitor
  referrer text, -- origin and path of an own page, else the host of another site; null: none
  at timestamptz NOT NULL
);
-- Serves the sweep.
CREATE INDEX page_visit_age ON page_visit (at);
-- Serves the counts by page.
CREATE INDEX page_visit_page ON page_visit (page);
-- Serves the deletion of an account.
CREATE INDEX page_visit_user ON page_visit (user_id) WHERE user_id IS NOT NULL;
