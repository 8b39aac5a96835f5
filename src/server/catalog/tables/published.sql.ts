/** Higher than any id. */
export const NOTHING_UNPUBLISHED = '9223372036854775807'

/**
 * SQL: the row with this id belongs to the catalog that searches see. The new rows of an unfinished import do not.
 * Written as a sign that is compared for inequality, so that the planner expects it to be true for nearly all rows.
 */
export const isPublished = (id: string): string => `(${id} - (SELECT unpublished_from FROM catalog_version)) >> 63 <> 0`
