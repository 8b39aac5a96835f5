import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cellOf, type Gazetteer, loadGazetteer, usBorders } from '#geography/index.ts'
import { statesApart } from '#server/catalog/pull/pull-country.usecases.ts'
import { populatedCellsOf } from '#server/catalog/search/coverage.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { memoryOf } from '#tests/support/process-usage.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { lifelikeRelease } from './support/lifelike-release.ts'
import { milliseconds, ratio, summed } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget, type Target } from './support/targets.ts'
import { serveRelease, type ThrottledRelease } from './support/throttled-release.ts'

const LINE = { megabits: 50, latencyMs: 40 }
const REAL_PLACES = 15_000_000
/** It is loaded first, and searched in while the rest is loaded. */
const FIRST = { state: 'CO', towns: 40 }
const KILLED_AFTER_STATES = 8
const ALONE_MS = 20_000
const EVERY_MS = 250
const PEOPLE = 4
const kinds = ['Restaurants', 'Dentists', 'Plumbers', 'Hair salons', 'Coffee shops', 'Auto repair', 'Lawyers', 'Gyms']

/**
 * `places pull --usa` from a generated release of `--places` places with the layout of Overture's: the estimate compared
 * with what was read, stored, and waited; kill -9 and going on; memory; the count of places; and searches meanwhile.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const release = lifelikeRelease(gazetteer, [], { rows: places, weight: REAL_PLACES / places })
  const cells = new Set(statesApart(populatedCellsOf(gazetteer)).flatMap(area => area.cells))
  const wanted = release.count(
    point => cells.has(cellOf(point.lat, point.lon)) && (usBorders.isInside(point) || usBorders.isNear(point)),
  )
  const size = release.files.reduce((sum, file) => sum + file.byteLength, 0)
  console.log(
    `A release of ${release.rows} places, ${wanted} of them in the country: ${release.groups} row groups, ${megabytes(size)} MB`,
  )
  for (const database of databases) {
    const target = await openTarget(database)
    const line = await serveRelease(release.files, LINE)
    const folder = await mkdtemp(path.join(tmpdir(), 'leadline-country-'))
    try {
      await migrate(target.bulk)
      console.log(`\n${target.name}`)
      if (database === 'embedded') await target.release()
      const settings = { DATA_DIR: folder, ...target.settings, PLACES_URL: line.url }
      await (database === 'postgres' ? loadBeside : loadAlone)({ target, line, settings, gazetteer, wanted })
    } finally {
      line.stop()
      await target.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

type Setting = {
  target: Target
  line: ThrottledRelease
  settings: Record<string, string>
  gazetteer: Gazetteer
  /** Places that the country has in the release. */
  wanted: number
}

/** Only one process can open an embedded database, so nobody searches meanwhile. */
async function loadAlone({ line, settings }: Setting): Promise<void> {
  await pullUsa({ settings, line, dryRun: true })
  await pullUsa({ settings, line, killAfter: KILLED_AFTER_STATES })
  await pullUsa({ settings, line })
}

async function loadBeside({ target, line, settings, gazetteer, wanted }: Setting): Promise<void> {
  await pull(['--state', FIRST.state], { settings, line })
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) => addRichUser(target.bulk, 'pro', `person${person}`)),
  )
  const server = await startServerProcess(settings)
  try {
    const ask = asker(
      server.address,
      people.map(({ cookie }) => cookie),
      gazetteer,
    )
    await timesUntil(pause(ALONE_MS), ask)
    const quiet = await timesUntil(pause(ALONE_MS), ask)
    const before = await sizeOf(target)
    const load = async () => {
      await pullUsa({ settings, line, dryRun: true })
      await pullUsa({ settings, line, killAfter: KILLED_AFTER_STATES })
      await pullUsa({ settings, line })
    }
    const loading = await timesUntil(load(), ask)
    const after = await sizeOf(target)
    console.log(`  places: ${after.places} of ${wanted}; loaded cells say ${after.covered}`)
    console.log(
      `  disk: ${megabytes(after.bytes - before.bytes)} MB for ${after.places - before.places} places, ${((after.bytes - before.bytes) / (after.places - before.places)).toFixed(0)} bytes each`,
    )
    const alone = summed(quiet.answered, 0)
    for (const [name, { answered, refused }] of Object.entries({ alone: quiet, meanwhile: loading })) {
      const { p50, p95, p99 } = summed(answered, 0)
      console.log(
        `  searches ${name.padEnd(9)} p50 ${milliseconds(p50)} (${ratio(p50, alone.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, alone.p95)})  p99 ${milliseconds(p99)}  longest ${milliseconds(Math.max(...answered))}  of ${answered.length}; ${refused} refused`,
      )
    }
  } finally {
    await server.stop()
  }
}

