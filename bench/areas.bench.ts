import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askAreas, askedSearches, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { earlierVersion, serverModule } from './support/earlier-version.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measureInTurn, milliseconds, ratio, summed, timed } from './support/measure.ts'
import type { Question } from './support/memory-search.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf, questionsOf } from './support/questions.ts'
import { addRichUser } from './support/rich-user.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

const SEARCHES = 100
const AREAS = [1, 5, 50, 500]
const PAGE = 20

const MAX_PLACES = 50
const COMPLETE_SEARCHES = 150
/** The kinds of searches take turns of this many. */
const COMPLETE_TURN = 15

/**
 * Searches in several areas of the country, compared with a search in one of them: the statement alone, then complete
 * searches over HTTP by this version and another one (`--reference`). Each statement finds as many businesses as its
 * areas found one by one, without those in two of them.
 */
export async function run({ places, databases, reference }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  const earlier = earlierVersion(reference)
  const { catalogProvider: earlierProvider } = await serverModule<{ catalogProvider: typeof catalogProvider }>(
    earlier.root,
    'catalog/search/catalog-search.repository.ts',
  )
  const questions = questionsOf(catalog, { count: SEARCHES * Math.max(...AREAS), keys: 5 })
  const starts = Array.from({ length: SEARCHES }, (_, index) => index * Math.max(...AREAS))
  const inAreas = (start: number, count: number) => severalOf(questions.slice(start, start + count))
  await onEachDatabase(databases, async target => {
    await loadBigCatalog(target.bulk, catalog)
    const provider = catalogProvider(target.db)
    const find = (plan: SearchPlan, limit = PAGE) => provider.search(plan, { after: null, limit })
    await assertSameAsOneByOne(questions, find)
    const before = earlierProvider(target.db)
    const ways = Object.fromEntries(
      AREAS.flatMap(count => [
        [`${count} areas`, (start: number) => find(inAreas(start, count))],
        [`${count} before`, (start: number) => before.search(inAreas(start, count), { after: null, limit: PAGE })],
      ]),
    )
    const measured = await measureInTurn({ questions: starts, ways, cpu: target.cpu })
    console.log(`\n${target.name}, the statement, milliseconds (and times a search in one area)`)
    printAll(measured)
    await measureComplete(target, { gazetteer, earlierRoot: earlier.root })
  })
  earlier.remove()
}

type Complete = { gazetteer: Gazetteer; earlierRoot: string }

/** An embedded database that this version has migrated cannot be opened by an earlier one. */
async function measureComplete(target: Target, { gazetteer, earlierRoot }: Complete): Promise<void> {
  const asked = await withResults(catalogProvider(target.db), askedSearches(gazetteer, COMPLETE_SEARCHES * MAX_PLACES))
  const starts = Array.from({ length: Math.floor(asked.length / MAX_PLACES) }, (_, index) => index * MAX_PLACES)
  const cookies = new Map<string, string>()
  for (const version of target.name === 'embedded' ? ['this version'] : ['reference', 'this version']) {
    const { cookie } = await addRichUser(target.db, 'pro', version.replace(' ', ''))
    cookies.set(version, cookie)
  }
  await target.release()
  for (const [version, cookie] of cookies) {
    const server = await startServerProcess(target.settings, {
      root: version === 'reference' ? earlierRoot : undefined,
    })
    const ask = askAreas(server.address, cookie)
    const cpu = () => server.cpuMs() + (target.name === 'embedded' ? 0 : target.cpu())
    const kinds = [1, MAX_PLACES].map(count => ({ count, cpuMs: 0, times: [] as number[] }))
    for (const start of starts.slice(0, COMPLETE_TURN)) await ask(asked.slice(start, start + MAX_PLACES))
    for (let from = 0; from < starts.length; from += COMPLETE_TURN)
      for (const kind of kinds) {
        const { times, cpuMs } = await timed({
          questions: starts.slice(from, from + COMPLETE_TURN),
          ask: start => ask(asked.slice(start, start + kind.count)),
          cpu,
        })
        kind.times.push(...times)
        kind.cpuMs += cpuMs
      }
    await server.stop()
    console.log(`  complete searches over HTTP, ${version}`)
    printAll(new Map(kinds.map(({ count, times, cpuMs }) => [`${count} areas`, summed(times, cpuMs)])))
  }
}

function printAll(measured: ReadonlyMap<string, Measured>): void {
  const [one] = measured.values()
  if (one === undefined) return
  for (const [name, { p50, p95, cpuMs }] of measured)
    console.log(
      `    ${name.padEnd(9)} p50 ${milliseconds(p50)} (${ratio(p50, one.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, one.p95)})  server CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, one.cpuMs)})`,
    )
}

/** All of them with the categories of the first. */
function severalOf([first, ...others]: Question[]): SearchPlan {
  if (first === undefined) throw new Error('There are no areas')
  const plan = planOf(first)
  return { ...plan, where: { anyOf: [...plan.where.anyOf, ...others.flatMap(other => planOf(other).where.anyOf)] } }
}

async function assertSameAsOneByOne(
  questions: Question[],
  find: (plan: SearchPlan, limit: number) => Promise<{ places: { id: number }[] }>,
): Promise<void> {
  const several = severalOf(questions.slice(0, 20))
  const together = await find(several, 100_000)
  const expected = new Set<number>()
  for (const area of several.where.anyOf) {
    const { places } = await find({ ...several, where: { anyOf: [area] } }, 100_000)
    for (const { id } of places) expected.add(id)
  }
  const missing = together.places.filter(({ id }) => !expected.has(id))
  if (missing.length > 0) throw new Error(`${missing.length} businesses are in none of the areas`)
}
