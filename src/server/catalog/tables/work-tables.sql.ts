/**
 * Tables that one change of the catalog creates for itself. Nobody else reads them, and backups leave them out. They are
 * unlogged, so a crash of the database empties them, but not the catalog. Those without a definition are created later.
 */
export const definitions = {
  // Has one row, unless a crash of the database has emptied all of these tables.
  import_mark: 'AS SELECT 1 AS mark',
  import_stage:
    '(row_number int NOT NULL, file smallint NOT NULL, file_row int NOT NULL, LIKE place INCLUDING DEFAULTS)',
  // The dataset's cells that change, with their new release, their current release (was_release), and the date on
  // which their new rows were first seen.
  import_cell:
    '(cell int PRIMARY KEY, was_release text, release text, stays_covered boolean NOT NULL, first_seen_on text)',
  import_gone: '(id bigint PRIMARY KEY)',
  import_change: '(LIKE place)',
  // Places whose rows in place_category are replaced, with their old and new phones. Without an id: only a phone that may
  // be a twin now.
  import_touched: '(id bigint, phone bigint)',
  import_coverage: '(LIKE coverage)',
  // Ids that several staged rows have.
  import_repeated: '(source_id text NOT NULL)',
  // Rows whose groups must be found again; see merge/merge-places.ts.
  import_regroup: '(id bigint PRIMARY KEY, round int NOT NULL)',
  // Domains whose places get what the businesses say on their websites.
  import_site: '(domain text PRIMARY KEY)',
  import_log: `(place_id bigint NOT NULL, place_key text NOT NULL, kind text NOT NULL, cell int NOT NULL,
    what smallint NOT NULL, name text NOT NULL, lat float8 NOT NULL, lon float8 NOT NULL, state text,
    category_ids int[] NOT NULL, flags int NOT NULL)`,
  // Places that the files call closed.
  import_closed: '(source_id text NOT NULL)',
  // Staged rows that will not be in the catalog, with the reason.
  import_left_out: `(row_number int NOT NULL, file smallint NOT NULL, file_row int NOT NULL, source_id text NOT NULL,
    name text NOT NULL, outcome text NOT NULL, reason text NOT NULL)`,
  place_category_next: null,
  place_next: null,
}
export const workTables = Object.keys(definitions)
