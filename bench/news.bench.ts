import { cellsOfBox, loadGazetteer } from '#geography/index.ts'
import { boxOfArea } from '#server/catalog/search/area-cells.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { newestRun, newPlaces, whereAdded } from '#server/catalog/search/news.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf, questionsOf } from './support/questions.ts'
import { onEachDatabase } from './support/targets.ts'

const SEARCHES = 500
const CHANGES = 20_000
/** A user without leads. */
const nothing = { userId: 0 }

/** What a release with 20,000 new places has for 500 saved searches, compared with running these searches. */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), places)
  const questions = questionsOf(catalog, { count: SEARCHES, keys: 5 })
  await onEachDatabase(databases, async target => {
    await loadBigCatalog(target.bulk, catalog)
    await addChanges(target.bulk, places)
    const runs = { after: 0, through: await newestRun(target.db) }
    const added = await whereAdded(target.db, runs)
    const provider = catalogProvider(target.db)
    let found = 0
    const measured = await measureInTurn({
      questions: questions.map(planOf),
      ways: {
        search: plan => provider.search(plan, { after: null, limit: 20 }),
        news: async plan => {
          const boxes = plan.where.anyOf.flatMap(area => boxOfArea(area) ?? [])
          const cells = boxes.flatMap(cellsOfBox).filter(cell => added.cells.has(cell))
          if (cells.length === 0) return
          found += (
            await newPlaces(target.db, plan, { ...runs, since: new Date(0), cells, without: nothing, limit: 1000 })
          ).length
        },
      },
      cpu: target.cpu,
    })
    const search = measured.get('search')
    const news = measured.get('news')
    if (search === undefined || news === undefined) return
    console.log(`\n${target.name}, ${CHANGES} new places among ${places}, milliseconds; ${found} found in all rounds`)
    console.log(
      `  a saved search: p50 ${milliseconds(news.p50)} p95 ${milliseconds(news.p95)}; server CPU ${milliseconds(news.cpuMs)}, ${ratio(news.cpuMs, search.cpuMs)} of a search`,
    )
    console.log(`  ${SEARCHES} saved searches: server CPU ${milliseconds(news.cpuMs * SEARCHES)}`)
  })
}

/** A second release that has added places here and there. */
async function addChanges(db: Db, places: number): Promise<void> {
  const [release] = await db.query<{ id: number }>(
    `INSERT INTO import_run (dataset_id, release, file, started_at, finished_at, counts)
     VALUES (1, '2026-05-20.0', 'made for this', now(), now(), '{}') RETURNING id`,
  )
  await db.query(
    `INSERT INTO place_change (import_run_id, place_id, place_key, kind, cell, state, what)
     SELECT $1, id, 'overture:' || source_id, 'added', cell, state, 0 FROM place WHERE id % $2 = 0 LIMIT $3`,
    [release?.id, Math.max(1, Math.floor(places / CHANGES)), CHANGES],
  )
  await db.query('VACUUM ANALYZE place_change')
}
