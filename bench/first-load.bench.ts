import { setTimeout as pause } from 'node:timers/promises'
import type { AreaLoad, FollowedLoad } from '#contract/area-load.ts'
import type { Problem } from '#contract/errors.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { cellOf, cellsInCircle, distanceMiles, type Gazetteer, loadGazetteer, type Town } from '#geography/index.ts'
import type * as migrations from '#server/platform/database/migrate.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { earlierVersion, serverModule } from './support/earlier-version.ts'
import { type LifelikeRelease, lifelikeRelease } from './support/lifelike-release.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget, type Target } from './support/targets.ts'
import { serveRelease, type ThrottledRelease } from './support/throttled-release.ts'

const LINE = { megabits: 50, latencyMs: 40 }
const RADIUS_MILES = 25
const PEOPLE = 100
/** The page asks as often. */
const ASK_EVERY_MS = 1000
/** The first search comes right after the start, so the server has to read the footers of the release. */
const towns = [
  { name: 'Boulder', state: 'CO' },
  { name: 'Chattanooga', state: 'TN' },
]
const townOfMany = { name: 'Bozeman', state: 'MT' }

/**
 * Compares this version with another one (`--reference`), each on a new database: the time from a search in a town that
 * was never loaded to its first real lead, at 50 Mbit/s, from a release with Overture's layout. The bytes are compared
 * with the fewest: the columns that we read, in the row groups that have a place in the circle. Then a hundred people
 * search one town at once.
 */
export async function run({ databases, reference }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const release = lifelikeRelease(
    gazetteer,
    [...towns, townOfMany].map(town => townOf(gazetteer, town)),
  )
  console.log(
    `A release of ${release.rows} places in ${release.files.length} files: ${release.groups} row groups, ${megabytes(release.files.reduce((sum, { byteLength }) => sum + byteLength, 0))} MB, of these ${megabytes(release.footerBytes)} MB footers`,
  )
  const earlier = earlierVersion(reference)
  try {
    for (const database of databases)
      for (const root of [earlier.root, undefined]) {
        const target = await openTarget(database)
        try {
          console.log(`\n${target.name}, ${root === undefined ? 'this version' : 'the reference'}`)
          await measureOn(target, { gazetteer, release, root })
        } finally {
          await target.close()
        }
      }
  } finally {
    earlier.remove()
  }
}

type Measured = { gazetteer: Gazetteer; release: LifelikeRelease; root: string | undefined }

async function measureOn(target: Target, { gazetteer, release, root }: Measured): Promise<void> {
  const { migrate } = await serverModule<Pick<typeof migrations, 'migrate'>>(root, 'platform/database/migrate.ts')
  await migrate(target.bulk)
  const cookies: string[] = []
  for (let person = 0; person < PEOPLE; person++) {
    const { cookie } = await addRichUser(target.db, 'pro', `person${person}`)
    cookies.push(cookie)
  }
  await target.release()
  const line = await serveRelease(release.files, LINE)
  const settings = { ...target.settings, DEMO_CATALOG: 'on', PLACES_AUTO_LOAD: 'on', PLACES_URL: line.url }
  const server = await startServerProcess(settings, { root })
  try {
    for (const [position, { name, state }] of towns.entries()) {
      const town = townOf(gazetteer, { name, state })
      const words = `${name}, ${state}${position === 0 ? ' (and the footers)' : ''}`
      await measureLoad(words, { server, line, cookie: cookies[position] ?? '', town, release })
      await pause(3000)
    }
    await measureMany({ server, line, cookies, town: townOf(gazetteer, townOfMany), release })
  } finally {
    await server.stop()
    line.stop()
  }
}

type Asking = { server: ServerProcess; town: Town }
type Load = Asking & { line: ThrottledRelease; cookie: string; release: LifelikeRelease }

async function measureLoad(words: string, { server, line, cookie, town, release }: Load): Promise<void> {
  const before = { bytes: line.bytes(), requests: line.requests(), cpuMs: server.cpuMs() }
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  const load = await startLoad({ server, town }, cookie)
  const answered = seconds()
  const steps = await until(({ isSearchable }) => isSearchable, { server, load, cookie, seconds })
  const { leads } = await search({ server, town }, cookie, load.id)
  if (leads[0]?.isSample !== false) throw new Error(`There is no real lead in ${words}`)
  const first = seconds()
  await until(() => false, { server, load, cookie, seconds })
  const { least, ofCells } = leastBytes(release, town)
  const bytes = line.bytes() - before.bytes
  console.log(
    `  ${words}: first real lead after ${first} s (answered ${answered}, ${steps}), all after ${seconds()} s; ${megabytes(bytes)} MB in ${line.requests() - before.requests} requests, ${(bytes / ofCells).toFixed(2)}x the least for whole cells, ${(bytes / least).toFixed(2)}x the least for the circle, which takes ${(least / ((LINE.megabits * 1e6) / 8)).toFixed(1)} s; ${((server.cpuMs() - before.cpuMs) / 1000).toFixed(1)} s of CPU`,
  )
}

