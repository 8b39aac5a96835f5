import { startServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { type Measured, measure, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase } from './support/targets.ts'

const LEADS = 50_000
const TIMES = 30
const reference = 'the current user'
const calls: Record<string, string> = {
  [reference]: '/api/user',
  'a first page, newest first': '/api/leads?limit=100&sort=newest',
  'by name': '/api/leads?limit=100&sort=name',
  'by rating': '/api/leads?limit=100&sort=rating',
  'by grade': '/api/leads?limit=100&sort=grade',
  'high quality, by quality': '/api/leads?limit=100&sort=quality&quality=high',
  'of one state, with email': '/api/leads?limit=100&sort=newest&state=WY&hasEmail=true',
  'with a common text': '/api/leads?limit=100&sort=name&text=bakery',
  'with a text that no lead has': '/api/leads?limit=100&sort=newest&text=nowhere',
  'the four cards': '/api/leads/summary',
  'elite analytics': '/api/analytics',
}

/** The calls of "All Leads" and Analytics with 50,000 leads, compared with the cheapest signed-in call. */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async (target, database) => {
    const user = await addRichUser(target.bulk, 'elite')
    await seedLeads(target.bulk, user.id, LEADS)
    await target.release()
    const server = await startServerProcess(target.settings)
    const ask = askGet(server.address, user.cookie)
    const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
    const measured: Record<string, Measured> = {}
    for (const [name, path] of Object.entries(calls))
      measured[name] = await measure({ questions: Array<string>(TIMES).fill(path), ask, cpu, warmUp: 5 })
    await server.stop()
    print(target.name, measured)
  })
}

function print(title: string, measured: Record<string, Measured>): void {
  console.log(`\n${title}, ${LEADS} leads, milliseconds (and times the reference)`)
  for (const [name, { p50, p95, cpuMs }] of Object.entries(measured)) {
    const times = ratio(p50, measured[reference]?.p50 ?? p50)
    console.log(
      `  ${name.padEnd(27)} p50 ${milliseconds(p50)} (${times})  p95 ${milliseconds(p95)}  server CPU ${milliseconds(cpuMs)}`,
    )
  }
}
