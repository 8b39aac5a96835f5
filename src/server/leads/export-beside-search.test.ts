import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

test('a concurrent export and search of one user both succeed', async () => {
  const db = await createTestDatabase('postgres')
  await seedPlumbers(db, 20)
  const { app } = await createTestApp({ db })
  const user = await signUp(app)
  const { post } = searchCalls(() => ({ app, user }))
  const search = () => post({ businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true })
  const exportAll = () =>
    app.inject({ method: 'POST', url: '/api/export', payload: {}, headers: { cookie: user.cookie } })
  await search()
  // From here on, the search locks the leads in another order than the export, and each row takes time.
  await db.query('UPDATE place SET quality = 10 + id % 20')
  await db.query('UPDATE place_category SET relevance = 10 + place_id % 20')
  await db.query(`CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$`)
  await db.query('CREATE TRIGGER slowly BEFORE UPDATE ON lead FOR EACH ROW EXECUTE FUNCTION slowly()')
  await db.query('CREATE TRIGGER slowly BEFORE INSERT ON lead_export FOR EACH ROW EXECUTE FUNCTION slowly()')
  const answers = await Promise.all([search(), pause(100).then(exportAll)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[1]?.body.trim().split('\n')).toHaveLength(21)
  await app.close()
  await db.close()
})
