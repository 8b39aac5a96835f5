import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { Question } from './support/memory-search.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf, questionsOf } from './support/questions.ts'
import { openTarget } from './support/targets.ts'

const SEARCHES = 100
const AREAS = [1, 5, 50, 500]
const PAGE = 20

/**
 * Searches in several areas of the country, compared with a search in one of them. Each finds as many businesses as
 * its areas found one by one, without those in two of them.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), places)
  const questions = questionsOf(catalog, { count: SEARCHES * Math.max(...AREAS), keys: 5 })
  const starts = Array.from({ length: SEARCHES }, (_, index) => index * Math.max(...AREAS))
  const inAreas = (start: number, count: number) => severalOf(questions.slice(start, start + count))
  for (const database of databases) {
    const target = await openTarget(database)
    try {
      await migrate(target.bulk)
      await loadBigCatalog(target.bulk, catalog)
      const provider = catalogProvider(target.db)
      const find = (plan: SearchPlan, limit = PAGE) => provider.search(plan, { after: null, limit })
      await assertSameAsOneByOne(questions, find)
      const ways = Object.fromEntries(
        AREAS.map(count => [`${count} areas`, (start: number) => find(inAreas(start, count))]),
      )
      const measured = await measureInTurn({ questions: starts, ways, cpu: target.cpu })
      const one = measured.get('1 areas')
      console.log(`\n${target.name}, milliseconds (and times a search in one area)`)
      for (const [name, { p50, p95, cpuMs }] of measured) {
        if (one === undefined) continue
        console.log(
          `  ${name.padEnd(9)} p50 ${milliseconds(p50)} (${ratio(p50, one.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, one.p95)})  server CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, one.cpuMs)})`,
        )
      }
    } finally {
      await target.close()
    }
  }
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
