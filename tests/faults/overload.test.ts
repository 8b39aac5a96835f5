import { expect } from 'vitest'
import { insertCustomer } from '#server/money/payments/customer.repository.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks } from './support/books.ts'
import { searchCriteria } from './support/caller.ts'
import { experiment } from './support/experiment.ts'
import { type InsideView, openInsideView } from './support/inside.ts'
import { isReady, type Lab, newCustomer } from './support/lab.ts'
import { Caller, type Calls, type Load } from './support/load.ts'
import { openPaymentsLab } from './support/payments-lab.ts'

/** In CPU seconds of the server. */
const SECONDS = 2
/** Until the queue has reached its length. */
const SETTLE_SECONDS = 1
const USERS = 40
const AT_PEAK = 16
const TIMES_PEAK = 10
const CONNECTIONS = 1500
const HEAP_ROOM_BYTES = 8_000_000
/** A waiting request is refused after eight seconds. */
const LONGEST_MS = 12_000
const lateRefusal = {
  file: 'src/server/http/load-shedding-server.ts',
  guard: 'if (refusal === undefined) return handler(request, response)',
  without: 'return handler(request, response)',
}
// A refusal costs almost nothing compared with a password hash, so without limits the queue grows.
const endlessLine = [
  {
    file: 'src/server/http/concurrency-limit.ts',
    guard: 'const LONGEST_WAIT_MS = 2000',
    without: 'const LONGEST_WAIT_MS = 1e9',
  },
  { file: 'src/server/http/concurrency-limit.ts', guard: 'const GIVE_UP_MS = 8000', without: 'const GIVE_UP_MS = 1e9' },
] as const

type Round = { peak: number; flood: number } & Pick<Load, 'statuses' | 'longestMs'>

/** The best rate with a few callers, and right after it the rate while ten times as many calls are made. */
async function playRound(caller: Caller): Promise<Round> {
  const peak = await caller.inTurn(AT_PEAK, SECONDS)
  const flood = await caller.flood(TIMES_PEAK * peak.goodPerCpuSecond, SECONDS, SETTLE_SECONDS)
  const { statuses, longestMs } = flood
  return { peak: peak.goodPerCpuSecond, flood: flood.goodPerCpuSecond, statuses, longestMs }
}

/**
 * Overloads a process ten times, twice: everyone gets an answer or "later", most of the best rate is kept, and the
 * server recovers completely.
 */
async function overload(server: ServerProcess, inside: InsideView, calls: Calls): Promise<void> {
  const caller = new Caller(server, calls, CONNECTIONS)
  try {
    await caller.inTurn(AT_PEAK, SECONDS)
    const before = await inside.look()
    const rounds = [await playRound(caller), await playRound(caller)]
    const after = await inside.look()
    const again = await caller.inTurn(AT_PEAK, SECONDS)
    const growth = after.heapBytes - before.heapBytes
    console.log(JSON.stringify({ rounds, again: again.goodPerCpuSecond, growth }))
    const statuses = new Set(rounds.flatMap(({ statuses: each }) => Object.keys(each)))
    expect([...statuses].filter(status => !['200', '429', '503'].includes(status))).toEqual([])
    for (const { flood, peak } of rounds) expect(flood / peak).toBeGreaterThanOrEqual(0.7)
    expect(Math.max(...rounds.map(({ longestMs }) => longestMs))).toBeLessThan(LONGEST_MS)
    expect(growth).toBeLessThan(HEAP_ROOM_BYTES)
    expect(Object.keys(again.statuses)).toEqual(['200'])
    expect(await isReady(server)).toBe(true)
  } finally {
    await caller.close()
  }
}

const sessions = async (lab: Lab, server: ServerProcess): Promise<string[]> => {
  const customers = []
  for (let n = 0; n < USERS; n++) customers.push(await newCustomer(server, { db: lab.db, tier: 'pro' }))
  return customers.map(({ cookie }) => cookie)
}

experiment('ten times as many searches as one process can handle', { guards: [lateRefusal] }, async lab => {
  await seedPlumbers(lab.db, 30)
  const inside = await openInsideView()
  const server = await lab.startServer({ ...inside.settings, TRUST_PROXY: 'on' })
  const cookies = await sessions(lab, server)
  const body = JSON.stringify(searchCriteria())
  await overload(server, inside, n => ({
    method: 'POST',
    path: '/api/search',
    headers: { cookie: cookies[n % USERS] ?? '' },
    body,
  }))
  expect(await auditBooks(lab.db)).toEqual([])
})

experiment('ten times as many sign-ins as one process can handle', { guards: endlessLine }, async lab => {
  const inside = await openInsideView()
  const server = await lab.startServer({ ...inside.settings, TRUST_PROXY: 'on' })
  await sessions(lab, server)
  const names = await lab.db.query<{ username: string }>('SELECT username FROM user_account ORDER BY id')
  const bodies = names.map(({ username }) => JSON.stringify({ username, password: 'correct horse battery' }))
  const calls: Calls = n => ({
    method: 'POST',
    path: '/api/login',
    headers: { 'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}` },
    body: bodies[n % USERS] ?? '',
  })
  await overload(server, inside, calls)
})

experiment('ten times as many webhooks as one process can handle', { guards: [lateRefusal] }, async lab => {
  const billing = await openPaymentsLab(lab)
  const inside = await openInsideView()
  const server = await billing.startServer(inside.settings)
  await sessions(lab, server)
  const customers: string[] = []
  for (const { id } of await lab.db.query<{ id: number }>('SELECT id FROM user_account ORDER BY id')) {
    const customer = await billing.stripe.customers.create({ metadata: { userId: String(id) } })
    await insertCustomer(lab.db, { customerId: customer.id, userId: id, mode: 'sandbox', email: 'one@example.com' })
    customers.push(customer.id)
  }
  const signed = (n: number) => {
    const created = Math.floor(billing.clock.now().getTime() / 1000)
    const object = { id: customers[n % USERS], object: 'customer' }
    const payload = JSON.stringify({
      id: `evt_load_${n}`,
      object: 'event',
      type: 'customer.updated',
      created,
      data: { object },
    })
    const signature = billing.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: billing.sandbox.webhookSecret,
      timestamp: created,
    })
    return { payload, signature }
  }
  await overload(server, inside, n => {
    const { payload, signature } = signed(n)
    return { method: 'POST', path: '/api/stripe/webhook', headers: { 'stripe-signature': signature }, body: payload }
  })
})
