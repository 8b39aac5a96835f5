import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { countStatus, search } from './support/caller.ts'
import { slowDownLeads, untilAsleep } from './support/database-work.ts'
import { databaseIn } from './support/embedded.ts'
import { experiment } from './support/experiment.ts'
import { guards } from './support/guards.ts'
import { type Lab, newCustomer } from './support/lab.ts'

const PROCESSES = 8

experiment(
  'eight processes start at the same time on an empty database: it is migrated once, and all of them work',
  {
    guards: [
      {
        file: 'src/server/platform/database/migrate.ts',
        guard: 'dialect: new PostgresDialect({ pool: poolOf(session) })',
        without: `dialect: Object.assign(new PostgresDialect({ pool: poolOf(session) }), {
        createAdapter: () => ({ supportsTransactionalDdl: true, supportsReturning: true,
          acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} }) as never })`,
      },
      {
        file: 'src/server/platform/database/catalog-lock.ts',
        guard: 'if (row?.taken === true) return',
        without: 'return',
      },
    ],
  },
  async ({ db, databaseUrl, startServer }) => {
    await db.query('DROP SCHEMA public, sandbox, pgboss CASCADE')
    await db.query('CREATE SCHEMA public')
    const settings = { DATABASE_URL: databaseUrl }
    const started = await Promise.allSettled(Array.from({ length: PROCESSES }, () => startServer(settings)))
    expect(started.flatMap(result => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([])
    expect(await migrate(db)).toEqual([])
    const servers = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const customers = await Promise.all(servers.map(server => newCustomer(server)))
    expect(new Set(customers.map(({ userId }) => userId)).size).toBe(PROCESSES)
  },
)

experiment(
  'a server is stopped while searches run: running searches finish, and every paid search is answered',
  {
    isShort: true,
    guards: [
      guards.waitingAtStop,
      { file: 'src/server/entry/main.ts', guard: '    await program.closeDeps(deps)\n', without: '' },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie } = await newCustomer(server, { db, tier: 'starter' })
    await slowDownLeads(db)
    const answers = Promise.all(Array.from({ length: 3 }, () => search(server, cookie)))
    await untilAsleep(db)
    expect(await server.stop('SIGTERM')).toBe(0)
    const [searches] = await db.query<{ count: number }>('SELECT count(*) FROM search')
    expect(countStatus(await answers, 200)).toBe(searches?.count)
    expect(countStatus(await answers, 200)).toBe(3)
    expect(await auditBooks(db)).toEqual([])
  },
)

async function seedEmbedded({ folder }: Lab): Promise<void> {
  const db = await openDatabase(databaseIn(folder))
  await migrate(db)
  await seedPlumbers(db, 30)
  await slowDownLeads(db)
  await db.close()
}

experiment(
  'a second server is started on the same embedded database: it is refused, and the first keeps working',
  {
    guards: [
      {
        file: 'src/server/platform/database/process-lock.ts',
        guard: `database.exec('BEGIN EXCLUSIVE')`,
        without: `database.exec('SELECT 1')`,
      },
    ],
  },
  async ({ startEmbedded }) => {
    const first = await startEmbedded()
    const second = await startEmbedded().then(
      () => 'it started',
      (error: Error) => error.message,
    )
    expect(second).toContain('Another process is using the database')
    await expect(newCustomer(first)).resolves.toBeDefined()
  },
)

experiment(
  'a server on the embedded database is killed three times during searches: the books are consistent each time',
  {
    guards: [guards.transaction],
  },
  async lab => {
    await seedEmbedded(lab)
    for (let kill = 0; kill < 3; kill++) {
      const server = await lab.startEmbedded()
      const customers = await Promise.all(Array.from({ length: 4 }, () => newCustomer(server)))
      const answers = Promise.all(customers.map(({ cookie }) => search(server, cookie)))
      // One second for each, so that the kill hits the middle of a search.
      await pause(1700 + kill * 150)
      await server.stop('SIGKILL')
      const seen = countStatus(await answers, 200)
      const db = await openDatabase(databaseIn(lab.folder))
      const faults = await auditBooks(db)
      const books = await Promise.all(customers.map(({ userId }) => booksOf(db, userId)))
      await db.close()
      expect(faults).toEqual([])
      expect(books.reduce((sum, { searches }) => sum + searches, 0)).toBeGreaterThanOrEqual(seen)
    }
  },
)
