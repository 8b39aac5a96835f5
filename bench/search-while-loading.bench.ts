import { setTimeout as pause } from 'node:timers/promises'
import type { PlaceLoad } from '#contract/places/place-loads.ts'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import type * as catalogSearch from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { type AskedSearch, askedSearches, askSearch, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { earlierVersion, serverModule } from './support/earlier-version.ts'
import { lifelikeRelease } from './support/lifelike-release.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { milliseconds, ratio, summed } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget, type Target } from './support/targets.ts'
import { serveRelease } from './support/throttled-release.ts'

const LINE = { megabits: 50, latencyMs: 40 }
const LOADED = { town: 'Boulder', state: 'CO' }
/** The first searches after a start are slow, so these are not compared. */
const WARM_UP_MS = 30_000
const ALONE_MS = 20_000
const EVERY_MS = 200
/** The server limits how many of a user's searches find nothing new in an hour. */
const PEOPLE = 4

/**
 * Searches over HTTP while a state is loaded, compared with such searches of the warm server before, and the load
 * compared with one while nobody searches; both for another revision (`--reference`), too, or only this version
 * (`--reference none`). Users search in turn, five
 * times a second in all, elsewhere.
 */
export async function run({ places, databases, reference }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const center = gazetteer.towns.find(({ name, state }) => name === LOADED.town && state === LOADED.state)
  if (center === undefined) throw new Error('There is no such town')
  const release = lifelikeRelease(gazetteer, [center])
  const catalog = makeBigCatalog(gazetteer, places)
  const earlier = reference === 'none' ? undefined : earlierVersion(reference)
  try {
    for (const database of databases)
      for (const root of earlier === undefined ? [undefined] : [earlier.root, undefined])
        for (const measured of [measureLoad, measureSearches]) {
          const target = await openTarget(database)
          const line = await serveRelease(release.files, LINE)
          try {
            const { migrate: migrateVersion } = await serverModule<{ migrate: typeof migrate }>(
              root,
              'platform/database/migrate.ts',
            )
            await migrateVersion(target.bulk)
            await loadBigCatalog(target.bulk, catalog)
            console.log(`\n${target.name}, ${places} places, ${root === undefined ? 'this version' : 'the reference'}`)
            await measured({ target, gazetteer, settings: { ...target.settings, PLACES_URL: line.url }, root })
          } finally {
            line.stop()
            await target.close()
          }
        }
  } finally {
    earlier?.remove()
  }
}

type Setting = {
  target: Target
  gazetteer: Gazetteer
  settings: Record<string, string>
  /** Another version of the product. */
  root: string | undefined
}

async function measureLoad({ target, settings, root }: Setting): Promise<void> {
  const cookie = await administrator(target)
  await target.release()
  const server = await startServerProcess(settings, { root })
  try {
    console.log(`  alone     ${await costOf(loadState(server, cookie), server, target)}`)
  } finally {
    await server.stop()
  }
}

async function measureSearches({ target, gazetteer, settings, root }: Setting): Promise<void> {
  const { catalogProvider } = await serverModule<typeof catalogSearch>(
    root,
    'catalog/search/catalog-search.repository.ts',
  )
  const asked = await withResults(
    catalogProvider(target.db),
    askedSearches(gazetteer, 3000).filter(({ town }) => town.state !== LOADED.state),
  )
  const cookie = await administrator(target)
  const people: string[] = []
  for (let person = 0; person < PEOPLE; person++) {
    const user = await addRichUser(target.db, 'pro', `person${person}`)
    people.push(user.cookie)
  }
  await target.release()
  const server = await startServerProcess(settings, { root })
  try {
    const ask = inTurn(people.map(person => askSearch(server.address, person)))
    await timesUntil(pause(WARM_UP_MS), { asked, ask })
    // A repeated search of the same user would be cheaper.
    const next = asked.slice(WARM_UP_MS / EVERY_MS)
    const before = await timesUntil(pause(ALONE_MS), { asked: next, ask })
    const loading = loadState(server, cookie)
    const [meanwhile, cost] = await Promise.all([
      timesUntil(loading, { asked: next.slice(ALONE_MS / EVERY_MS), ask }),
      costOf(loading, server, target),
    ])
    console.log(`  searched  ${cost}`)
    const alone = summed(before, 0)
    for (const [name, times] of Object.entries({ before, meanwhile })) {
      const { p50, p95, p99 } = summed(times, 0)
      console.log(
        `  ${name.padEnd(9)} p50 ${milliseconds(p50)} (${ratio(p50, alone.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, alone.p95)})  p99 ${milliseconds(p99)} (${ratio(p99, alone.p99)})  longest ${milliseconds(Math.max(...times))}  of ${times.length}`,
      )
    }
  } finally {
    await server.stop()
  }
}

function inTurn(askers: readonly Asking['ask'][]): Asking['ask'] {
  let asked = 0
  return async question => askers[asked++ % askers.length]?.(question)
}

async function administrator({ db }: Target): Promise<string> {
  const { id, cookie } = await addRichUser(db, 'pro')
  await db.query('UPDATE user_account SET is_admin = true WHERE id = $1', [id])
  return cookie
}

/** Includes the searches meanwhile. */
async function costOf(load: Promise<void>, server: ServerProcess, target: Target): Promise<string> {
  const cpu = () => server.cpuMs() + (target.name === 'embedded' ? 0 : target.cpu())
  const [start, before] = [performance.now(), cpu()]
  await load
  const [seconds, cpuSeconds] = [performance.now() - start, cpu() - before].map(ms => (ms / 1000).toFixed(1))
  return `${LOADED.state} loaded in ${seconds} s, ${cpuSeconds} s of CPU`
}

type Asking = { asked: readonly AskedSearch[]; ask: (asked: AskedSearch) => Promise<void> }

/** Searches at a steady pace until the work ends. The next searches wait for one that is late, as the times show. */
async function timesUntil(work: Promise<unknown>, { asked, ask }: Asking): Promise<number[]> {
  const ended = new AbortController()
  const over = work.finally(() => ended.abort())
  const times: number[] = []
  const searches: Promise<void>[] = []
  for (let turn = 0; !ended.signal.aborted; turn++) {
    const next = asked[turn % asked.length]
    const start = performance.now()
    if (next !== undefined) searches.push(ask(next).then(() => void times.push(performance.now() - start)))
    await pause(EVERY_MS)
  }
  await Promise.all([over, ...searches])
  return times
}

async function loadState({ address }: ServerProcess, cookie: string): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie }
  const started = await fetch(`${address}/api/admin/place-loads`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ location: LOADED.state, miles: 1 }),
  })
  if (!started.ok) throw new Error(await started.text())
  for (;;) {
    await pause(1000)
    const [load] = (await (await fetch(`${address}/api/admin/place-loads`, { headers })).json()) as PlaceLoad[]
    if (load?.state === 'failed') throw new Error(load.progress)
    if (load?.state === 'done') return
  }
}
