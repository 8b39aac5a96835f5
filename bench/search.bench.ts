import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { type Db, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadGazetteer } from '#server/places/gazetteer/gazetteer-file.ts'
import { catalogProvider } from '#server/places/catalog-search.repository.ts'
import type { SearchPlan } from '#server/places/search-plan.ts'
import { type BigCatalog, CATEGORIES, makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { cpuMsOf, type Measured, measure, milliseconds, ownCpuMs, ratio } from './support/measure.ts'
import { memorySearchOf, type Question } from './support/memory-search.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { randomOf } from './support/random.ts'

const QUESTIONS = 1500
const KEY_SETS = [1, 5, 60, 300]
const RADII = [1, 5, 10, 15, 20, 25, 30]
const PAGE = 20

type Target = { name: string; db: Db; cpu: () => number; close: () => Promise<void> }
type Class = { name: string; questions: Question[] }

/** Radius searches on both databases beside an in-memory search over the same arrays; every answer is compared. */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), places)
  const classes = KEY_SETS.map(keys => ({ name: `${keys} keys`, questions: questionsOf(catalog, keys) }))
  const inMemory = memorySearchOf(catalog)
  const reference = new Map<string, Measured>()
  for (const { name, questions } of classes)
    reference.set(name, await measure({ questions, ask: question => inMemory(question, PAGE), cpu: ownCpuMs }))
  print('in memory', reference, reference)
  for (const database of databases) {
    const target = await (database === 'embedded' ? openEmbeddedTarget() : openPostgresTarget())
    try {
      await fill(target, catalog)
      await assertSameAnswers(target, classes, inMemory)
      print(target.name, await measureAll(target, classes), reference)
    } finally {
      await target.close()
    }
  }
}

async function fill({ name, db }: Target, catalog: BigCatalog): Promise<void> {
  const start = performance.now()
  await migrate(db)
  await loadBigCatalog(db, catalog)
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

function questionsOf({ count, lat, lon }: BigCatalog, keys: number): Question[] {
  const random = randomOf(keys)
  return Array.from({ length: QUESTIONS }, () => {
    // Where places are, people search.
    const near = Math.floor(random() * count)
    const ids = new Set<number>()
    while (ids.size < keys) ids.add(1 + Math.floor(CATEGORIES * (keys < 10 ? random() ** 2 : random())))
    return {
      lat: lat[near] ?? 0,
      lon: lon[near] ?? 0,
      radiusMiles: RADII[Math.floor(random() * RADII.length)] ?? 25,
      categoryIds: [...ids],
    }
  })
}

const planOf = ({ lat, lon, radiusMiles, categoryIds }: Question): SearchPlan => ({
  what: { categoryIds },
  where: { lat, lon, radiusMiles },
  filters: { minRating: 0, hasWebsite: false, hasPhone: false, keywords: [] },
  sortBy: 'relevance',
  withoutSample: false,
})

async function openEmbeddedTarget(): Promise<Target> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-'))
  const db = await openDatabase({ dataDir: folder })
  const close = async () => {
    await db.close()
    await rm(folder, { recursive: true })
  }
  return { name: 'embedded', db, cpu: ownCpuMs, close }
}

async function openPostgresTarget(): Promise<Target> {
  const cluster = await startPostgresCluster({ shared_buffers: '1GB', work_mem: '64MB', maintenance_work_mem: '512MB' })
  const db = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), statementTimeoutMs: 0, isForCatalog: true })
  const close = async () => {
    await db.close()
    await cluster.stop()
  }
  return { name: 'PostgreSQL', db, cpu: () => cpuMsOf(cluster.pid), close }
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
