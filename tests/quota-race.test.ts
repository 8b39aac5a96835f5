import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createTestApp, signUp } from './support/app.ts'
import { createPostgresTestUrl, createTestDatabase } from './support/databases.ts'
import { BOULDER, seedNamedCategories } from './support/seed-boulder.ts'
import { seedPlaces } from './support/seed-places.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { createTestClock } from './support/test-clock.ts'

const GROUPS = 120
const LEADS_OF_A_GROUP = 20
const RACERS = 1000

type Asked = { status: number; leads: number; errorType: string | undefined }
/** Sends one search as a user; `turn` selects one of several processes. */
type Ask = (cookie: string, businessCategory: string, turn: number) => Promise<Asked>

/** The result of every race: no more units are spent than there were, each is paid once, and the ledger adds up. */
function describeRaces(title: string, open: () => Promise<{ db: Db; ask: Ask; close: () => Promise<void> }>): void {
  describe.each([title])('%s', () => {
    let db: Db
    let ask: Ask
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ db, ask, close } = await open())
      await seedGroups(db)
    })
    afterAll(() => close())

    test('a thousand searches race for five units: five are served', async () => {
      const { cookie, userId } = await newUser(db, 'free')
      const answers = await raceOf(RACERS, turn => ask(cookie, 'race group 1', turn))
      expect(countOf(answers, 200)).toBe(5)
      const refusals = answers.filter(answer => answer.status !== 200).map(answer => answer.errorType)
      // On a slow machine, some of a thousand searches wait so long that they are asked to retry.
      expect(new Set(refusals.filter(refusal => refusal !== 'UNAVAILABLE'))).toEqual(new Set(['SEARCH_QUOTA_EXCEEDED']))
      expect(await booksOf(db, userId)).toEqual({
        searches: 5,
        leads: 20,
        searchesLeft: 0,
        pullsLeft: 30,
        balanced: true,
      })
    })

    test('searches race for 2,000 contact pulls: 2,000 leads are given, each paid once', async () => {
      const { cookie, userId } = await newUser(db, 'pro')
      const answers = await raceOf(GROUPS, turn => served(() => ask(cookie, `race group ${turn + 1}`, turn)))
      expect(answers.reduce((sum, answer) => sum + answer.leads, 0)).toBe(2000)
      expect(countOf(answers, 200)).toBe(100)
      expect(await booksOf(db, userId)).toMatchObject({ searches: 100, leads: 2000, pullsLeft: 0, balanced: true })
    })

    test('one search sent fifty times at once is fifty searches, and its leads are paid once', async () => {
      const { cookie, userId } = await newUser(db, 'pro')
      const answers = await raceOf(50, turn => served(() => ask(cookie, 'race group 1', turn)))
      expect(countOf(answers, 200)).toBe(50)
      expect(await booksOf(db, userId)).toMatchObject({ leads: 20, pullsLeft: 1980, balanced: true })
    })
  })
}

/** Retries if a slow machine asks for it. */
async function served(ask: () => Promise<Asked>): Promise<Asked> {
  const answer = await ask()
  return answer.errorType === 'UNAVAILABLE' ? served(ask) : answer
}

describeRaces('the last units of a quota, with two processes on PostgreSQL', async () => {
  const { url, drop } = await createPostgresTestUrl()
  const db = await openDatabase({ databaseUrl: url })
  const servers = await Promise.all([
    startServerProcess({ DATABASE_URL: url }),
    startServerProcess({ DATABASE_URL: url }),
  ])
  return {
    db,
    ask: (cookie, businessCategory, turn) => askServer(servers[turn % 2], cookie, businessCategory),
    close: async () => {
      await Promise.all(servers.map(server => server.stop()))
      await db.close()
      await drop()
    },
  }
})

describeRaces('the last units of a quota, with one process on the embedded database', async () => {
  const db = await createTestDatabase('embedded')
  const { app } = await createTestApp({ db, clock: createTestClock(new Date().toISOString()) })
  return {
    db,
    ask: async (cookie, businessCategory) => {
      const payload = searchOf(businessCategory)
      const response = await app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
      return askedOf(response.statusCode, response.json())
    },
    close: () => db.close(),
  }
})

const searchOf = (businessCategory: string) => ({
  businessCategory,
  location: 'Boulder, CO',
  radius: 5,
  confirmed: true,
})

async function askServer(server: ServerProcess | undefined, cookie: string, businessCategory: string): Promise<Asked> {
  const response = await fetch(`${server?.address}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(searchOf(businessCategory)),
  })
  return askedOf(response.status, await response.json())
}

const askedOf = (status: number, body: { leads?: unknown[]; errorType?: string }): Asked => ({
  status,
  leads: body.leads?.length ?? 0,
  errorType: body.errorType,
})

const raceOf = (racers: number, run: (turn: number) => Promise<Asked>): Promise<Asked[]> =>
  Promise.all(Array.from({ length: racers }, (_, turn) => run(turn)))

const countOf = (answers: Asked[], status: number): number => answers.filter(answer => answer.status === status).length

async function seedGroups(db: Db): Promise<void> {
  const keys = Array.from({ length: GROUPS }, (_, group) => `race_group_${group + 1}`)
  const ids = await seedNamedCategories(db, keys)
  const places = ids.flatMap((id, group) =>
    Array.from({ length: LEADS_OF_A_GROUP }, (_, index) => ({
      name: `Business ${group} ${index}`,
      lat: BOULDER.lat + index / 10_000,
      lon: BOULDER.lon + group / 10_000,
      state: 'CO',
      categoryIds: [id],
      quality: 50,
      rating: null,
      phone: 13_030_000_000 + group * LEADS_OF_A_GROUP + index,
      website: null,
    })),
  )
  await seedPlaces(db, places)
}

async function newUser(db: Db, tier: 'free' | 'pro'): Promise<{ cookie: string; userId: number }> {
  // The servers of the race use the real time.
  const { app } = await createTestApp({ db, clock: createTestClock(new Date().toISOString()) })
  const { cookie, user } = await signUp(app, { username: `racer-${crypto.randomUUID().slice(0, 8)}` })
  await db.query('UPDATE user_account SET subscription_tier = $2, email_verified_at = now() WHERE id = $1', [
    user.id,
    tier,
  ])
  return { cookie, userId: user.id }
}

async function booksOf(db: Db, userId: number) {
  const [books] = await db.query(
    `SELECT (SELECT count(*)::int FROM search WHERE user_id = $1) AS searches,
       (SELECT count(*)::int FROM lead WHERE user_id = $1) AS leads,
       (SELECT balance FROM quota_balance WHERE user_id = $1 AND bucket = 'searches') AS "searchesLeft",
       (SELECT balance FROM quota_balance WHERE user_id = $1 AND bucket = 'pulls') AS "pullsLeft",
       NOT EXISTS (SELECT FROM quota_balance q WHERE user_id = $1 AND balance <> coalesce(
         (SELECT sum(amount) FROM ledger_entry e WHERE e.user_id = q.user_id AND e.bucket = q.bucket), 0)) AS balanced`,
    [userId],
  )
  return books
}
