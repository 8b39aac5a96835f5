import { loadGazetteer } from '#geography/index.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type BigCatalog, makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measure, milliseconds, ownCpuMs, ratio } from './support/measure.ts'
import { memorySearchOf, type Question } from './support/memory-search.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf, questionsOf } from './support/questions.ts'
import { openTarget, type Target } from './support/targets.ts'

const QUESTIONS = 1500
const KEY_SETS = [1, 5, 60, 300]
const PAGE = 20

type Class = { name: string; questions: Question[] }

/**
 * Radius searches on both databases, compared with an in-memory search over the same arrays. All answers are compared.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), places)
  const classes = KEY_SETS.map(keys => ({
    name: `${keys} keys`,
    questions: questionsOf(catalog, { count: QUESTIONS, keys }),
  }))
  const inMemory = memorySearchOf(catalog)
  const reference = new Map<string, Measured>()
  for (const { name, questions } of classes)
    reference.set(name, await measure({ questions, ask: question => inMemory(question, PAGE), cpu: ownCpuMs }))
  print('in memory', reference, reference)
  for (const database of databases) {
    const target = await openTarget(database)
    try {
      await fill(target, catalog)
      await assertSameAnswers(target, classes, inMemory)
      print(target.name, await measureAll(target, classes), reference)
    } finally {
      await target.close()
    }
  }
}

async function fill({ name, bulk }: Target, catalog: BigCatalog): Promise<void> {
  const start = performance.now()
  await migrate(bulk)
  await loadBigCatalog(bulk, catalog)
  console.log(`${name}: ${catalog.count} places loaded in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

async function measureAll({ db, cpu }: Target, classes: Class[]): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>()
  const provider = catalogProvider(db)
  for (const { name, questions } of classes) {
    const ask = (question: Question) => provider.search(planOf(question), { after: null, limit: PAGE })
    measured.set(name, await measure({ questions, ask, cpu }))
  }
  return measured
}

async function assertSameAnswers(
  { name, db }: Target,
  classes: Class[],
  inMemory: ReturnType<typeof memorySearchOf>,
): Promise<void> {
  const provider = catalogProvider(db)
  for (const question of classes.flatMap(({ questions }) => questions.slice(0, 50))) {
    const found = await provider.search(planOf(question), { after: null, limit: PAGE })
    const expected = inMemory(question, PAGE)
    const ids = found.places.map(place => place.id)
    if (found.total !== expected.total || ids.join() !== expected.ids.join())
      throw new Error(`${name} and memory differ on ${JSON.stringify(question)}: ${found.total}, ${expected.total}`)
  }
}

function print(title: string, measured: Map<string, Measured>, reference: Map<string, Measured>): void {
  console.log(`\n${title}, milliseconds (and times the in-memory search)`)
  for (const [name, { p50, p95, p99, cpuMs }] of measured) {
    const limit = reference.get(name)
    if (limit === undefined) continue
    const columns = Object.entries({ p50, p95, p99 }).map(
      ([label, value]) => `${label} ${milliseconds(value)} (${ratio(value, limit[label as 'p50'])})`,
    )
    console.log(
      `  ${name.padEnd(9)} ${columns.join('  ')}  server CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, limit.cpuMs)})`,
    )
  }
}
