import { availableParallelism } from 'node:os'
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
const CALLS_AT_ONCE = 1500
type Wanted = { secondsOfCalls: number; leastRefused: number }
/** At least what the process serves in this time, however fast it is. It refuses calls once one has waited two seconds. */
const untilRefused: Wanted = { secondsOfCalls: 2.5, leastRefused: 0.5 }
/** A process serves so many of these that 1,500 at once may all be served. */
const asManyAsEver: Wanted = { secondsOfCalls: 0, leastRefused: 0 }
const HEAP_BYTES_PER_CALL = 300
/** A waiting request is refused after eight seconds, in which the main thread and four others can work. */
const LONGEST_CPU_SECONDS = 12 * Math.min(availableParallelism(), 5)
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

type Round = Omit<Load, 'goodPerCpuSecond'> & { peak: number; flood: number; refused: number; bytesPerCall: number }

/**
 * The best rate with a few callers, and right after it the rate while ten times as many calls are made. `bytesPerCall`:
 * by how much the heap has grown for each of them.
 */
async function playRound(caller: Caller, inside: InsideView, { secondsOfCalls }: Wanted): Promise<Round> {
  const { goodPerCpuSecond: peak } = await caller.inTurn(AT_PEAK, SECONDS)
  const before = await inside.look()
  const { goodPerCpuSecond: flood, ...load } = await caller.flood({
    perCpuSecond: TIMES_PEAK * peak,
    cpuSeconds: SECONDS,
    settleSeconds: SETTLE_SECONDS,
    connections: Math.max(CALLS_AT_ONCE, Math.ceil(secondsOfCalls * peak)),
  })
  const after = await inside.look()
  const calls = Object.values(load.statuses).reduce((sum, count) => sum + count, 0)
  const refused = ((load.statuses[429] ?? 0) + (load.statuses[503] ?? 0)) / calls
  return { ...load, peak, flood, refused, bytesPerCall: (after.heapBytes - before.heapBytes) / calls }
}

/**
 * Overloads a process ten times, twice: everyone gets an answer or "later", most of the best rate is kept, and the
 * server recovers completely. What grows once, such as a cache, does not count: memory may not grow in both rounds.
 */
async function overload(server: ServerProcess, inside: InsideView, calls: Calls, wanted = untilRefused): Promise<void> {
  const caller = new Caller(server, calls)
  try {
    await caller.inTurn(AT_PEAK, SECONDS)
    const rounds = [await playRound(caller, inside, wanted), await playRound(caller, inside, wanted)]
    const again = await caller.inTurn(AT_PEAK, SECONDS)
    console.log(JSON.stringify({ rounds, again: again.goodPerCpuSecond }))
    const statuses = new Set(rounds.flatMap(({ statuses: each }) => Object.keys(each)))
    expect([...statuses].filter(status => !['200', '429', '503'].includes(status))).toEqual([])
    for (const { flood, peak, refused, longestCpuSeconds } of rounds) {
      expect(flood / peak).toBeGreaterThanOrEqual(0.7)
      expect(refused).toBeGreaterThanOrEqual(wanted.leastRefused)
      expect(longestCpuSeconds).toBeLessThan(LONGEST_CPU_SECONDS)
    }
    expect(Math.min(...rounds.map(({ bytesPerCall }) => bytesPerCall))).toBeLessThan(HEAP_BYTES_PER_CALL)
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
  const calls: Calls = n => {
    const { payload, signature } = signed(n)
    return { method: 'POST', path: '/api/stripe/webhook', headers: { 'stripe-signature': signature }, body: payload }
  }
  await overload(server, inside, calls, asManyAsEver)
})
