import type { Db } from '#server/platform/database/db.ts'

type Column = {
  table: string
  name: string
  type: string
  isRequired: boolean
  refers: string | null
  allowed: string | null
}

/** The columns of all tables with an owner. `refers`: a query for a row of the owner. `allowed`: the first allowed value. */
const columnsOfOwners = `
SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
  a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS "isRequired",
  (SELECT format('SELECT max(%I) FROM %I WHERE user_id = $1', r.attname, k.confrelid::regclass::text)
   FROM pg_constraint k JOIN pg_attribute r ON r.attrelid = k.confrelid AND r.attnum = k.confkey[1]
   WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]) AS refers,
  (SELECT substring(pg_get_constraintdef(k.oid) FROM 'ARRAY\\[''([^'']+)''')
   FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS allowed
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'user_id' AND NOT o.attisdropped)
ORDER BY c.relname, a.attnum`

/** Values that differ between accounts, by type. */
const values: Record<string, string> = {
  bigint: '$1::int',
  boolean: 'false',
  bytea: `decode(md5($1::int::text), 'hex')`,
  date: 'now()',
  integer: '$1::int',
  jsonb: `'{}'`,
  smallint: '1',
  text: `'text of ' || $1::int`,
  'text[]': `'{}'`,
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
}

/** Optional columns that a constraint of the table requires. */
const alsoFilled = new Set(['alert_hit.lead_id', 'known_place.phone', 'webhook_message.next_at'])

function valueOf({ table, name, type, refers, allowed }: Column): string {
  if (name === 'user_id') return '$1::int'
  if (refers !== null) return `(${refers})`
  const value = allowed === null ? values[type] : `'${allowed}'`
  if (value === undefined) throw new Error(`No value is known for ${table}.${name}, which is ${type}`)
  return value
}

export async function tablesOfOwners(db: Db): Promise<string[]> {
  return [...new Set((await db.query<Column>(columnsOfOwners)).map(({ table }) => table))]
}

/** Adds a row to each table with an owner in which the account has none. The rows are made from the schema. */
export async function fillTables(db: Db, userId: number): Promise<void> {
  const byTable = Map.groupBy(await db.query<Column>(columnsOfOwners), ({ table }) => table)
  const fill = async (table: string): Promise<void> => {
    const columns = byTable.get(table) ?? []
    byTable.delete(table)
    for (const { refers } of columns) await fill(/ FROM (\w+) /.exec(refers ?? '')?.[1] ?? '')
    if (columns.length === 0 || (await db.query(`SELECT FROM ${table} WHERE user_id = $1`, [userId])).length > 0) return
    const filled = columns.filter(
      ({ name, isRequired }) => isRequired || name === 'user_id' || alsoFilled.has(`${table}.${name}`),
    )
    const names = filled.map(({ name }) => `"${name}"`).join(', ')
    await db.query(`INSERT INTO ${table} (${names}) SELECT ${filled.map(valueOf).join(', ')}`, [userId])
  }
  for (const table of byTable.keys()) await fill(table)
}
