import { setTimeout as pause } from 'node:timers/promises'
import type { PlaceLoad } from '#contract/place-loads.ts'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import type { Gazetteer } from '#server/catalog/gazetteer/gazetteer.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { type AskedSearch, askedSearches, askSearch, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { lifelikeRelease } from './support/lifelike-release.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { milliseconds, ratio, summed } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget, type Target } from './support/targets.ts'
import { serveRelease } from './support/throttled-release.ts'

const LINE = { megabits: 50, latencyMs: 40 }
const LOADED = { town: 'Boulder', state: 'CO' }
const ALONE_MS = 20_000
const EVERY_MS = 200

/**
 * Searches over HTTP while a state is loaded, compared with the same searches before. One user searches five times a
 * second, elsewhere, so that the searches are the same.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const center = gazetteer.towns.find(({ name, state }) => name === LOADED.town && state === LOADED.state)
  if (center === undefined) throw new Error('There is no such town')
  const release = lifelikeRelease(gazetteer, [center])
  for (const database of databases) {
    const target = await openTarget(database)
    const line = await serveRelease(release.files, LINE)
    try {
      await migrate(target.bulk)
      await loadBigCatalog(target.bulk, makeBigCatalog(gazetteer, places))
      await measureOn(target, { gazetteer, releaseUrl: line.url, places })
    } finally {
      line.stop()
      await target.close()
    }
  }
}

type Setting = { gazetteer: Gazetteer; releaseUrl: string; places: number }

async function measureOn(target: Target, { gazetteer, releaseUrl, places }: Setting): Promise<void> {
  const asked = await withResults(
    catalogProvider(target.db),
    askedSearches(gazetteer, 3000).filter(({ town }) => town.state !== LOADED.state),
  )
  const { id, cookieName, cookieValue } = await addRichUser(target.db, 'pro')
  await target.db.query('UPDATE user_account SET is_admin = true WHERE id = $1', [id])
  const cookie = `${cookieName}=${cookieValue}`
  await target.release()
  const server = await startServerProcess({ ...target.settings, PLACES_URL: releaseUrl })
  try {
    const ask = askSearch(server.address, cookie)
    const before = await timesUntil(pause(ALONE_MS), { asked, ask })
    const start = performance.now()
    const meanwhile = await timesUntil(loadState(server, cookie), { asked, ask })
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    const [alone, loading] = [summed(before, 0), summed(meanwhile, 0)]
    console.log(
      `\n${target.name}, ${places} places, ${LOADED.state} loaded in ${seconds} s: searches in ms (and times those before)`,
    )
    for (const [name, { p50, p95, p99 }, times] of [
      ['before', alone, before],
      ['meanwhile', loading, meanwhile],
    ] as const)
      console.log(
        `  ${name.padEnd(9)} p50 ${milliseconds(p50)} (${ratio(p50, alone.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, alone.p95)})  p99 ${milliseconds(p99)} (${ratio(p99, alone.p99)})  longest ${milliseconds(Math.max(...times))}  of ${times.length}`,
      )
  } finally {
    await server.stop()
  }
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
