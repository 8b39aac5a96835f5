import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { ask } from './support/caller.ts'
import { endSlowness, slowDownLeads, untilAsleep } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import { newCustomer } from './support/lab.ts'

const ROWS = 250
const PULLS = 500
type Summary = { states: object | null; fill: { state: string } | null }

async function upload({ address }: ServerProcess, cookie: string): Promise<number> {
  const rows = Array.from({ length: ROWS }, (_, n) => `Plumber ${String(n).padStart(4, '0')},${3_035_550_100 + n}`)
  const response = await fetch(`${address}/api/known-files?name=crm.csv&fields=name%2Cphone`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: ['Name,Phone', ...rows].join('\n'),
  })
  return ((await response.json()) as { id: number }).id
}

async function untilFile(
  server: ServerProcess,
  at: { url: string; cookie: string },
  is: (summary: Summary) => boolean,
) {
  for (;;) {
    const { status, body } = await ask(server, at.url, { cookie: at.cookie })
    if (status === 200 && is(body as Summary)) return
  }
}

async function until(db: Db, statement: string) {
  while ((await db.query(statement)).length === 0) await pause(50)
}

experiment(
  'a server is killed while it fills a file: every row is filled and paid once',
  {
    guards: [
      {
        file: 'src/server/features/known-businesses/fill-file.usecases.ts',
        guard: 'return turns.transaction(async tx => {\n    const [held]',
        without: 'return Promise.resolve(db).then(async tx => {\n    const [held]',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, ROWS)
    let server = await startServer()
    const { cookie, userId } = await newCustomer(server, { db, tier: 'starter' })
    const url = `/api/known-files/${await upload(server, cookie)}`
    await untilFile(server, { url, cookie }, ({ states }) => states !== null)
    await slowDownLeads(db)
    const wish = { facts: ['website', 'phone', 'address'], maxPulls: PULLS }
    expect((await ask(server, `${url}/fill`, { body: wish, cookie })).status).toBe(202)
    await untilAsleep(db)
    await server.stop('SIGKILL')
    server = await startServer()
    await endSlowness(db)
    // A quarter of an hour later, the job of the killed process counts as failed.
    await db.query(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = 'jobs' AND state = 'active'`,
    )
    await untilFile(server, { url, cookie }, ({ fill }) => fill?.state === 'done')
    const filled = await db.query<{ changes: number }>(
      `SELECT jsonb_array_length(filled->'changes') AS changes FROM known_business WHERE filled IS NOT NULL`,
    )
    const websites = ROWS - Math.ceil(ROWS / 3)
    expect(filled.map(({ changes }) => changes)).toEqual(Array.from({ length: websites }, () => 1))
    const { body } = await ask(server, url, { cookie })
    expect((body as Summary).fill).toMatchObject({ pulls: websites, filled: websites })
    expect(await booksOf(db, userId)).toMatchObject({ leads: websites, pullsLeft: PULLS - websites })
    expect(await auditBooks(db)).toEqual([])
  },
)

experiment(
  'a server is killed while all changes of a followed file are accepted: every row gets its change and is paid once',
  {
    guards: [
      {
        file: 'src/server/features/known-businesses/decide-changes.usecases.ts',
        guard: 'return db.transaction(async tx => {\n    const [held]',
        without: 'return Promise.resolve(db).then(async tx => {\n    const [held]',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, ROWS)
    let server = await startServer()
    const { cookie, userId } = await newCustomer(server, { db, tier: 'starter' })
    const url = `/api/known-files/${await upload(server, cookie)}`
    await untilFile(server, { url, cookie }, ({ states }) => states !== null)
    await ask(server, url, { method: 'PATCH', body: { isFollowed: true }, cookie })
    await until(db, 'SELECT FROM known_file WHERE has_baseline')
    await db.query('UPDATE place SET phone = phone + 1000000')
    await db.query('UPDATE catalog_version SET version = version + 1')
    // Compares the rows at once.
    await ask(server, url, { method: 'PATCH', body: { isLeftOut: false }, cookie })
    await until(db, `SELECT FROM known_change WHERE state = 'open' HAVING count(*) = ${ROWS}`)
    // Changes nothing, but makes the customer's balances: without the guard, the first call may not see them.
    await ask(server, `${url}/changes`, { body: { changes: [{ row: 2, kind: 'otherPhone' }], is: 'open' }, cookie })
    await slowDownLeads(db)
    const accept = { body: { changes: 'all', is: 'accepted', maxPulls: PULLS }, cookie }
    const cutOff = ask(server, `${url}/changes`, accept).catch(() => undefined)
    await untilAsleep(db)
    await server.stop('SIGKILL')
    await cutOff
    // The database would finish the statement of the killed server.
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
    )
    server = await startServer()
    await endSlowness(db)
    for (let left = ROWS; left > 0;) ({ left } = (await ask(server, `${url}/changes`, accept)).body as { left: number })
    const filled = await db.query<{ changes: number }>(
      `SELECT jsonb_array_length(filled->'changes') AS changes FROM known_business WHERE filled IS NOT NULL`,
    )
    expect(filled.map(({ changes }) => changes)).toEqual(Array.from({ length: ROWS }, () => 1))
    expect(await booksOf(db, userId)).toMatchObject({ leads: ROWS, pullsLeft: PULLS - ROWS })
    expect(await auditBooks(db)).toEqual([])
  },
)
