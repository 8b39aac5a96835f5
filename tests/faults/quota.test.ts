import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { type Asked, countStatus, search } from './support/caller.ts'
import { endSlowness, slowDownLeads, untilAsleep, untilNobodyWorks } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import { guards } from './support/guards.ts'
import { newCustomer } from './support/lab.ts'

const FREE_SEARCHES = 5
const TWO_HOURS = '2 * 60 * 60_000'

/** Without the answer of a busy process, which asks to try again: how many get it depends on the machine. */
const refusalsOf = (answers: Asked[]): Set<unknown> =>
  new Set(answers.flatMap(({ status, body }) => (status === 200 || status === 503 ? [] : [body.errorType])))

const race = (servers: ServerProcess[], cookie: string, racers: number): Promise<Asked[]> =>
  Promise.all(
    Array.from({ length: racers }, (_, turn) => search(servers[turn % servers.length] as ServerProcess, cookie)),
  )

/** Makes the account's current month end in `seconds`. */
const endMonthIn = (db: Db, userId: number, seconds: number): Promise<unknown> =>
  db.query(`UPDATE user_account SET quota_anchor = now() + make_interval(secs => $2) WHERE id = $1`, [userId, seconds])

experiment(
  '200 searches race over two processes for the last five of a free month: five are served and paid',
  {
    guards: [guards.conditionalSpending, guards.balanceLock],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const servers = await Promise.all([startServer(), startServer()])
    const { cookie, userId } = await newCustomer(servers[0])
    const answers = await race(servers, cookie, 200)
    expect(countStatus(answers, 200)).toBe(FREE_SEARCHES)
    expect(refusalsOf([...answers, await search(servers[1], cookie)])).toEqual(new Set(['SEARCH_QUOTA_EXCEEDED']))
    expect(await booksOf(db, userId)).toEqual({ searches: 5, leads: 20, searchesLeft: 0, pullsLeft: 30 })
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'a month changes while people search on two processes: the new month starts once',
  {
    guards: [
      {
        file: 'src/server/money/usage/usage.usecases.ts',
        guard: 'balance.periodStart < periodStart',
        without: 'balance.periodStart <= periodStart',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const servers = await Promise.all([startServer(), startServer()])
    const { cookie, userId } = await newCustomer(servers[0])
    const answers = await race(servers, cookie, 40)
    expect(countStatus(answers, 200)).toBe(FREE_SEARCHES)
    await endMonthIn(db, userId, 3)
    while (countStatus(answers, 200) < 2 * FREE_SEARCHES) {
      answers.push(...(await race(servers, cookie, 8)))
      // A fast machine would reach the rate limit.
      await pause(200)
    }
    answers.push(...(await race(servers, cookie, 40)))
    expect(countStatus(answers, 200)).toBe(2 * FREE_SEARCHES)
    expect(refusalsOf(answers)).toEqual(new Set(['SEARCH_QUOTA_EXCEEDED']))
    expect(await booksOf(db, userId)).toMatchObject({ searches: 10, leads: 20, searchesLeft: 0, pullsLeft: 50 })
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'the clock of one of two processes is two hours fast when the month changes: no month is granted twice',
  {
    guards: [guards.monthBeginsOnce],
  },
  async ({ db, startServer, startChanged }) => {
    await seedPlumbers(db, 30)
    const fastClock = {
      file: 'src/server/platform/basics/clock.ts',
      guard: 'now: () => new Date()',
      without: `now: () => new Date(Date.now() + ${TWO_HOURS})`,
    }
    const [right, fast] = await Promise.all([startServer(), startChanged([fastClock])])
    const { cookie, userId } = await newCustomer(right)
    await endMonthIn(db, userId, 3600)
    const answers: Asked[] = []
    for (let turn = 0; turn < 20; turn++) answers.push(await search(turn % 2 === 0 ? right : fast, cookie))
    // The current month, and the next one started by the fast clock: five searches each and no more.
    expect(countStatus(answers, 200)).toBeLessThanOrEqual(2 * FREE_SEARCHES)
    expect(countStatus(answers, 200)).toBeGreaterThanOrEqual(FREE_SEARCHES)
    expect(refusalsOf(answers)).toEqual(new Set(['SEARCH_QUOTA_EXCEEDED']))
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'a server is killed during its searches: each search is paid and saved, or neither',
  {
    isShort: true,
    guards: [guards.transaction],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie, userId } = await newCustomer(server, { db, tier: 'starter' })
    await slowDownLeads(db)
    const answers = Promise.all(Array.from({ length: 6 }, () => search(server, cookie)))
    await untilAsleep(db)
    await server.stop('SIGKILL')
    expect(countStatus(await answers, 200)).toBe(0)
    await untilNobodyWorks(db)
    expect(await auditBooks(db)).toEqual([])
    await endSlowness(db)
    const next = await startServer()
    expect((await search(next, cookie)).status).toBe(200)
    expect(await auditBooks(db)).toEqual([])
    expect((await booksOf(db, userId)).leads).toBe(20)
  },
)
