/** Tables that one change of the catalog creates for itself. Nobody else reads them, and backups leave them out. */
export const workTables = [
  'import_mark',
  'import_stage',
  'import_cell',
  'import_gone',
  'import_change',
  'import_touched',
  'import_coverage',
  'import_repeated',
  'import_left_out',
  'import_regroup',
  'import_site',
  'import_log',
  'import_closed',
  'place_category_next',
  'place_next',
] as const
