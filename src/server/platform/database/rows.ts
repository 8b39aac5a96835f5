import type { Queryable as Database } from './db.ts'

type Queryable = Pick<Database, 'query'>
type Values = readonly unknown[]

/** For frequent statements; see `queryPrepared`. */
export const prepared = ({ queryPrepared }: Database): Queryable => ({
  query: (text, values = []) => queryPrepared(text, values),
})

export async function firstRow<Row>(db: Queryable, text: string, values: Values = []): Promise<Row | undefined> {
  const [row] = await db.query<Row>(text, values)
  return row
}

/** The row of a statement that always gives one, such as a count. */
export async function onlyRow<Row>(db: Queryable, text: string, values: Values = []): Promise<Row> {
  const row = await firstRow<Row>(db, text, values)
  if (row === undefined) throw new Error('A statement gave no row')
  return row
}

/** How many rows an answer has, for example those that a statement has changed. */
export const countRows = async (db: Queryable, text: string, values: Values = []): Promise<number> =>
  (await db.query(text, values)).length

export const hasRow = async (db: Queryable, text: string, values: Values = []): Promise<boolean> =>
  (await countRows(db, text, values)) > 0

/** The values of an answer with one column. */
export const readValues = async <Value>(db: Queryable, text: string, values: Values = []): Promise<Value[]> =>
  (await db.query<Record<string, Value>>(text, values)).flatMap(row => Object.values(row))

/** The first value of an answer with one column; undefined if there is no row. */
export const firstValue = async <Value>(db: Queryable, text: string, values: Values = []): Promise<Value | undefined> =>
  (await readValues<Value>(db, text, values))[0]

/** The same for a number, such as a count; 0 if there is no row. */
export const readNumber = async (db: Queryable, text: string, values: Values = []): Promise<number> =>
  (await firstValue<number>(db, text, values)) ?? 0

const LARGEST_ID = 2n ** 63n - 1n

/** SQL: the row is older than the one with the id `before`, if it is set. Written with `OR`, a list would read all rows. */
export const isOlderThan = (before: string, id = 'id'): string => `${id} < coalesce(${before}::bigint, ${LARGEST_ID})`
