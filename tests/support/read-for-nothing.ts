import type { Queryable, Session } from '#server/platform/database/db.ts'

type PlanNode = { Plans?: PlanNode[]; 'Rows Removed by Filter'?: number }

/** Runs statements with their plans, and adds up the rows that those read and discarded. */
export function readingForNothing(session: Session): { tx: Queryable; rows: () => number } {
  let rows = 0
  const query: Queryable['query'] = async (text, values = []) => {
    await session.query(`PREPARE asked AS ${text}`)
    const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${values.map(literal).join(', ')})`,
    )
    await session.query('DEALLOCATE asked')
    if (row !== undefined) rows += discardedBy(row['QUERY PLAN'][0].Plan)
    return session.query(text, values)
  }
  return { tx: { ...session, query, queryPrepared: query }, rows: () => rows }
}

/** Of a plan and its subplans. */
const discardedBy = (node: PlanNode): number =>
  (node.Plans ?? []).reduce((sum, part) => sum + discardedBy(part), node['Rows Removed by Filter'] ?? 0)

/** As a literal for EXECUTE, which does not accept parameters. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return `'{${value.join(',')}}'`
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
}
