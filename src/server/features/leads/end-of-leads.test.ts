import { expect, test } from 'vitest'
import type { Queryable } from '#server/platform/database/db.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { exportPage } from './export.repository.ts'

type PlanNode = { 'Rows Removed by Filter'?: number; Plans?: PlanNode[] }

/** Rows that a plan and its subplans read and discarded. */
const rowsForNothing = (node: PlanNode): number =>
  (node.Plans ?? []).reduce((sum, part) => sum + rowsForNothing(part), node['Rows Removed by Filter'] ?? 0)

/** As a literal for EXECUTE, which does not accept parameters. */
const literal = (value: unknown): string =>
  value === null ? 'NULL' : `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`

describeOnBothDatabases("the last page of a user's leads", open => {
  test("is found by an export without reading other users' leads", async () => {
    const db = await open()
    await seedPlumbers(db, 20)
    const { app } = await createTestApp({ db })
    const [other, user] = [await signUp(app), await signUp(app)]
    const search = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
    await searchCalls(() => ({ app, user: other })).post(search)
    await db.query(`INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
      SELECT user_id, place_key || ':' || n, true, facts, name, quality, search_id, pulled_at
      FROM lead, generate_series(1, 300) n`)
    await searchCalls(() => ({ app, user })).post(search)
    await db.query('ANALYZE')

    const session = await db.connect()
    await session.query('SET plan_cache_mode = force_generic_plan')
    const plans: PlanNode[] = []
    const explaining: Queryable = {
      ...session,
      queryPrepared: async <Row>(text: string, values: readonly unknown[]) => {
        await session.query(`PREPARE asked AS ${text}`)
        const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${values.map(literal).join(', ')})`,
        )
        if (row !== undefined) plans.push(row['QUERY PLAN'][0].Plan)
        return session.queryPrepared<Row>(text, values)
      },
    }
    const page = await exportPage(explaining, {
      userId: user.user.id,
      searchId: null,
      listId: null,
      leadIds: null,
      datasets: [],
      writes: 'csv',
      hasNotes: false,
      after: null,
      length: 250,
    })
    session.release()
    expect(page?.ids).toHaveLength(20)
    expect(plans.map(plan => rowsForNothing(plan) < 100)).toEqual([true])
    await app.close()
  })
})
