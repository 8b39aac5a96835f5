import { expect, test } from 'vitest'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { readingForNothing } from '#tests/support/read-for-nothing.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { leadsOfPhones } from './shared-phones.repository.ts'

describeOnPostgres('leads that share a phone', open => {
  test('are looked up without reading all leads of a user whom the statistics do not know yet', async () => {
    const db = await open()
    await seedPlumbers(db, 2)
    const { app } = await createTestApp({ db })
    const [known, late] = [await signUp(app), await signUp(app)]
    const search = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
    for (const user of [known, late]) {
      await searchCalls(() => ({ app, user })).post(search)
      await db.query(
        `INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, facts, name, quality, search_id, pulled_at)
         SELECT user_id, place_key || ':' || n, 12000000000 + n, true, facts, name, quality, search_id, pulled_at
         FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one, generate_series(1, 5000) n`,
        [user.user.id],
      )
      if (user === known) await db.query('ANALYZE')
    }
    const session = await db.connect()
    const { tx, rows } = readingForNothing(session)
    const found = await leadsOfPhones(
      tx,
      late.user.id,
      [12_000_000_001, 12_000_002_500, 12_000_005_000, 12_000_009_999],
    )
    session.release()
    expect(found.map(({ phones }) => phones)).toEqual([[12_000_000_001], [12_000_002_500], [12_000_005_000]])
    expect(rows()).toBeLessThan(100)
    await app.close()
  })
})
