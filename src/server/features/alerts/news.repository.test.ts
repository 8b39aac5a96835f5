import { expect, test } from 'vitest'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { insertLeadNews } from './news.repository.ts'

describeOnBothDatabases('news of leads', open => {
  test('do not come from an import that was never published', async () => {
    const db = await open()
    await seedPlumbers(db, 3)
    const product = await createTestApp({ db })
    const user = await signUp(product.app)
    const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5 }
    await searchCalls(() => ({ app: product.app, user })).post(plumbers)
    await db.query(
      `INSERT INTO place_change (import_run_id, place_id, place_key, kind, cell, what, name, lat, lon, category_ids, flags)
       SELECT 1000000, p.id, l.place_key, 'closed', p.cell, 0, p.name, p.lat, p.lon, p.category_ids, p.flags
       FROM lead l JOIN place p ON l.place_key = 'overture:' || p.source_id`,
    )
    const runs = { userId: user.user.id, after: 0, through: 2 ** 31 - 1, now: product.clock.now() }
    const news = async () => {
      await db.transaction(tx => insertLeadNews(tx, runs))
      return (await db.query('SELECT kind FROM alert_hit')).length
    }
    expect(await news()).toBe(0)
    await db.query(
      `INSERT INTO import_run (id, dataset_id, release, file, started_at, finished_at, counts) OVERRIDING SYSTEM VALUE
       SELECT 1000000, min(id), '2026-05', '', now(), now(), '{}' FROM dataset`,
    )
    expect(await news()).toBe(3)
  })
})
