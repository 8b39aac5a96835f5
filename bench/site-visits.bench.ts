import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { PageReader } from '#server/catalog/sites/page-reader.ts'
import { visitSite } from '#server/catalog/sites/visit-site.ts'
import { createOutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { openTarget, type Target } from './support/targets.ts'

const SITES = 200
const RESPONSE_MS = 300
const AT_ONCE = 40
const SIGN_INS_PER_SECOND = 5
const WARM_UP_SIGN_INS = 50
const FIRST_NETWORK_OF_WARM_UP = 5000
const SIGN_IN_SECONDS = 30
const VISITED_SITES = 600
/** The chore that queues visits is due each minute, and may wait for others. */
const MAX_WAIT_MS = 240_000
/** What a visit of one of the websites asks for. */
const pages = ['robots.txt', '', 'contact']
const PASSWORD = 'correct horse battery'

/**
 * How many websites one process reads in an hour from a local server that answers after 300 ms, what a page costs
 * compared with fetching and discarding it, and how long signing in takes meanwhile.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  const quick = await startSites(0)
  try {
    await compareWork(quick.proxyUrl)
  } finally {
    quick.stop()
  }
  const slow = await startSites(RESPONSE_MS)
  try {
    await countAnHour(slow.proxyUrl)
    for (const database of databases) await compareSignIns(await openTarget(database), slow)
  } finally {
    slow.stop()
  }
}

type Sites = { proxyUrl: string; visits: () => Promise<number>; stop: () => void }

/** Another process, so that its work does not count. */
async function startSites(delayMs: number): Promise<Sites> {
  const child = fork(new URL('support/business-sites-process.ts', import.meta.url), [String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('The websites have no output')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const visits = async () => {
    const answer = once(child, 'message')
    child.send('visits')
    const [count] = (await answer) as [number]
    return count
  }
  return { proxyUrl: line.toString().trim(), visits, stop: () => void child.kill() }
}

const websiteOf = (n: number) => ({ domain: `site-${n}.com`, website: `http://site-${n}.com/`, names: [] })

/** Runs the work for each of so many websites, some at the same time. CPU milliseconds and requests. */
async function measure(
  sites: number,
  work: (n: number) => Promise<number>,
): Promise<{ cpuMs: number; requests: number }> {
  const before = process.cpuUsage()
  let requests = 0
  const numbers = Array.from({ length: sites }, (_, n) => n).values()
  const worker = async () => {
    for (const n of numbers) {
      const made = await work(n)
      requests += made
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, requests }
}

async function compareWork(proxyUrl: string): Promise<void> {
  const reader = new PageReader()
  const visit = async (n: number) =>
    (await visitSite({ reader, about: 'https://leadline.example', proxyUrl, pauseMs: 0 }, websiteOf(n))).requests
  const discard = async (n: number) => {
    const fetchPage = createOutboundFetch({ timeoutMs: 10_000, deadlineMs: 10_000, proxyUrl })
    for (const page of pages) await (await fetchPage(`http://site-${n}.com/${page}`)).arrayBuffer()
    return pages.length
  }
  await measure(SITES, visit)
  await measure(SITES, discard)
  const [read, discarded] = [await measure(SITES, visit), await measure(SITES, discard)]
  await reader.close()
  const [whole, least] = [read.cpuMs / read.requests, discarded.cpuMs / discarded.requests]
  console.log(
    `CPU per request: ${whole.toFixed(2)} ms read, ${least.toFixed(2)} ms fetched and discarded, ratio ${(whole / least).toFixed(2)}`,
  )
}

async function countAnHour(proxyUrl: string): Promise<void> {
  const reader = new PageReader()
  const startedAt = performance.now()
  const { cpuMs } = await measure(
    SITES,
    async n => (await visitSite({ reader, about: 'https://leadline.example', proxyUrl }, websiteOf(n))).requests,
  )
  const seconds = (performance.now() - startedAt) / 1000
  await reader.close()
  console.log(
    `${SITES} websites in ${seconds.toFixed(0)} s, ${AT_ONCE} at the same time: ${Math.round((SITES / seconds) * 3600)} an hour, ${Math.round((100 * cpuMs) / seconds / 1000)}% of one core`,
  )
}

async function compareSignIns(target: Target, sites: Sites): Promise<void> {
  try {
    await migrate(target.db)
    await seedPlumbers(target.db, VISITED_SITES, { website: null })
    await target.db.query(`
      UPDATE place SET domain = replace(source_id, 'place', 'site') || '.com',
        website = 'http://' || replace(source_id, 'place', 'site') || '.com/'`)
    await target.release()
    const settings = { ...target.settings, TRUST_PROXY: 'on', PAYMENTS_SANDBOX: 'off', SITES_PROXY: sites.proxyUrl }
    const quiet = await startServerProcess(settings)
    await signUp(quiet.address)
    await warmUp(quiet.address)
    const alone = await signIns(quiet.address)
    await quiet.stop()
    const busy = await startServerProcess({ ...settings, SITE_FACTS: 'all' })
    await warmUp(busy.address)
    const before = await nextVisit(sites)
    const meanwhile = await signIns(busy.address)
    const visits = (await sites.visits()) - before
    await busy.stop()
    const [p99, p99Meanwhile] = [alone, meanwhile].map(times => times[Math.floor(times.length * 0.99)] ?? 0)
    console.log(
      `${target.name}: signing in takes ${p99?.toFixed(0)} ms (p99 of ${alone.length}), ${p99Meanwhile?.toFixed(0)} ms while ${visits} websites are read, ratio ${((p99Meanwhile ?? 0) / (p99 ?? 1)).toFixed(2)}`,
    )
  } finally {
    await target.close()
  }
}

/** Waits until a chore has queued visits and the first one begins. Returns the number of visits so far. */
async function nextVisit({ visits }: Sites): Promise<number> {
  const before = await visits()
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline; await pause(50)) {
    const now = await visits()
    if (now > before) return now
  }
  throw new Error('No website was visited')
}

const post = (address: string, call: string, n: number, body: object) =>
  fetch(`${address}${call}`, {
    method: 'POST',
    // A different network each time, because each one has a limit.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
    body: JSON.stringify(body),
  })

async function signUp(address: string): Promise<void> {
  for (let n = 0; n < SIGN_IN_SECONDS; n++) {
    const account = { username: `visitor${n}`, email: `visitor${n}@example.com`, password: PASSWORD }
    const { status } = await post(address, '/api/register', n, account)
    if (status !== 201) throw new Error(`Signing up was answered with ${status}`)
  }
}

/** The first sign-ins of a process take longer, whatever else it does. */
async function warmUp(address: string): Promise<void> {
  for (let n = 0; n < WARM_UP_SIGN_INS; n++) await signIn(address, FIRST_NETWORK_OF_WARM_UP + n)
}

/** Milliseconds of each sign-in, in order. */
async function signIns(address: string): Promise<number[]> {
  const start = performance.now()
  const times: Promise<number>[] = []
  for (let n = 0; n < SIGN_INS_PER_SECOND * SIGN_IN_SECONDS; n++) {
    await pause(Math.max(0, start + (n * 1000) / SIGN_INS_PER_SECOND - performance.now()))
    times.push(signIn(address, n))
  }
  return (await Promise.all(times)).toSorted((a, b) => a - b)
}

async function signIn(address: string, n: number): Promise<number> {
  const asked = performance.now()
  const account = { username: `visitor${n % SIGN_IN_SECONDS}`, password: PASSWORD }
  const { status } = await post(address, '/api/login', 1000 + n, account)
  if (status !== 200) throw new Error(`A sign-in was answered with ${status}`)
  return performance.now() - asked
}