type Waiting = { server: ServerProcess; load: AreaLoad; cookie: string; seconds: () => string }

/** Waits until this is enough, or the load ends. Returns when each progress was first reported, in seconds. */
async function until(
  isEnough: (load: FollowedLoad) => boolean,
  { server, load, cookie, seconds }: Waiting,
): Promise<string> {
  const seen = new Map<string, string>()
  for (let current: FollowedLoad = { ...load, isSearchable: false }; current.state !== 'done' && !isEnough(current);) {
    if (current.state === 'failed') throw new Error(current.progress)
    const words = current.state === 'waiting' ? 'waiting' : current.progress.replace(/,.*/, '')
    if (!seen.has(words)) seen.set(words, seconds())
    await pause(ASK_EVERY_MS)
    const answer = await fetch(`${server.address}/api/area-loads/${load.id}`, { headers: { cookie } })
    current = (await answer.json()) as FollowedLoad
  }
  return [...seen].map(([words, at]) => `${words.toLowerCase()} ${at}`).join(', ')
}

type Many = Asking & { line: ThrottledRelease; cookies: string[]; release: LifelikeRelease }

async function measureMany({ server, line, cookies, town, release }: Many): Promise<void> {
  const before = line.bytes()
  const start = performance.now()
  const loads = await Promise.all(cookies.map(cookie => startLoad({ server, town }, cookie)))
  const ids = new Set(loads.map(({ id }) => id))
  const [load] = loads
  if (load === undefined) throw new Error('Nobody has searched')
  const answered = ((performance.now() - start) / 1000).toFixed(1)
  await until(() => false, { server, load, cookie: cookies[0] ?? '', seconds: () => '' })
  const found = await Promise.all(cookies.map(cookie => search({ server, town }, cookie, load.id)))
  const real = found.filter(({ leads }) => leads[0]?.isSample === false).length
  console.log(
    `  ${cookies.length} people at once in ${town.name}: ${ids.size} load, ${((line.bytes() - before) / leastBytes(release, town).ofCells).toFixed(2)}x the least bytes for whole cells; answered after ${answered} s, real leads for ${real} after ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
}

/** The bytes for the circle, and for all cells that it touches, because cells are loaded whole. */
function leastBytes(release: LifelikeRelease, town: Town): { least: number; ofCells: number } {
  const cells = new Set(cellsInCircle(town, RADIUS_MILES))
  return {
    least: release.leastBytes(point => distanceMiles(town, point) <= RADIUS_MILES),
    ofCells: release.leastBytes(({ lat, lon }) => cells.has(cellOf(lat, lon))),
  }
}

/** The load that a search starts. If a busy server makes no samples in time, it is in the refusal of the search. */
async function startLoad(asking: Asking, cookie: string): Promise<AreaLoad> {
  const response = await post(asking, cookie)
  const { load } = (await response.json()) as SearchResult | Problem
  if (!load) throw new Error(`The search in ${asking.town.name} was answered with ${response.status} and no load`)
  return load
}

async function search(asking: Asking, cookie: string, afterLoad: string): Promise<SearchResult> {
  const response = await post(asking, cookie, afterLoad)
  if (!response.ok) throw new Error(`A search was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as SearchResult
}

const post = ({ server, town }: Asking, cookie: string, afterLoad?: string): Promise<Response> =>
  fetch(`${server.address}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      businessCategory: 'Restaurants',
      location: `${town.name}, ${town.state}`,
      radius: RADIUS_MILES,
      confirmed: true,
      ...(afterLoad !== undefined && { afterLoad }),
    }),
  })

function townOf({ towns: known }: Gazetteer, { name, state }: { name: string; state: string }): Town {
  const town = known.find(one => one.name === name && one.state === state)
  if (town === undefined) throw new Error(`There is no ${name}, ${state}`)
  return town
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
