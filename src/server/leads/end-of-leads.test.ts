import { expect, test } from 'vitest'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { readingForNothing } from '#tests/support/read-for-nothing.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { exportPage } from './export.repository.ts'
import { leadsBefore } from './leads.repository.ts'

describeOnBothDatabases("the last page of a user's leads", open => {
  test('is found by an export and a list without reading other leads', async () => {
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
    const { tx, rows } = readingForNothing(session)
    const page = await exportPage(tx, {
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
    expect(page?.ids).toHaveLength(20)
    const ids = await session.query<{ id: number }>('SELECT id FROM lead WHERE user_id = $1 ORDER BY id LIMIT 10', [
      other.user.id,
    ])
    const last = await leadsBefore(tx, { userId: other.user.id, before: ids.at(-1)?.id ?? 0, limit: 100 })
    expect(last.map(({ id }) => id)).toEqual(
      ids
        .slice(0, -1)
        .map(({ id }) => id)
        .toReversed(),
    )
    session.release()
    expect(rows()).toBeLessThan(100)
    await app.close()
  })
})
