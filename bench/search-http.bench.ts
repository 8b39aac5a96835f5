import { Agent, request } from 'node:http'
import { startServerProcess } from '#tests/support/server-process.ts'
import { migrate } from '#server/db/migrate.ts'
import { catalogProvider } from '#server/places/catalog-search.repository.ts'
import { loadGazetteer } from '#server/places/gazetteer/gazetteer-file.ts'
import type { Gazetteer, Town } from '#server/places/gazetteer/gazetteer.ts'
import { CATEGORIES, makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measure, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { planOf } from './support/questions.ts'
import { pickerOf, randomOf } from './support/random.ts'
import { addRichUser } from './support/rich-user.ts'
import { openTarget } from './support/targets.ts'

const QUESTIONS = 800
const RADIUS_MILES = 25

type Asked = { town: Town; category: number }

/** A whole search over HTTP (session, words, quota, saving the leads) beside its bare statement, in one run. */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  const questions = questionsOf(gazetteer)
  for (const database of databases) {
    const target = await openTarget(database)
    try {
      await migrate(target.bulk)
      await loadBigCatalog(target.bulk, catalog)
      const { cookieName, cookieValue } = await addRichUser(target.db, 'pro')
      const cookie = `${cookieName}=${cookieValue}`
      const provider = catalogProvider(target.db)
      const bare = await measure({
        questions,
        ask: ({ town, category }) =>
          provider.search(planOf({ ...town, radiusMiles: RADIUS_MILES, categoryIds: [category] }), {
            after: null,
            limit: 21,
          }),
        cpu: target.cpu,
      })
      await target.release()
      const server = await startServerProcess(target.settings)
      const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
      const ask = askOf(server.address, cookie)
      const fresh = await measure({ questions, ask, cpu, warmUp: 0 })
      const again = await measure({ questions, ask, cpu })
      await server.stop()
      print(target.name, { 'bare statement': bare, 'HTTP, new leads': fresh, 'HTTP, again': again })
    } finally {
      await target.close()
    }
  }
}

function questionsOf({ towns }: Gazetteer): Asked[] {
  const random = randomOf(5)
  const big = towns.filter(town => town.population > 5000)
  const pick = pickerOf(
    big.map(town => town.population),
    random,
  )
  return Array.from({ length: QUESTIONS }, () => {
    const town = big[pick()]
    if (town === undefined) throw new Error('no town')
    return { town, category: 1 + Math.floor(CATEGORIES * random() ** 2) }
  })
}

function askOf(address: string, cookie: string): (asked: Asked) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ town, category }) =>
    new Promise((resolve, reject) => {
      const call = request(
        `${address}/api/search`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', cookie } },
        response => {
          let body = ''
          response.on('data', (chunk: Buffer) => (body += chunk.toString()))
          response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(body))))
        },
      )
      call.on('error', reject)
      call.end(
        JSON.stringify({
          businessCategory: `Category ${category}`,
          location: `${town.name}, ${town.state}`,
          radius: RADIUS_MILES,
          confirmed: true,
        }),
      )
    })
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
