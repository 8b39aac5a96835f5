import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { type AskedSearch, askedSearches, askSearch, planOfAsked, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measure, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget } from './support/targets.ts'

const QUESTIONS = 800

/**
 * A complete search over HTTP (session, parsing, quota, saving the leads), compared with only its SQL statement in the
 * same run.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  for (const database of databases) {
    const target = await openTarget(database)
    try {
      await migrate(target.bulk)
      await loadBigCatalog(target.bulk, catalog)
      const { cookieName, cookieValue } = await addRichUser(target.db, 'pro')
      const cookie = `${cookieName}=${cookieValue}`
      const provider = catalogProvider(target.db)
      const questions = await withResults(provider, askedSearches(gazetteer, QUESTIONS))
      const bare = await measure({
        questions,
        ask: (asked: AskedSearch) => provider.search(planOfAsked(asked), { after: null, limit: 21 }),
        cpu: target.cpu,
      })
      await target.release()
      const server = await startServerProcess(target.settings)
      const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
      const ask = askSearch(server.address, cookie)
      const fresh = await measure({ questions, ask, cpu, warmUp: 0 })
      const again = await measure({ questions, ask, cpu })
      await server.stop()
      print(target.name, { 'bare statement': bare, 'HTTP, new leads': fresh, 'HTTP, again': again })
    } finally {
      await target.close()
    }
  }
}

function print(title: string, measured: Record<string, Measured>): void {
  console.log(`\n${title}, milliseconds (and times the bare statement)`)
  const bare = Object.values(measured)[0]
  for (const [name, { p50, p95, p99, cpuMs }] of Object.entries(measured)) {
    if (bare === undefined) continue
    console.log(
      `  ${name.padEnd(15)} p50 ${milliseconds(p50)} (${ratio(p50, bare.p50)})  p95 ${milliseconds(p95)} (${ratio(p95, bare.p95)})  p99 ${milliseconds(p99)}  server CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, bare.cpuMs)})`,
    )
  }
}
