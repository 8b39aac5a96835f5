import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ExportFormat } from '#contract/leads/export-formats.ts'
import { loadGazetteer } from '#geography/index.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measure, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

const LEADS = 50_000
const FEW_LEADS = 5000
const EXPORTS = 4
const LIGHT_CALLS = 200
const TIMES = 5
const MIB = 2 ** 20

/**
 * Exports of 50,000 leads with current facts over HTTP, compared with COPY of the same columns. Also measures the
 * memory they use and how long a light call takes while four of them run.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), LEADS)
  await onEachDatabase(databases, async (target, database) => {
    await loadBigCatalog(target.bulk, catalog)
    const { many, few } = await addUsers(target.bulk)
    // A database does this by itself within a minute.
    await target.bulk.query('ANALYZE')
    const reference = database === 'postgres' ? await copyOut(target) : null
    await target.release()
    const server = await startServerProcess(target.settings)
    console.log(`\n${target.name}`)
    await measureMemory(server, few)
    const csv = await measureExport({ server, target, cookie: many[0] ?? '', reference })
    await measurePreset({ server, target, cookie: many[0] ?? '', reference })
    await measureXlsx(server, many[0] ?? '', csv)
    // Each first file compares all leads with the catalog, which is measured above and not here.
    for (const cookie of many.slice(1)) await exportAll(server, cookie)
    await measureLightCalls(server, many, 'csv')
    await measureLightCalls(server, many, 'xlsx')
    await server.stop()
  })
}

/** Adds users with many leads and one with few, and returns their cookies. */
async function addUsers(db: Db): Promise<{ many: string[]; few: string }> {
  const cookies: string[] = []
  for (let user = 0; user <= EXPORTS; user++) {
    const { id, cookie } = await addRichUser(db, 'elite', `bench${user}`)
    await seedLeads(db, id, user === EXPORTS ? FEW_LEADS : LEADS, { placeKey: `'overture:gers-' || n` })
    cookies.push(cookie)
  }
  return { many: cookies.slice(0, EXPORTS), few: cookies[EXPORTS] ?? '' }
}

type Work = { seconds: number; bytes: number; cpuMs: number }

/** The run of five with the least CPU, because other work on the machine only adds to it. */
async function leastWork(cpu: () => number, work: () => Promise<number>): Promise<Work> {
  const times: Work[] = []
  for (let n = 0; n < TIMES; n++) times.push(await timed(cpu, work))
  return times.reduce((least, next) => (next.cpuMs < least.cpuMs ? next : least))
}

async function timed(cpu: () => number, work: () => Promise<number>): Promise<Work> {
  const start = performance.now()
  const before = cpu()
  const bytes = await work()
  return { bytes, seconds: (performance.now() - start) / 1000, cpuMs: cpu() - before }
}

/** The same facts directly from the tables, for the first user. */
async function copyOut({ settings, cpu }: Target): Promise<Work> {
  const client = new Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  const read = async () => {
    let bytes = 0
    const stream = client.query(
      copyTo(`COPY (SELECT p.name, l.facts->>'category', p.phone, p.website, p.email, p.street, p.city, p.state, p.zip,
        p.lat, p.lon, NULL, p.rating, p.quality, d.source, p.license, p.confirmed_on, l.id, s.category_words,
        s.location_label, l.facts->>'attribution', l.facts->>'factSources', 'yes'
        FROM lead l JOIN search s ON s.id = l.search_id JOIN dataset d ON d.id = 1
        JOIN place p ON p.dataset_id = 1 AND p.source_id = substr(l.place_key, 10)
        WHERE l.user_id = 1 ORDER BY l.id DESC) TO STDOUT (FORMAT csv)`),
    )
    for await (const chunk of stream) bytes += (chunk as Buffer).length
    return bytes
  }
  await read()
  const work = await leastWork(cpu, read)
  await client.end()
  return work
}

