import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { grantPlan } from '#server/account/account.usecases.ts'
import { type Db, openDatabase } from '#server/db/client.ts'
import { createTestApp, type SignedIn, signUp } from './support/app.ts'
import { createPostgresTestUrl } from './support/databases.ts'
import { seedPlumbers } from './support/seed-boulder.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { createTestClock } from './support/test-clock.ts'

const CALLERS = 6
const ANSWERS_BETWEEN = 60
const OUT_FOR_MS = 2000
const TIMEOUT_MS = 240_000

let database: { url: string; drop: () => Promise<void> }
let db: Db
let user: SignedIn
const servers: ServerProcess[] = []

beforeAll(async () => {
  database = await createPostgresTestUrl()
  db = await openDatabase({ databaseUrl: database.url })
  await seedPlumbers(db, 100)
  // The servers go by the real time.
  const { app, deps } = await createTestApp({ db, clock: createTestClock(new Date().toISOString()) })
  user = await signUp(app)
  // No number of searches stops it.
  await grantPlan(deps, { username: user.user.username, tier: 'pro' })
  servers.push(await start(), await start())
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.stop('SIGKILL')))
  await db.close()
  await database.drop()
})
const start = () => startServerProcess({ DATABASE_URL: database.url })

/**
 * What stands in front, as nginx does it: one connection a request, in turn; who refuses a connection or answers 503 is
 * left out for a while, and the request goes to the next. A connection that breaks later is a failure.
 */
class Balancer {
  answered: string[] = []
  failures: string[] = []
  #outUntil = new Map<ServerProcess, number>()
  #turn = 0

  async send(path: string, body?: object): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const server = this.#next()
      if (server === undefined) {
        await pause(50)
        continue
      }
      const outcome = await ask(server.address + path, body)
      if (outcome !== 503 && outcome !== 'ECONNREFUSED') return this.#note(path, outcome)
      this.#outUntil.set(server, Date.now() + OUT_FOR_MS)
    }
    return this.#note(path, 'nobody answers')
  }

  #next(): ServerProcess | undefined {
    const there = servers.filter(server => (this.#outUntil.get(server) ?? 0) <= Date.now())
    return there[this.#turn++ % Math.max(1, there.length)]
  }

  #note(path: string, outcome: number | string): void {
    if (outcome === 200) this.answered.push(path)
    else this.failures.push(`${path}: ${outcome}`)
  }
}

/** The status of the answer once it is whole, or the code of what broke. */
function ask(url: string, body?: object): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const headers = { cookie: user.cookie, 'content-type': 'application/json' }
  const sent = httpRequest(url, { method: body === undefined ? 'GET' : 'POST', agent: false, headers }, response => {
    response.resume()
    response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
    response.once('error', error => resolve(error.message))
  })
  sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

test('two processes are restarted one after the other, and no request fails', { timeout: TIMEOUT_MS }, async () => {
  const balancer = new Balancer()
  const over = new AbortController()
  const call = async () => {
    for (let radius = 1; !over.signal.aborted; radius = (radius % 30) + 1) {
      await balancer.send('/api/search', { businessCategory: 'Plumbing', location: 'Boulder, CO', radius })
      await balancer.send('/api/user')
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, call))
  const someAnswers = async () => {
    const goal = balancer.answered.length + ANSWERS_BETWEEN
    await vi.waitUntil(() => balancer.answered.length >= goal, { timeout: TIMEOUT_MS })
  }
  await someAnswers()
  for (const old of servers.slice()) {
    expect(await old.stop('SIGTERM')).toBe(0)
    servers.splice(servers.indexOf(old), 1, await start())
    await someAnswers()
  }
  over.abort()
  await calling
  expect(balancer.failures).toEqual([])
  const searches = balancer.answered.filter(path => path === '/api/search').length
  const [books] = await db.query(
    `SELECT (SELECT count(*)::int FROM search) AS saved,
       (SELECT -sum(amount)::int FROM ledger_entry WHERE reason = 'leads') AS paid`,
  )
  expect(books).toEqual({ saved: searches, paid: 20 })
})
