import { setTimeout as pause } from 'node:timers/promises'
import { loadGazetteer } from '#geography/index.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster, startPostgresReplica } from '#tests/support/postgres-cluster.ts'
import { cpuMsOf } from '#tests/support/process-usage.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { type AskedSearch, askedSearches, askSearch, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { milliseconds } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'

const PEOPLE = 8
const PHASE_MS = 15_000

/**
 * Eight people search without pausing: on one process, on two, and on two that search on a streaming replica, which is
 * killed under load and restarted. What counts are failures and the longest answer.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  if (!databases.includes('postgres')) return
  const gazetteer = await loadGazetteer()
  const primary = await startPostgresCluster({ shared_buffers: '512MB' })
  const url = primary.urlOf('postgres')
  const db = await openDatabase({ databaseUrl: url, purpose: 'maintenance' })
  const stops = [() => primary.stop(), () => db.close()]
  try {
    await migrate(db)
    await loadBigCatalog(db, makeBigCatalog(gazetteer, Math.min(places, 200_000)))
    const cookies: string[] = []
    for (let person = 0; person < PEOPLE; person++) {
      const { cookie } = await addRichUser(db, 'pro', `bench${person}`)
      cookies.push(cookie)
    }
    const replica = await startPostgresReplica(primary, { shared_buffers: '512MB' })
    stops.push(() => replica.stop())
    const start = async (settings: Record<string, string>) => {
      const server = await startServerProcess({ DATABASE_URL: url, ...settings })
      stops.push(async () => void (await server.stop()))
      return server.address
    }
    const cpu = () => ({ primary: cpuMsOf(primary.pid), replica: cpuMsOf(replica.pid) })
    const searches = await withResults(catalogProvider(db), askedSearches(gazetteer, 2000))
    const load = (title: string, addresses: string[], harm?: () => Promise<void>) =>
      measureLoad({ title, addresses, cookies, searches, cpu, harm })
    const alone = await start({})
    await load('one process', [alone])
    await load('two processes', [alone, await start({})])
    const byReplica = { DATABASE_REPLICA_URL: replica.urlOf('postgres') }
    const pair = [await start(byReplica), await start(byReplica)]
    await load('two, searches by the replica', pair)
    await load('the replica is killed during the run', pair, () =>
      pause(PHASE_MS / 3).then(() => replica.kill('SIGKILL')),
    )
    await load('and started again', pair, () => pause(PHASE_MS / 3).then(() => replica.start()))
    await load('afterwards', pair)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

type Cpu = { primary: number; replica: number }
type Load = {
  title: string
  addresses: string[]
  cookies: string[]
  searches: AskedSearch[]
  cpu: () => Cpu
  harm: (() => Promise<void>) | undefined
}

async function measureLoad({ title, addresses, cookies, searches, cpu, harm }: Load): Promise<void> {
  const times: number[] = []
  let failures = 0
  const before = cpu()
  const end = performance.now() + PHASE_MS
  const search = async (cookie: string, person: number) => {
    const ask = askSearch(addresses[person % addresses.length] ?? '', cookie)
    for (let at = person * 200; performance.now() < end; at++) {
      const asked = searches[at % searches.length]
      if (asked === undefined) return
      const start = performance.now()
      await ask(asked).catch(() => failures++)
      times.push(performance.now() - start)
    }
  }
  await Promise.all([harm?.(), ...cookies.map(search)])
  const after = cpu()
  times.sort((a, b) => a - b)
  const at = (share: number) => milliseconds(times[Math.floor((times.length - 1) * share)] ?? 0)
  const share = (name: keyof Cpu) => `${((after[name] - before[name]) / 1000).toFixed(1)} s`
  console.log(
    `  ${title.padEnd(32)} ${(times.length / (PHASE_MS / 1000)).toFixed().padStart(4)} searches/s  p50 ${at(0.5)} p99 ${at(0.99)} at most ${at(1)} ms  failures ${failures}  CPU of primary ${share('primary')}, of replica ${share('replica')}`,
  )
}
