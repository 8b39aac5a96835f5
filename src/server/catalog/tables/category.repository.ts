import type { Queryable } from '#server/platform/database/db.ts'
import { readValues } from '#server/platform/database/rows.ts'

export type CategoryRow = { id: number; key: string; name: string; parentKey: string | null }

export const readCategories = (db: Queryable): Promise<CategoryRow[]> =>
  db.query('SELECT id, key, name, parent_key AS "parentKey" FROM category ORDER BY id')

export type CategoryKeys = ReadonlyMap<number, string>

/** Keys by id, with the categories that an import has not stored yet. */
export const readCategoryKeys = async (db: Queryable, unwritten: readonly CategoryRow[] = []): Promise<CategoryKeys> =>
  new Map([...(await readCategories(db)), ...unwritten].map(({ id, key }) => [id, key]))

export const reserveCategoryIds = (db: Queryable, count: number): Promise<number[]> =>
  readValues(db, `SELECT nextval(pg_get_serial_sequence('category', 'id'))::int AS id FROM generate_series(1, $1)`, [
    count,
  ])

export async function writeCategories(db: Queryable, categories: readonly CategoryRow[]): Promise<void> {
  await db.query(
    `INSERT INTO category (id, key, name, parent_key) OVERRIDING SYSTEM VALUE
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS c (id int, key text, name text, "parentKey" text)
     ON CONFLICT (key) DO UPDATE SET parent_key = excluded.parent_key`,
    [JSON.stringify(categories)],
  )
}
