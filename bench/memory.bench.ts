import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { limitsOfStart } from './support/limits-of-start.ts'
import { ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'

const ROUNDS = 20
const REQUESTS = 2500
const AT_ONCE = 16
const USERS = 4
const REST_MS = 3000
const MIB = 2 ** 20

/**
 * Memory of a server on the embedded database with sample places: during the first start, idle after the next start,
 * and after each of 20 rounds of mixed requests, 50,000 in total. The reference is the same server with the default
 * settings of Node.js and the C library.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  if (!databases.includes('embedded')) return
  const free = await growth('by themselves', {})
  const bound = await growth('as npm start sets it', limitsOfStart())
  console.log(
    `with the limits of npm start, compared with the defaults: ${bound.map((each, at) => ratio(each, free[at] ?? each)).join(', ')}`,
  )
}

/** Bytes when idle after a start, and after each round. */
async function growth(title: string, limits: Record<string, string>): Promise<number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-memory-'))
  const settings = { DATA_DIR: path.join(folder, 'data'), DEMO_CATALOG: 'on', ...limits }
  try {
    await firstStart(title, settings)
    const server = await startServerProcess(settings)
    try {
      const atRest = await memoryAtRest(server)
      const held = [atRest]
      console.log(`${title}: ${inMib(atRest)} MiB at rest after the next start`)
      const cookies = await Promise.all(Array.from({ length: USERS }, (_, n) => newUser(server, settings, n)))
      for (let round = 1; round <= ROUNDS; round++) {
        await load(server, cookies)
        const bytes = await memoryAtRest(server)
        held.push(bytes)
        console.log(`${title}: ${inMib(bytes)} MiB after ${round * REQUESTS} requests`)
      }
      console.log(`${title}: ${inMib(server.peakMemoryBytes())} MiB at most`)
      return held
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The first start creates the database and makes the first sample places. */
async function firstStart(title: string, settings: Record<string, string>): Promise<void> {
  const server = await startServerProcess(settings)
  const atRest = await memoryAtRest(server)
  console.log(`${title}: the first start ${inMib(server.peakMemoryBytes())} MiB at most, ${inMib(atRest)} at rest`)
  await server.stop()
}

const inMib = (bytes: number): number => Math.round(bytes / MIB)

async function memoryAtRest(server: ServerProcess): Promise<number> {
  await pause(REST_MS)
  return server.memoryBytes()
}

async function newUser({ address }: ServerProcess, settings: Record<string, string>, n: number): Promise<string> {
  const username = `memory${n}`
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.com`, password: 'correct horse battery' }),
  })
  if (!response.ok) throw new Error(await response.text())
  await runCommandProcess(['plan', 'grant', username, 'elite'], { settings })
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

const places = ['Boulder, CO', 'Denver, CO', 'Austin, TX', 'Chicago, IL', 'Miami, FL', 'Seattle, WA']
const search = (n: number) => ({
  businessCategory: n % 2 === 0 ? 'Plumbers' : 'Dentists',
  location: places[n % places.length],
  radius: 25,
  confirmed: true,
})

/** The request at position n of every hundred. */
function requestOf(n: number): { url: string; body?: object } {
  const kind = (n * 37) % 100
  if (kind < 2) return { url: '/api/search', body: search(n) }
  if (kind < 3) return { url: '/api/export', body: {} }
  if (kind < 10) return { url: '/api/analytics' }
  if (kind < 30) return { url: '/api/leads?limit=20' }
  if (kind < 50) return { url: '/api/searches?limit=20' }
  return { url: '/api/user' }
}

async function load(server: ServerProcess, cookies: string[]): Promise<void> {
  let next = 0
  const caller = async () => {
    while (next < REQUESTS) {
      const n = next++
      await send(server, cookies[n % USERS] ?? '', n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
}

/** Sends request n, and retries after a second if the server is busy. */
async function send(server: ServerProcess, cookie: string, n: number): Promise<void> {
  const { url, body } = requestOf(n)
  const response = await fetch(server.address + url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  if (response.status === 503) {
    await pause(1000)
    return send(server, cookie, n)
  }
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}`)
}
