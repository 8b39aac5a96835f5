import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { ask, type Asked, countStatus, search } from './support/caller.ts'
import { endSlowness, slowDownLeads, untilAsleep } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import { guards } from './support/guards.ts'
import { type Customer, isReady, type Lab, newCustomer } from './support/lab.ts'
import type { Guard } from './support/product.ts'

const postgres = 'src/server/platform/database/postgres.ts'

/** The experiment's own PostgreSQL, which can be stopped, with thirty plumbers. */
async function ownCluster({ afterwards }: Lab) {
  const cluster = await startPostgresCluster({ synchronous_commit: 'on', full_page_writes: 'on' })
  afterwards(cluster.stop)
  const url = cluster.urlOf('postgres')
  const open = async (): Promise<Db> => {
    const db = await openDatabase({ databaseUrl: url })
    afterwards(db.close)
    return db
  }
  const db = await open()
  await migrate(db)
  await seedPlumbers(db, 30)
  return { cluster, url, db, open }
}

async function expectUnavailable(server: ServerProcess, { cookie }: Customer): Promise<void> {
  expect((await ask(server, '/api/health')).status).toBe(200)
  for (const path of ['/api/ready', '/api/user', '/api/leads'])
    expect(await ask(server, path, { cookie })).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { errorType: 'UNAVAILABLE', message: expect.stringContaining('busy or restarting') },
    })
}

async function untilReady(server: ServerProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isReady(server)) return
    await pause(100)
  }
  expect.fail('The server did not recover.')
}

experiment(
  'PostgreSQL is stopped and started again: calls get 503 meanwhile, and the server recovers by itself',
  {
    guards: guards.deafToCutConnections,
  },
  async lab => {
    const { cluster, url } = await ownCluster(lab)
    const server = await lab.startServer({ DATABASE_URL: url })
    const customer = await newCustomer(server)
    await cluster.kill('SIGINT')
    await expectUnavailable(server, customer)
    await cluster.start()
    await untilReady(server)
    expect((await search(server, customer.cookie)).status).toBe(200)
  },
)

experiment(
  'PostgreSQL crashes during searches: after its recovery, each search is paid and saved, or neither',
  {
    guards: [guards.transaction],
  },
  async lab => {
    const { cluster, url, db, open } = await ownCluster(lab)
    const server = await lab.startServer({ DATABASE_URL: url })
    const { cookie, userId } = await newCustomer(server, { db, tier: 'starter' })
    await slowDownLeads(db)
    const answers = Promise.all(Array.from({ length: 6 }, () => search(server, cookie)))
    await untilAsleep(db)
    await cluster.kill('SIGKILL')
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([503]))
    await cluster.start()
    await untilReady(server)
    const after = await open()
    expect(await auditBooks(after)).toEqual([])
    await endSlowness(after)
    expect((await search(server, cookie)).status).toBe(200)
    expect(await auditBooks(after)).toEqual([])
    expect((await booksOf(after, userId)).leads).toBe(20)
  },
)

/** Twenty customers search in a loop while `harm` runs. */
async function searchThrough(lab: Lab, server: ServerProcess, harm: () => Promise<void>): Promise<Asked[]> {
  const customers = await Promise.all(
    Array.from({ length: 20 }, () => newCustomer(server, { db: lab.db, tier: 'elite' })),
  )
  const over = new AbortController()
  const answers: Asked[] = []
  const searching = customers.map(async ({ cookie }) => {
    while (!over.signal.aborted) answers.push(await search(server, cookie))
  })
  await harm()
  over.abort()
  await Promise.all(searching)
  return answers
}

