import type { Db } from '#server/platform/database/db.ts'

/** Size of the catalog's tables with their indexes, and of the parts that searches read, per million places. */
export async function sizesOf(db: Db, places: number): Promise<string> {
  const [row] = await db.query<{ all: number; rows: number; scanned: number }>(
    `SELECT pg_total_relation_size('place') + pg_total_relation_size('place_category') AS all,
       pg_relation_size('place') AS rows, pg_relation_size('place_category_position') AS scanned`,
  )
  const each = (bytes = 0) => `${(((bytes / places) * 1e6) / 2 ** 20).toFixed()} MiB`
  return `For each million places: ${each(row?.all)} on disk, ${each(row?.rows)} of them rows, ${each(row?.scanned)} the index that radius searches read`
}