async function exportAll({ address }: ServerProcess, cookie: string, file: ExportFormat | 'hubspot' = 'csv') {
  const headers = { cookie, 'content-type': 'application/json' }
  const body = JSON.stringify(file === 'hubspot' ? { preset: file } : { format: file })
  const response = await fetch(`${address}/api/export`, { method: 'POST', headers, body })
  if (response.status !== 200 || response.body === null) throw new Error(`The export answers ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}

type Exporting = { server: ServerProcess; target: Target; cookie: string; reference: Work | null }

const speed = ({ seconds }: Work): string => `${Math.round(LEADS / seconds)} leads/s`

const mebibytes = (server: ServerProcess): string => `${(server.peakMemoryBytes() / MIB).toFixed()} MiB`

async function measureMemory(server: ServerProcess, cookie: string): Promise<void> {
  const idle = mebibytes(server)
  for (let n = 0; n < (2 * LEADS) / FEW_LEADS; n++) await exportAll(server, cookie)
  console.log(
    `  server's memory at most ${idle} idle, ${mebibytes(server)} after as many leads in files of ${FEW_LEADS}`,
  )
}

async function measureExport({ server, target, cookie, reference }: Exporting): Promise<Work> {
  const cpu = () => server.cpuMs() + (reference === null ? 0 : target.cpu())
  const first = await timed(cpu, () => exportAll(server, cookie))
  console.log(`  first export, which marks every lead: ${speed(first)}, CPU ${first.cpuMs} ms`)
  const work = await leastWork(cpu, () => exportAll(server, cookie))
  console.log(`  export: ${speed(work)}, ${(work.bytes / MIB).toFixed(1)} MiB, CPU ${work.cpuMs} ms`)
  console.log(`  server's memory at most ${mebibytes(server)} after ${TIMES + 1} of them`)
  if (reference === null) return work
  console.log(
    `  COPY TO: ${speed(reference)}, CPU ${reference.cpuMs} ms; the export has ${ratio(reference.seconds, work.seconds)} of its speed, ${ratio(reference.cpuMs, work.cpuMs)} by CPU`,
  )
  return work
}

/** A preset, whose rows the server writes, and not the database. */
async function measurePreset({ server, target, cookie, reference }: Exporting): Promise<void> {
  const cpu = () => server.cpuMs() + (reference === null ? 0 : target.cpu())
  const work = await leastWork(cpu, () => exportAll(server, cookie, 'hubspot'))
  console.log(`  HubSpot: ${speed(work)}, ${(work.bytes / MIB).toFixed(1)} MiB, CPU ${work.cpuMs} ms`)
}

/** An XLSX file of the same leads, compared with the CSV file. Memory is flat if twice the files need no more. */
async function measureXlsx(server: ServerProcess, cookie: string, csv: Work): Promise<void> {
  const first = await timed(server.cpuMs, () => exportAll(server, cookie, 'xlsx'))
  const before = mebibytes(server)
  const work = await leastWork(server.cpuMs, () => exportAll(server, cookie, 'xlsx'))
  console.log(
    `  XLSX: ${speed(work)} (first ${speed(first)}), ${(work.bytes / MIB).toFixed(1)} MiB, CPU ${work.cpuMs} ms; ${ratio(csv.seconds, work.seconds)} of CSV's speed`,
  )
  console.log(
    `  server's memory at most ${before} after one XLSX file, ${mebibytes(server)} after ${TIMES + 1} of them`,
  )
}

const times = ({ p50, p99 }: Measured): string => `p50 ${milliseconds(p50)} p99 ${milliseconds(p99)}`

async function measureLightCalls(server: ServerProcess, cookies: string[], format: ExportFormat): Promise<void> {
  const ask = askGet(server.address, cookies[0] ?? '')
  const questions = Array<string>(LIGHT_CALLS).fill('/api/user')
  const alone = await measure({ questions, ask, cpu: server.cpuMs, warmUp: 50 })
  const over = new AbortController()
  const exports = cookies.map(async cookie => {
    while (!over.signal.aborted) await exportAll(server, cookie, format)
  })
  const during = await measure({ questions, ask, cpu: server.cpuMs, warmUp: 0 })
  over.abort()
  await Promise.all(exports)
  console.log(
    `  light call: alone ${times(alone)}, during ${EXPORTS} ${format} exports ${times(during)} ms (p50 ${ratio(during.p50, alone.p50)}, p99 ${ratio(during.p99, alone.p99)})`,
  )
  console.log(`  server's memory at most ${mebibytes(server)} with ${EXPORTS} ${format} exports at once`)
}
