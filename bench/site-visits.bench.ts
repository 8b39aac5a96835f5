import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { visitSite } from '#server/catalog/sites/visit-site.ts'
import { createOutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { PageReader } from '#site-reader/index.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { earlierVersion, serverModule } from './support/earlier-version.ts'
import { median, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { openTarget, type Target } from './support/targets.ts'

const SITES = 200
const WARM_UP_ROUNDS = 3
const ROUNDS = 11
const RESPONSE_MS = 300
const AT_ONCE = 40
const USERS = 100
const WARM_UP_SIGN_INS = 50
/** With fewer sign-ins, p99 is the time of one or two of them, and differs by more than the goal between equal runs. */
const SIGN_INS_PER_SECOND = 10
const TURN_SECONDS = 30
const TURNS = 4
/** In each turn, 300 websites wait to be visited at first. */
const VISITED_SITES = 1500
/** The chore that queues visits is due each minute, and may wait for others. */
const MAX_WAIT_MS = 240_000
const QUIET_MS = 3000
/** What a visit of one of the websites asks for. */
const pages = ['robots.txt', '', 'contact']
const PASSWORD = 'correct horse battery'

/**
 * How many websites one process reads in an hour from a local server that answers after 300 ms, what a page costs
 * compared with fetching and discarding it and with another revision (`--reference`), and how long signing in takes
 * meanwhile.
 */
export async function run({ databases, reference }: BenchmarkOptions): Promise<void> {
  const quick = await startSites(0)
  const earlier = earlierVersion(reference)
  try {
    await compareWork(quick.proxyUrl, earlier.root)
  } finally {
    quick.stop()
    earlier.remove()
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

const cpuOfRequest = ({ cpuMs, requests }: { cpuMs: number; requests: number }): number => cpuMs / requests
const websiteOf = (n: number) => ({ domain: `site-${n}.com`, website: `http://site-${n}.com/`, names: [], year: 2026 })

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

type SiteReader = { PageReader: typeof PageReader }
type SiteVisits = { visitSite: typeof visitSite }

async function compareWork(proxyUrl: string, root: string): Promise<void> {
  const [reader, earlier] = [
    new PageReader(),
    (await import(path.join(root, 'src/site-reader/index.ts'))) as SiteReader,
  ]
  const earlierReader = new earlier.PageReader()
  const earlierVisits = await serverModule<SiteVisits>(root, 'catalog/sites/visit-site.ts')
  const about = { about: 'https://leadline.example', proxyUrl, pauseMs: 0 }
  const visit = async (n: number) => (await visitSite({ reader, ...about }, websiteOf(n))).requests
  const visitEarlier = async (n: number) =>
    (await earlierVisits.visitSite({ reader: earlierReader, ...about }, websiteOf(n))).requests
  const discard = async (n: number) => {
    const fetchPage = createOutboundFetch({ timeoutMs: 10_000, deadlineMs: 10_000, proxyUrl })
    for (const page of pages) await (await fetchPage(`http://site-${n}.com/${page}`)).arrayBuffer()
    return pages.length
  }
  // A service that has read for a minute. The first pages take several times as long.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await measure(SITES, visit)
    await measure(SITES, visitEarlier)
    await measure(SITES, discard)
  }
  const [read, before, discarded] = [[] as number[], [] as number[], [] as number[]]
  for (let round = 0; round < ROUNDS; round++) {
    read.push(cpuOfRequest(await measure(SITES, visit)))
    before.push(cpuOfRequest(await measure(SITES, visitEarlier)))
    discarded.push(cpuOfRequest(await measure(SITES, discard)))
  }
  await Promise.all([reader.close(), earlierReader.close()])
  const [whole, least] = [median(read), median(discarded)]
  console.log(
    `CPU per request (medians of ${ROUNDS}): ${whole.toFixed(2)} ms read, ${least.toFixed(2)} ms fetched and discarded, ratio ${(whole / least).toFixed(2)}; ${ratio(whole, median(before))} of the reference`,
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
    const alone = [await signInTurns(quiet, TURNS / 2), await signInTurns(quiet, TURNS / 2)] as const
    await quiet.stop()
    const busy = await startServerProcess({ ...settings, SITE_FACTS: 'all' })
    await warmUp(busy.address)
    const meanwhile = await signInTurns(busy, TURNS, sites)
    await busy.stop()
    console.log(compared(target.name, alone, meanwhile))
  } finally {
    await target.close()
  }
}

/** `times`: milliseconds of each sign-in. `cpuMs`: of the server. */
type Turns = { times: number[]; visits: number; seconds: number; cpuMs: number }

function compared(database: string, [first, second]: readonly [Turns, Turns], busy: Turns): string {
  const alone = [...first.times, ...second.times]
  const visitsPerSecond = busy.visits / busy.seconds
  const cpuAlone = (first.cpuMs + second.cpuMs) / (first.seconds + second.seconds)
  const cpuOfVisit = (busy.cpuMs / busy.seconds - cpuAlone) / visitsPerSecond
  const noise = Math.max(p99Of(first.times) / p99Of(second.times), p99Of(second.times) / p99Of(first.times))
  return [
    `${database}: signing in takes ${p99Of(alone).toFixed(0)} ms (p99 of ${alone.length})`,
    `${p99Of(busy.times).toFixed(0)} ms while ${Math.round(visitsPerSecond * 3600)} websites an hour are read`,
    `ratio ${(p99Of(busy.times) / p99Of(alone)).toFixed(2)}; without websites, the halves differ ${noise.toFixed(2)} times`,
    `each website takes ${cpuOfVisit.toFixed(1)} ms of the server's CPU`,
  ].join(', ')
}

const p99Of = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? NaN

/** Signs in for some time, in turns. With `sites`, each turn begins with the first of the visits that are queued each minute. */
async function signInTurns(server: ServerProcess, turns: number, sites?: Sites): Promise<Turns> {
  const all: Turns = { times: [], visits: 0, seconds: 0, cpuMs: 0 }
  for (let turn = 0; turn < turns; turn++) {
    const before = sites === undefined ? 0 : await nextVisit(sites)
    const [cpuBefore, startedAt] = [server.cpuMs(), performance.now()]
    all.times.push(...(await signIns(server.address)))
    all.seconds += (performance.now() - startedAt) / 1000
    all.cpuMs += server.cpuMs() - cpuBefore
    if (sites !== undefined) all.visits += (await sites.visits()) - before
  }
  return all
}

/** Waits until a chore has queued visits and the first one begins. Returns the number of visits so far. */
async function nextVisit({ visits }: Sites): Promise<number> {
  let before = await visits()
  // Those of the turn before have ended if none begins for a while.
  for (let quietFor = 0; quietFor < QUIET_MS; quietFor += 500) {
    await pause(500)
    const now = await visits()
    if (now > before) quietFor = 0
    before = now
  }
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline; await pause(50)) {
    const now = await visits()
    if (now > before) return now
  }
  throw new Error('No website was visited')
}

let networks = 0
const post = (address: string, call: string, body: object) => {
  // A different network each time, because each one has a limit.
  const n = ++networks
  return fetch(`${address}${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
    body: JSON.stringify(body),
  })
}

async function signUp(address: string): Promise<void> {
  for (let n = 0; n < USERS; n++) {
    const account = { username: `visitor${n}`, email: `visitor${n}@example.com`, password: PASSWORD }
    const { status } = await post(address, '/api/register', account)
    if (status !== 201) throw new Error(`Signing up was answered with ${status}`)
  }
}

/** The first sign-ins of a process take longer, whatever else it does. */
async function warmUp(address: string): Promise<void> {
  for (let n = 0; n < WARM_UP_SIGN_INS; n++) await signIn(address, n)
}

/** Milliseconds of each sign-in. */
async function signIns(address: string): Promise<number[]> {
  const start = performance.now()
  const times: Promise<number>[] = []
  for (let n = 0; n < SIGN_INS_PER_SECOND * TURN_SECONDS; n++) {
    await pause(Math.max(0, start + (n * 1000) / SIGN_INS_PER_SECOND - performance.now()))
    times.push(signIn(address, n))
  }
  return Promise.all(times)
}

async function signIn(address: string, n: number): Promise<number> {
  const asked = performance.now()
  const { status } = await post(address, '/api/login', { username: `visitor${n % USERS}`, password: PASSWORD })
  if (status !== 200) throw new Error(`A sign-in was answered with ${status}`)
  return performance.now() - asked
}
