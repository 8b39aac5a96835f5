import { availableParallelism } from 'node:os'
import { expect } from 'vitest'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks } from './support/books.ts'
import { searchCriteria } from './support/caller.ts'
import { experiment } from './support/experiment.ts'
import { type InsideView, openInsideView } from './support/inside.ts'
import { isReady, type Lab, newCustomer } from './support/lab.ts'
import { Caller, type Calls, type Load } from './support/load.ts'

const USERS = 40
const AT_PEAK = 16
const PEAK = { seconds: 3 }
/**
 * As many callers as the process serves in four seconds. About two seconds' worth of them wait, because calls are
 * refused once one has waited so long. The others get their refusal after half a second, and try again.
 */
const SECONDS_OF_CALLERS = 4
const FLOOD = { settleSeconds: 2, seconds: 8 }
/** A call that is kept holds several thousand. */
const HEAP_BYTES_PER_CALL = 1000
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

type Round = Load & { peak: number; refused: number; bytesPerCall: number }

/**
 * `peak`: the best rate with a few callers, the mean of those before and after, because it drifts in a new process.
 * `bytesPerCall`: by how much the heap has grown for each call.
 */
async function playRound(caller: Caller, inside: InsideView): Promise<Round> {
  const first = await caller.inTurn(AT_PEAK, PEAK)
  const before = await inside.look()
  const load = await caller.inTurn(Math.ceil(SECONDS_OF_CALLERS * first.goodPerSecond), FLOOD)
  const after = await inside.look()
  const second = await caller.inTurn(AT_PEAK, PEAK)
  const calls = Object.values(load.statuses).reduce((sum, count) => sum + count, 0)
  return {
    ...load,
    peak: (first.goodPerCpuSecond + second.goodPerCpuSecond) / 2,
    refused: ((load.statuses[429] ?? 0) + (load.statuses[503] ?? 0)) / calls,
    bytesPerCall: (after.heapBytes - before.heapBytes) / calls,
  }
}

/**
 * Overloads a process twice: everyone gets an answer or "later", most of the best rate is kept, and the server recovers
 * completely. What grows once, such as a cache, does not count: memory may not grow in both rounds.
 */
async function overload(server: ServerProcess, inside: InsideView, calls: Calls): Promise<void> {
  const caller = new Caller(server, calls)
  try {
    await caller.inTurn(AT_PEAK, PEAK)
    const rounds = [await playRound(caller, inside), await playRound(caller, inside)] as const
    const again = await caller.inTurn(AT_PEAK, PEAK)
    console.log(JSON.stringify(rounds))
    const statuses = new Set(rounds.flatMap(({ statuses: each }) => Object.keys(each)))
    expect([...statuses].filter(status => !['200', '429', '503'].includes(status))).toEqual([])
    const [first, second] = rounds
    expect((first.goodPerCpuSecond + second.goodPerCpuSecond) / (first.peak + second.peak)).toBeGreaterThanOrEqual(0.6)
    for (const { refused, longestCpuSeconds } of rounds) {
      expect(refused).toBeGreaterThanOrEqual(0.3)
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

experiment('more searches than one process can handle', { guards: [lateRefusal] }, async lab => {
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

experiment('more sign-ins than one process can handle', { guards: endlessLine }, async lab => {
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