experiment(
  'connections to PostgreSQL are cut one by one while twenty people search: calls get 200 or 503, and a 503 costs nothing',
  {
    isShort: true,
    guards: guards.deafToCutConnections,
  },
  async lab => {
    const { db, line, startServer } = lab
    await seedPlumbers(db, 30)
    const server = await startServer()
    const answers = await searchThrough(lab, server, async () => {
      for (let cut = 0; cut < 60; cut++) {
        line.cutOne()
        await pause(30)
      }
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(await auditBooks(db)).toEqual([])
    const [searches] = await db.query<{ count: number }>('SELECT count(*) FROM search')
    // If a connection breaks between the commit and its answer, the search is listed and paid once, although nobody saw
    // it.
    const unseen = (searches?.count ?? 0) - countStatus(answers, 200)
    expect(unseen).toBeGreaterThanOrEqual(0)
    expect(unseen).toBeLessThanOrEqual(countStatus(answers, 503))
    await untilReady(server)
    expect((await search(server, (await newCustomer(server)).cookie)).status).toBe(200)
  },
)

experiment(
  'the connection to PostgreSQL goes dead without being closed: every request is answered, and the server recovers',
  {
    guards: [{ file: postgres, guard: '.giveUpAfter(ANSWER_TIMEOUT_MS)', without: '' } satisfies Guard],
  },
  async ({ db, line, startServer }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie, userId } = await newCustomer(server)
    line.blackHole()
    const asked = ['/api/user', '/api/leads', '/api/searches', '/api/ready'].map(path =>
      ask(server, path, { cookie, timeoutMs: 45_000 }),
    )
    expect((await ask(server, '/api/health', { timeoutMs: 2000 })).status).toBe(200)
    const answers = [...(await Promise.all(asked)), await search(server, cookie)]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    line.cutAll()
    line.heal()
    await untilReady(server)
    expect((await search(server, cookie)).status).toBe(200)
    expect(await auditBooks(db)).toEqual([])
    expect((await booksOf(db, userId)).searches).toBe(1)
  },
)

/** Keeps the locks of a statement until the returned function is called. */
async function holdUp({ db, afterwards }: Lab, statement: string): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: begin } = Promise.withResolvers<void>()
  const holding = db.transaction(async tx => {
    await tx.query(statement)
    begin()
    await isOver
  })
  const letGo = () => {
    end()
    return holding
  }
  afterwards(letGo)
  await isHeld
  return letGo
}

experiment(
  'every connection of the pool is blocked: new callers get an answer in time, and nobody waits forever',
  {
    guards: [{ file: postgres, guard: 'connectionTimeoutMillis: 5000', without: 'connectionTimeoutMillis: 0' }],
  },
  async lab => {
    const { db, startServer } = lab
    await seedPlumbers(db, 30)
    const server = await startServer()
    const customers = []
    for (let n = 0; n < 4; n++) customers.push(await newCustomer(server, { db, tier: 'starter' }))
    const { cookie } = await newCustomer(server, { db, tier: 'starter' })
    const letGo = await holdUp(lab, 'LOCK TABLE quota_balance IN ACCESS EXCLUSIVE MODE')
    const waiting = customers.flatMap(customer => Array.from({ length: 10 }, () => search(server, customer.cookie)))
    await pause(500)
    expect((await ask(server, '/api/health', { timeoutMs: 2000 })).status).toBe(200)
    expect(await ask(server, '/api/leads', { cookie, timeoutMs: 9000 })).toMatchObject({
      status: 503,
      retryAfter: expect.any(String),
    })
    await letGo()
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect((await search(server, cookie)).status).toBe(200)
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'forty calls of one account are blocked: others are served meanwhile, and its further calls are refused',
  {
    guards: [
      {
        file: 'src/server/http/call-lines.ts',
        guard: 'const RUNNING_AT_MOST = 8',
        without: 'const RUNNING_AT_MOST = 40',
      },
    ],
  },
  async lab => {
    const { db, startServer } = lab
    await seedPlumbers(db, 30)
    const server = await startServer()
    const busy = await newCustomer(server, { db, tier: 'starter' })
    const { cookie } = await newCustomer(server, { db, tier: 'starter' })
    expect((await search(server, busy.cookie)).status).toBe(200)
    const letGo = await holdUp(lab, `SELECT FROM quota_balance WHERE user_id = ${busy.userId} FOR UPDATE`)
    const waiting = Array.from({ length: 40 }, () => search(server, busy.cookie))
    await pause(2500)
    expect((await ask(server, '/api/leads', { cookie, timeoutMs: 2000 })).status).toBe(200)
    const further = await ask(server, '/api/leads', { cookie: busy.cookie, timeoutMs: 2000 })
    expect(further).toMatchObject({ status: 503, retryAfter: '2' })
    await letGo()
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'PostgreSQL reports a full disk: writes get 503, reads continue, and nothing is spent',
  {
    guards: [{ file: 'src/server/http/error-handler.ts', guard: '|53\\w{3}', without: '' }],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie, userId } = await newCustomer(server)
    await db.query(`CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`)
    await db.query('CREATE TRIGGER full_disk BEFORE INSERT ON lead FOR EACH STATEMENT EXECUTE FUNCTION be_full()')
    expect(await search(server, cookie)).toMatchObject({ status: 503, body: { errorType: 'UNAVAILABLE' } })
    expect((await ask(server, '/api/leads', { cookie })).status).toBe(200)
    expect((await booksOf(db, userId)).searches).toBe(0)
    expect(await auditBooks(db)).toEqual([])
    await db.query('DROP TRIGGER full_disk ON lead')
    expect((await search(server, cookie)).status).toBe(200)
    expect(await booksOf(db, userId)).toEqual({ searches: 1, leads: 20, searchesLeft: 4, pullsLeft: 30 })
  },
)
