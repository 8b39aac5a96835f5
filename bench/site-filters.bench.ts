import { siteFlagNames } from '#contract/leads/site-lines.ts'
import { bitsOf } from '#server/catalog/sites/flag-bits.ts'
import type { Db } from '#server/platform/database/db.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { type Measured, measure, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase } from './support/targets.ts'

const LEADS = 10_000
const TIMES = 20
/** In turn, and the best counts, because machines are noisy. */
const ROUNDS = 6
const reference = 'without filters'
const calls: Record<string, string> = {
  [reference]: '/api/leads?limit=100&sort=newest',
  'two missing flags': '/api/leads?limit=100&sort=newest&missing=viewport,booking',
  'grade and one flag': '/api/leads?limit=100&sort=newest&gradeAtMost=D&missing=booking',
  'a platform': '/api/leads?limit=100&sort=newest&platform=Wix',
  'a network': '/api/leads?limit=100&sort=newest&profileOn=facebook',
  'by grade': '/api/leads?limit=100&sort=grade',
  'never read': '/api/leads/site-facts/unchecked',
}

/** A list of 10,000 leads filtered by the checks of their websites, compared with the same list without filters. */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async (target, database) => {
    const user = await addRichUser(target.db, 'elite')
    await seedLeads(target.db, user.id, LEADS)
    await seedChecks(target.db)
    await target.release()
    const server = await startServerProcess(target.settings)
    const ask = askGet(server.address, user.cookie)
    const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
    const measured: Record<string, Measured> = {}
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, path] of Object.entries(calls)) {
        const now = await measure({ questions: Array<string>(TIMES).fill(path), ask, cpu, warmUp: 5 })
        if (now.p50 < (measured[name]?.p50 ?? Infinity)) measured[name] = now
      }
    await server.stop()
    console.log(`\n${target.name}, ${LEADS} leads, milliseconds (and times the list without filters)`)
    for (const [name, { p50, p95 }] of Object.entries(measured)) {
      const times = ratio(p50, measured[reference]?.p50 ?? p50)
      console.log(`  ${name.padEnd(20)} p50 ${milliseconds(p50)} (${times})  p95 ${milliseconds(p95)}`)
    }
  })
}

/** Two thirds of the leads have websites. Nine of ten of these were checked, and a quarter of those lack both flags. */
async function seedChecks(db: Db): Promise<void> {
  await db.query(
    `INSERT INTO site_visit (domain, website, names, state, asked_at, read_at)
     SELECT site_domain, facts->>'website', '{}', 'read', now(), now() FROM lead WHERE site_domain IS NOT NULL AND id % 10 > 0`,
  )
  await db.query(
    `INSERT INTO site_check (domain, flags, checked_at, score, grade, shows, missing, platform, reasons)
     SELECT domain, (SELECT jsonb_agg(jsonb_build_object('flag', f, 'verdict', 'no', 'evidence', repeat(f, 20), 'pageUrl', website))
         FROM unnest($3::text[]) f), now(), n % 100, (ARRAY['A','B','C','D','F'])[1 + n % 5], 0,
       CASE WHEN n % 2 = 0 THEN $1::int ELSE 0 END | CASE WHEN n % 4 < 2 THEN $2::int ELSE 0 END,
       (ARRAY['WordPress', 'Wix', NULL])[1 + n % 3], ARRAY['The site has no layout for phones.']
     FROM (SELECT domain, website, row_number() OVER (ORDER BY domain) AS n FROM site_visit) v`,
    [bitsOf(['viewport']), bitsOf(['booking']), siteFlagNames],
  )
  await db.query('VACUUM ANALYZE')
}
