import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadGazetteer } from '#geography/index.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import type { migrate } from '#server/platform/database/migrate.ts'
import { freePort } from '#tests/support/postgres-cluster.ts'
import { cpuMsOf } from '#tests/support/process-usage.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { type AskedSearch, askedSearches, askSearch, planOfAsked, withResults } from './support/ask-search.ts'
import { type BigCatalog, makeBigCatalog } from './support/big-catalog.ts'
import { earlierVersion, serverModule } from './support/earlier-version.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { measure, median, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { onEachDatabase, openAnotherDatabase, type Target } from './support/targets.ts'

const QUESTIONS = 800
/** The versions take turns of this many questions. */
const TURN = 40
const PEOPLE = 8
const LIGHT_CALLS = 2000
const LIGHT_ROUNDS = 5

/**
 * A complete search over HTTP (session, limits, parsing, quota, saving the leads): this version compared with another
 * revision (`--reference`, by default the last commit), and with its bare statement. Then the cheapest signed-in call
 * compared with one written by hand.
 */
export async function run({ places, databases, reference }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  const earlier = earlierVersion(reference)
  try {
    await onEachDatabase(databases, async (target, database) => {
      await loadBigCatalog(target.bulk, catalog)
      const questions = await withResults(catalogProvider(target.db), askedSearches(gazetteer, QUESTIONS))
      if (database === 'embedded') await measureAlone(target, questions)
      else await compareVersions(target, { catalog, questions, earlierRoot: earlier.root })
    })
  } finally {
    earlier.remove()
  }
}

const bareOf = (target: Target, questions: AskedSearch[]) => {
  const provider = catalogProvider(target.db)
  const ask = (asked: AskedSearch) => provider.search(planOfAsked(asked), { after: null, limit: 21 })
  return measure({ questions, ask, cpu: target.cpu })
}

/** Only one process can open an embedded database, so there is no comparison between versions. */
async function measureAlone(target: Target, questions: AskedSearch[]): Promise<void> {
  const { cookie } = await addRichUser(target.db, 'pro')
  const bare = await bareOf(target, questions)
  await target.release()
  const server = await startServerProcess(target.settings)
  const ask = askSearch(server.address, cookie)
  const fresh = await measure({ questions, ask, cpu: server.cpuMs, warmUp: 0 })
  const again = await measure({ questions, ask, cpu: server.cpuMs })
  await server.stop()
  console.log(`\n${target.name}, milliseconds (and times the bare statement)`)
  for (const [name, { p50, p95, cpuMs }] of Object.entries({ 'bare statement': bare, new: fresh, repeated: again }))
    console.log(
      `  ${name.padEnd(15)} p50 ${milliseconds(p50)} (${ratio(p50, bare.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, bare.p95)})  CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, bare.cpuMs)})`,
    )
}

type Version = { name: string; server: ServerProcess; cookie: string; warmUp: string; people: string[] }
/** CPU milliseconds per question of each turn, and the time of each question. */
type Sums = { node: number[]; database: number[]; times: number[] }
type Compared = { catalog: BigCatalog; questions: AskedSearch[]; earlierRoot: string }

export async function compareVersions(target: Target, { catalog, questions, earlierRoot }: Compared): Promise<void> {
  const bare = await bareOf(target, questions)
  const versions: Version[] = []
  // Its own database, because this version's schema helps it.
  const ofEarlier = await openAnotherDatabase(target, 'earlier')
  const { migrate: migrateEarlier } = await serverModule<{ migrate: typeof migrate }>(
    earlierRoot,
    'platform/database/migrate.ts',
  )
  await migrateEarlier(ofEarlier.bulk)
  await loadBigCatalog(ofEarlier.bulk, catalog)
  try {
    for (const [name, root, { bulk, settings }] of [
      ['reference', earlierRoot, ofEarlier],
      ['this version', undefined, target],
    ] as const) {
      const server = await startServerProcess(settings, { root })
      const user = async (of: string) => {
        const { cookie } = await addRichUser(bulk, 'pro', `${name.replace(' ', '')}${of}`)
        return cookie
      }
      const people = await Promise.all(Array.from({ length: PEOPLE }, (_, person) => user(`person${person}`)))
      versions.push({ name, server, cookie: await user('alone'), warmUp: await user('warmup'), people })
    }
    for (const { server, warmUp } of versions) {
      const ask = askSearch(server.address, warmUp)
      for (const question of [...questions, ...questions]) await ask(question)
    }
    // As autovacuum does: plans made for empty tables would read all of a user's leads.
    for (const { bulk } of [ofEarlier, target]) await bulk.query('VACUUM ANALYZE')
    const one = ({ server, cookie }: Version) => inTurn(askSearch(server.address, cookie))
    const fresh = await alternate({ target, versions, questions, askerOf: one })
    const again = await alternate({ target, versions, questions, askerOf: one })
    const crowd = await alternate({
      target,
      versions,
      questions,
      askerOf: ({ server, people }) => together(people.map(cookie => askSearch(server.address, cookie))),
    })
    console.log(
      `\n${target.name}, ${questions.length} questions; the bare statement: p50 ${milliseconds(bare.p50)} ms, CPU of the database ${milliseconds(bare.cpuMs)} ms`,
    )
    printSums('new searches', fresh)
    printSums('repeated searches', again)
    printSums(`${PEOPLE} users at once, new searches`, crowd)
    await compareLightCalls(target, versions)
  } finally {
    await Promise.all(versions.map(({ server }) => server.stop()))
    await ofEarlier.close()
  }
}

