import { expect } from 'vitest'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { searchCriteria } from './support/caller.ts'
import { experiment } from './support/experiment.ts'
import { type Insides, openInsideView } from './support/inside.ts'
import { newCustomer } from './support/lab.ts'
import { Caller, type LoadCall } from './support/load.ts'

const REQUESTS = 50_000
const WARM_UP = 3000
const AT_ONCE = 16
const USERS = 10
/** Fifty thousand requests that leak a hundred bytes each would exceed this. */
const HEAP_ROOM_BYTES = 5_000_000
/** Connections of the pools come and go. One leak in a thousand requests would exceed this. */
const FEW = 10
/** Pools of ten for calls and for searches, and of two for long work. They grow and shrink with the load. */
const MAX_CONNECTIONS = 22

const json = JSON.stringify
/** Good and bad calls from people and strangers. `times` is the number per hundred calls. */
const mixture: readonly { times: number; call: LoadCall }[] = [
  { times: 30, call: { path: '/api/user' } },
  { times: 15, call: { path: '/api/searches?limit=20' } },
  { times: 15, call: { path: '/api/leads?limit=20' } },
  { times: 5, call: { method: 'POST', path: '/api/search', body: json(searchCriteria()) } },
  { times: 2, call: { method: 'POST', path: '/api/export', body: '{}' } },
  { times: 5, call: { path: '/api/account/sessions' } },
  { times: 5, call: { path: '/api/health' } },
  { times: 5, call: { path: '/api/nothing-there' } },
  { times: 5, call: { path: '/api/user', headers: { cookie: 'leadline_session=nobody' } } },
  { times: 5, call: { method: 'POST', path: '/api/search', body: '{"businessCategory":' } },
  { times: 3, call: { method: 'POST', path: '/api/search', body: json({ ...searchCriteria(), radius: 99 }) } },
  { times: 5, call: { method: 'POST', path: '/api/export', body: json({ leadIds: [1_000_000_000] }) } },
]
const calls = mixture.flatMap(({ times, call }) => Array<LoadCall>(times).fill(call))
/**
 * Similar calls are next to each other in the list. A step that shares no divisor with its length visits all of them,
 * mixed.
 */
const STEP = 37

experiment(
  'fifty thousand requests leak nothing: no memory, handles, connections, or listeners',
  {
    guards: [
      {
        file: 'src/server/http/serve.ts',
        guard: 'request.caller = caller',
        without: 'answersOf(deps).set(request as never, (request.caller = caller) as never)',
      },
    ],
  },
  async ({ db, line, startServer }) => {
    await seedPlumbers(db, 30)
    const inside = await openInsideView()
    const server = await startServer(inside.settings)
    const cookies: string[] = []
    for (let n = 0; n < USERS; n++) cookies.push((await newCustomer(server, { db, tier: 'pro' })).cookie)
    const caller = new Caller(server, n => {
      const { headers, ...call } = calls[(n * STEP) % calls.length] as LoadCall
      return { ...call, headers: headers ?? { cookie: cookies[n % USERS] ?? '' } }
    })
    const lookAfter = async (requests: number): Promise<Insides & { connections: number }> => {
      const { statuses } = await caller.times(requests, AT_ONCE)
      const unexpected = Object.keys(statuses).filter(status => !/^(200|40[014]|429)$/.test(status))
      expect(unexpected).toEqual([])
      return { ...(await inside.look()), connections: line.openConnections() }
    }
    const before = await lookAfter(WARM_UP)
    const after = await lookAfter(REQUESTS)
    await caller.close()
    console.log(json({ before, after }))
    expect(after.heapBytes - before.heapBytes).toBeLessThan(HEAP_ROOM_BYTES)
    expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(FEW)
    expect(after.resources - before.resources).toBeLessThanOrEqual(FEW)
    expect(after.listeners).toBe(before.listeners)
    expect(after.connections).toBeLessThanOrEqual(MAX_CONNECTIONS)
    expect(server.output()).not.toContain('MaxListenersExceededWarning')
  },
)
