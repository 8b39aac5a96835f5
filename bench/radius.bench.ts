import { boxAround, EARTH_RADIUS_MILES, loadGazetteer } from '#geography/index.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { Question } from './support/memory-search.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf, questionsOf } from './support/questions.ts'
import { sizesOf } from './support/sizes.ts'
import { openTarget } from './support/targets.ts'

const QUESTIONS = 600
const PAGE = 20
const METRES_PER_MILE = 1609.344

type Found = { total: number; ids: number[] }
type Ask = (question: Question) => Promise<Found>

/**
 * Our search on PostgreSQL for one category, compared in turns with a minimal statement on the same index and with
 * PostGIS on a geography index. All answers are compared. No phones are shared, because only our own statement handles
 * them.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  if (!databases.includes('postgres')) return
  const catalog = makeBigCatalog(await loadGazetteer(), places, { sharesPhones: false })
  const target = await openTarget('postgres')
  try {
    const { db, bulk } = target
    await migrate(bulk)
    const start = performance.now()
    await loadBigCatalog(bulk, catalog)
    console.log(`${places} places loaded in ${((performance.now() - start) / 1000).toFixed()} s`)
    console.log(await sizesOf(db, places))
    const hasPostgis = await addGeography(bulk)
    const questions = questionsOf(catalog, { count: QUESTIONS, keys: 1 })
    const ways: Record<string, Ask> = {
      ours: oursOn(db),
      bare: bareOn(db),
      ...(hasPostgis && { postgis: postgisOn(db) }),
    }
    await assertSameAnswers(questions.slice(0, 300), ways)
    print(await measureInTurn({ questions, ways, cpu: target.cpu }))
  } finally {
    await target.close()
  }
}

/** False if PostGIS is not installed (on Debian: apt-get install postgresql-15-postgis-3). */
async function addGeography(db: Db): Promise<boolean> {
  const [available] = await db.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'`)
  if (available === undefined) {
    console.log('PostGIS is not installed: without its figures')
    return false
  }
  await db.query('CREATE EXTENSION postgis')
  await db.query(`CREATE TABLE geography_place AS SELECT place_id, category_id, relevance,
    ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS position FROM place_category`)
  await db.query('CREATE INDEX ON geography_place USING gist (position)')
  await db.query('CREATE INDEX ON geography_place (category_id)')
  await db.query('VACUUM ANALYZE geography_place')
  return true
}

const oursOn = (db: Db): Ask => {
  const provider = catalogProvider(db)
  return async question => {
    const { total, places } = await provider.search(planOf(question), { after: null, limit: PAGE })
    return { total, ids: places.map(({ id }) => id) }
  }
}

const page = `g AS (SELECT id, k FROM m ORDER BY k DESC, id LIMIT ${PAGE})
  SELECT (SELECT count(*)::int FROM m) AS total, g.k, p.*
  FROM (SELECT 1) o LEFT JOIN (g JOIN place p ON p.id = g.id) ON true ORDER BY g.k DESC, g.id`

const bareOn = (db: Db): Ask => {
  const statement = `WITH m AS MATERIALIZED (
    SELECT place_id AS id, relevance AS k FROM place_category
    WHERE category_id = $1 AND lat BETWEEN $2 AND $3 AND lon BETWEEN $4 AND $5
      AND (1 - cos(radians(lat - $6))) + $7 * cos(radians(lat)) * (1 - cos(radians(lon - $8))) <= $9), ${page}`
  return async ({ lat, lon, radiusMiles, categoryIds }) => {
    const box = boxAround({ lat, lon }, radiusMiles)
    const reach = 2 * Math.sin(radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2
    const bounds = [box.south, box.north, box.west, box.east]
    const values = [categoryIds[0], ...bounds, lat, Math.cos((lat * Math.PI) / 180), lon, reach]
    return foundIn(await db.queryPrepared<Row>(statement, values))
  }
}

const postgisOn = (db: Db): Ask => {
  const statement = `WITH m AS MATERIALIZED (
    SELECT place_id AS id, relevance AS k FROM geography_place
    WHERE category_id = $1
      AND ST_DWithin(position, ST_SetSRID(ST_MakePoint($2, $3), 4326)::geography, $4, false)), ${page}`
  return async ({ lat, lon, radiusMiles, categoryIds }) =>
    foundIn(await db.queryPrepared<Row>(statement, [categoryIds[0], lon, lat, radiusMiles * METRES_PER_MILE]))
}

type Row = { total: number; id: number | null }
const foundIn = (rows: Row[]): Found => ({ total: rows[0]?.total ?? 0, ids: rows.flatMap(({ id }) => id ?? []) })

async function assertSameAnswers(questions: readonly Question[], ways: Record<string, Ask>): Promise<void> {
  for (const question of questions) {
    const answers = await Promise.all(Object.values(ways).map(ask => ask(question)))
    if (new Set(answers.map(answer => JSON.stringify(answer))).size > 1)
      throw new Error(`Answers differ on ${JSON.stringify(question)}: ${JSON.stringify(answers)}`)
  }
  console.log(`${questions.length} answers compared: the same totals, the same ids in the same order`)
}

const of = (value: number, own = 0): string => `${milliseconds(value)} (ours ${ratio(own, value)})`

function print(measured: Map<string, Measured>): void {
  const ours = measured.get('ours')
  for (const [name, { p50, p95, p99, cpuMs }] of measured) {
    const times = `p50 ${of(p50, ours?.p50)}  p95 ${of(p95, ours?.p95)}  p99 ${of(p99, ours?.p99)}`
    console.log(`  ${name.padEnd(8)} ${times}  server CPU ${of(cpuMs, ours?.cpuMs)}`)
  }
}