type Pulling = { settings: Record<string, string>; line: ThrottledRelease; dryRun?: boolean; killAfter?: number }

const pullUsa = ({ dryRun = false, ...pulling }: Pulling): Promise<void> =>
  pull(['--usa', ...(dryRun ? ['--dry-run'] : [])], pulling)

/** Runs `places pull`. `killAfter`: kill -9 in the state after so many. */
async function pull(words: string[], { settings, line, killAfter = Infinity }: Pulling): Promise<void> {
  const start = { at: performance.now(), bytes: line.bytes() }
  const child = spawn(process.execPath, ['src/server/entry/command-line.ts', 'places', 'pull', ...words], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const memory: number[] = []
  const sampling = setInterval(() => {
    if (child.exitCode === null && child.signalCode === null) memory.push(memoryOf(child.pid ?? 0))
  }, 1000)
  let output = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'close')
  while (child.exitCode === null && child.signalCode === null) {
    await pause(200)
    const states = output.match(/: [\d,]+ new, /g)?.length ?? 0
    if (states >= killAfter && /importing/.test(lastLine(output))) kill()
  }
  await ended
  clearInterval(sampling)
  const half = memory.length >> 1
  const peak = (some: number[]) => megabytes(Math.max(0, ...some))
  console.log(
    `  places pull ${words.join(' ')}: ${child.signalCode ?? `code ${child.exitCode}`} after ${((performance.now() - start.at) / 1000).toFixed(1)} s; read ${megabytes(line.bytes() - start.bytes)} MB; memory at most ${peak(memory.slice(0, half))} and then ${peak(memory.slice(half))} MB`,
  )
  for (const said of [...toldBy(output), ...complaints.trim().split('\n')]) console.log(`    ${said}`)
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''

/** What a command says, without its progress, except where the progress goes back. */
function toldBy(output: string): string[] {
  let furthest = 0
  return output.split('\n').filter(line => {
    const [, told = ''] = /: ([\d,]+) of [\d,]+$/.exec(line) ?? []
    if (told === '') return line !== '' && !line.endsWith('...')
    const done = Number(told.replaceAll(',', ''))
    const isBack = done < furthest
    furthest = Math.max(furthest, done)
    return isBack
  })
}

async function sizeOf({ bulk }: Target): Promise<{ bytes: number; places: number; covered: number }> {
  const [row] = await bulk.query<{ bytes: number; places: number; covered: number }>(
    `SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM place) AS places,
       (SELECT coalesce(sum(place_count), 0)::bigint FROM coverage) AS covered`,
  )
  if (row === undefined) throw new Error('no size')
  return row
}

/** Whether a search was answered. A busy server refuses some. */
type Ask = () => Promise<boolean>

/** Searches in towns of the first state, whose places do not change. */
function asker(address: string, cookies: string[], { towns }: Gazetteer): Ask {
  const near = towns
    .filter(({ state }) => state === FIRST.state)
    .toSorted((a, b) => b.population - a.population)
    .slice(0, FIRST.towns)
  const agent = new Agent({ keepAlive: true })
  let asked = 0
  return () => {
    const turn = asked++
    const town = near[turn % near.length]
    const body = {
      businessCategory: kinds[Math.floor(turn / near.length) % kinds.length],
      location: `${town?.name}, ${FIRST.state}`,
      radius: 10,
      confirmed: true,
    }
    const headers = { 'content-type': 'application/json', cookie: cookies[turn % cookies.length] }
    return new Promise((resolve, reject) => {
      const call = request(`${address}/api/search`, { method: 'POST', agent, headers }, response => {
        let answer = ''
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
        response.on('end', () => {
          if (response.statusCode === 200 || response.statusCode === 503) resolve(response.statusCode === 200)
          else reject(new Error(answer))
        })
      })
      call.on('error', reject)
      call.end(JSON.stringify(body))
    })
  }
}

type Times = { answered: number[]; refused: number }

/** Searches at a steady pace until the work ends. */
async function timesUntil(work: Promise<unknown>, ask: Ask): Promise<Times> {
  const ended = new AbortController()
  const over = work.finally(() => ended.abort())
  const times: Times = { answered: [], refused: 0 }
  const searches: Promise<void>[] = []
  const search = async () => {
    const start = performance.now()
    if (await ask()) times.answered.push(performance.now() - start)
    else times.refused += 1
  }
  while (!ended.signal.aborted) {
    searches.push(search())
    await pause(EVERY_MS)
  }
  await Promise.all([over, ...searches])
  return times
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
