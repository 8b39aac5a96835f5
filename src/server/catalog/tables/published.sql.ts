/** Higher than any id. */
export const NOTHING_UNPUBLISHED = '9223372036854775807'
/**
 * SQL about `catalog_version`: there is a record of this import or of a later one. So it was published, or an older version
 * of the program, which shows all rows, has changed the catalog since.
 */
export const isShown = '(SELECT max(id) FROM import_run) >= unpublished_run'
const unpublishedFrom = `(SELECT CASE WHEN ${isShown} THEN ${NOTHING_UNPUBLISHED} ELSE unpublished_from END FROM catalog_version)`

/**
 * SQL: the row with this id belongs to the catalog that searches see. The new rows of an unfinished import do not.
 * Written as a sign that is compared for inequality, so that the planner expects it to be true for nearly all rows.
 */
export const isPublished = (id: string): string => `(${id} - ${unpublishedFrom}) >> 63 <> 0`
