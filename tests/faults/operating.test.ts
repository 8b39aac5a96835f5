import path from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Balancer } from './support/balancer.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { ask, countStatus, search, searchCriteria } from './support/caller.ts'
import { slowDownExports, untilAsleep } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import { guards } from './support/guards.ts'
import { type Customer, type Lab, newCustomer } from './support/lab.ts'

const CALLERS = 6
const ANSWERS_BETWEEN = 60
const BACKUPS = 2
// More rows for a backup to read, so that it takes a while.
const PAGE_VISITS = 60_000

experiment(
  'two processes are restarted one after the other under load: no request fails',
  {
    guards: [
      guards.waitingAtStop,
      {
        file: 'src/server/http/http-server.ts',
        guard: 'const drainMs = DATABASE_URL === undefined ? 0 : DRAIN_SECONDS * 1000',
        without: 'const drainMs = 0',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 100)
    const servers = await Promise.all([startServer(), startServer()])
    // A plan that this number of searches does not use up.
    const customer = await newCustomer(servers[0], { db, tier: 'pro' })
    const balancer = new Balancer(servers, customer)
    const over = new AbortController()
    const call = async () => {
      for (let radius = 1; !over.signal.aborted; radius = (radius % 30) + 1) {
        await balancer.send('/api/search', { ...searchCriteria(), radius })
        await balancer.send('/api/user')
      }
    }
    const calling = Promise.all(Array.from({ length: CALLERS }, call))
    const someAnswers = async () => {
      const goal = balancer.answered.length + ANSWERS_BETWEEN
      await eventually(() => expect(balancer.answered.length).toBeGreaterThanOrEqual(goal))
    }
    await someAnswers()
    for (const [turn, old] of servers.slice().entries()) {
      expect(await old.stop('SIGTERM')).toBe(0)
      servers[turn] = await startServer()
      await someAnswers()
    }
    over.abort()
    await calling
    expect(balancer.failures).toEqual([])
    const searches = balancer.answered.filter(address => address === '/api/search').length
    expect((await booksOf(db, customer.userId)).searches).toBe(searches)
    expect(await auditBooks(db)).toEqual([])
  },
)

/** People search on both processes until `whileWorking` has ended. */
async function underLoad<T>(servers: ServerProcess[], { db }: Lab, whileWorking: () => Promise<T>): Promise<T> {
  const people = servers.flatMap(server =>
    Array.from({ length: CALLERS / 2 }, async () => ({ server, ...(await newCustomer(server, { db, tier: 'pro' })) })),
  )
  const over = new AbortController()
  const work = async ({ server, cookie }: Customer & { server: ServerProcess }) => {
    const answers = []
    while (!over.signal.aborted) answers.push(await search(server, cookie))
    return answers
  }
  const working = Promise.all((await Promise.all(people)).map(work))
  const result = await whileWorking().finally(() => over.abort())
  expect(new Set((await working).flat().map(({ status }) => status))).toEqual(new Set([200]))
  return result
}

experiment(
  'backups are taken while people search on two processes: each is restored and consistent',
  {
    guards: [
      {
        file: 'src/server/entry/backup/backup.repository.ts',
        guard: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
        without: 'SET TRANSACTION READ ONLY',
      },
    ],
  },
  async lab => {
    await seedPlumbers(lab.db, 30)
    await lab.db.query(`INSERT INTO page_visit (page, at) SELECT '/about', now() FROM generate_series(1, $1::int)`, [
      PAGE_VISITS,
    ])
    const servers = await Promise.all([lab.startServer(), lab.startServer()])
    const early = await newCustomer(servers[0], { db: lab.db, tier: 'starter' })
    await search(servers[0], early.cookie)
    const files = Array.from({ length: BACKUPS }, (_, turn) => path.join(lab.folder, `${turn}.backup`))
    await underLoad(servers, lab, async () => {
      for (const file of files) expect(await lab.startCommand(['backup', file]).result).toMatchObject({ exitCode: 0 })
    })
    for (const file of files) await restoreAndLook(lab, file, early)
  },
)

async function restoreAndLook(lab: Lab, file: string, { cookie, userId }: Customer): Promise<void> {
  const { url, drop } = await createPostgresTestUrl()
  lab.afterwards(drop)
  const restored = await lab.startCommand(['restore', file], { DATABASE_URL: url }).result
  expect(restored).toMatchObject({ exitCode: 0, complaints: '' })
  const db = await openDatabase({ databaseUrl: url })
  lab.afterwards(db.close)
  expect(await auditBooks(db)).toEqual([])
  if (!file.endsWith('0.backup')) return
  // Sessions stay valid, and users continue with what they had.
  const server = await lab.startServer({ DATABASE_URL: url })
  expect((await search(server, cookie)).status).toBe(200)
  expect(await booksOf(db, userId)).toMatchObject({ searches: 2, leads: 20 })
}

/** The received part of a download, and whether it was complete. A killed server may have sent nothing yet. */
async function download({ address }: ServerProcess, { cookie }: Customer) {
  const headers = { cookie, 'content-type': 'application/json' }
  let text = ''
  const decoder = new TextDecoder()
  try {
    const response = await fetch(`${address}/api/export`, { method: 'POST', headers, body: '{}' })
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}
const leadsIn = ({ text }: { text: string }): number => text.split('\r\n').length - 2

experiment(
  'a server is killed during exports: nobody mistakes a part for the whole, and the next export has every lead',
  {
    guards: [
      {
        file: 'src/server/http/serve.ts',
        guard: '  return reply\n    .type(',
        without: '  reply.raw.useChunkedEncodingByDefault = false\n  return reply\n    .type(',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const [first, second] = await Promise.all([startServer(), startServer()])
    const customers = await Promise.all(Array.from({ length: 3 }, () => newCustomer(first)))
    const searches = await Promise.all(customers.map(({ cookie }) => search(first, cookie)))
    expect(countStatus(searches, 200)).toBe(3)
    // One export pauses halfway, while it marks the leads it has sent as exported. The others wait for their turn.
    await slowDownExports(db)
    const cut = Promise.all(customers.map(customer => download(first, customer)))
    await untilAsleep(db)
    await first.stop('SIGKILL')
    for (const part of await cut) expect(part).toMatchObject({ isWhole: false })
    for (const customer of customers) {
      const file = await download(second, customer)
      expect({ isWhole: file.isWhole, leads: leadsIn(file) }).toEqual({ isWhole: true, leads: 20 })
    }
    expect(await auditBooks(db)).toEqual([])
    const noted = await ask(second, '/api/analytics', { cookie: customers[0]?.cookie ?? '' })
    expect(noted.body).toMatchObject({ exportedLeads: 20 })
  },
)