type Asker = (questions: readonly AskedSearch[]) => Promise<number[]>

const inTurn =
  (ask: (asked: AskedSearch) => Promise<void>): Asker =>
  async questions => {
    const times: number[] = []
    for (const question of questions) {
      const start = performance.now()
      await ask(question)
      times.push(performance.now() - start)
    }
    return times
  }

/** Each person asks all questions, beginning with another one. */
const together =
  (people: readonly ((asked: AskedSearch) => Promise<void>)[]): Asker =>
  async questions => {
    const all = people.map((ask, person) => {
      const first = Math.floor((questions.length * person) / people.length)
      return inTurn(ask)([...questions.slice(first), ...questions.slice(0, first)])
    })
    return (await Promise.all(all)).flat()
  }

type Alternated = {
  target: Target
  versions: readonly Version[]
  questions: AskedSearch[]
  askerOf: (version: Version) => Asker
}

async function alternate({ target, versions, questions, askerOf }: Alternated): Promise<Map<string, Sums>> {
  const all = versions.map(version => ({
    version,
    ask: askerOf(version),
    sums: { node: [] as number[], database: [] as number[], times: [] as number[] },
  }))
  for (let from = 0; from < questions.length; from += TURN)
    for (const { version, ask, sums } of from % (2 * TURN) === 0 ? all : all.toReversed()) {
      const before = { node: version.server.cpuMs(), database: target.cpu() }
      const times = await ask(questions.slice(from, from + TURN))
      sums.node.push((version.server.cpuMs() - before.node) / times.length)
      sums.database.push((target.cpu() - before.database) / times.length)
      sums.times.push(...times)
    }
  return new Map(all.map(({ version, sums }) => [version.name, sums]))
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
const ofTurns = ({ node, database }: Sums): number[] => node.map((each, turn) => each + (database[turn] ?? 0))
/** The median leaves out what happens in few turns, such as collecting garbage, and other work on the machine. */
const shares: Record<string, (sums: Sums) => number> = {
  Node: ({ node }) => meanOf(node),
  database: ({ database }) => meanOf(database),
  together: sums => meanOf(ofTurns(sums)),
  'median of the turns': sums => median(ofTurns(sums)),
}

function printSums(title: string, versions: Map<string, Sums>): void {
  console.log(`${title}: CPU in ms (and times the reference)`)
  const [reference] = versions.values()
  if (reference === undefined) return
  for (const [name, sums] of versions) {
    const figures = Object.entries(shares).map(
      ([share, of]) => `${share} ${milliseconds(of(sums))} (${ratio(of(sums), of(reference))})`,
    )
    const sorted = sums.times.toSorted((a, b) => a - b)
    const at = (part: number) => milliseconds(sorted[Math.floor(sorted.length * part)] ?? 0)
    console.log(`  ${name.padEnd(13)} ${figures.join('  ')}  p50 ${at(0.5)}  p95 ${at(0.95)}`)
  }
}

/** `GET /api/user` of both versions and written by hand: microseconds of Node's CPU, the best of several rounds. */
async function compareLightCalls(target: Target, versions: readonly Version[]): Promise<void> {
  const byHand = await startHandWritten(target.settings)
  const ways = [
    {
      name: 'by hand',
      address: byHand.address,
      cpu: () => cpuMsOf(byHand.child.pid ?? 0),
      cookie: versions.at(-1)?.cookie,
    },
    ...versions.map(({ name, server, cookie }) => ({ name, address: server.address, cpu: server.cpuMs, cookie })),
  ].map(way => Object.assign(way, { ask: askGet(way.address, way.cookie ?? ''), best: Infinity }))
  for (let round = 0; round <= LIGHT_ROUNDS; round++)
    for (const way of ways) {
      const before = way.cpu()
      for (let call = 0; call < LIGHT_CALLS; call++) await way.ask('/api/user')
      // The first round warms up.
      if (round > 0) way.best = Math.min(way.best, ((way.cpu() - before) / LIGHT_CALLS) * 1000)
    }
  byHand.child.kill()
  console.log('GET /api/user: µs of CPU in Node (and times the call written by hand)')
  for (const { name, best } of ways)
    console.log(`  ${name.padEnd(13)} ${best.toFixed(0)} (${ratio(best, ways[0]?.best ?? 0)})`)
}

async function startHandWritten(settings: Record<string, string>): Promise<{ address: string; child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./support/hand-written-user.ts'))], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: 'inherit',
  })
  const address = `http://127.0.0.1:${port}`
  while (
    !(await fetch(address).then(
      () => true,
      () => false,
    ))
  )
    await pause(50)
  return { address, child }
}
