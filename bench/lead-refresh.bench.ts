import { loadGazetteer } from '#geography/index.ts'
import { openCatalog } from '#server/catalog/search/catalog.ts'
import { summarizeLeads } from '#server/leads/lead-list.repository.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { systemClock } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase } from './support/targets.ts'

const LEADS = 50_000
const TIMES = 3

const raise = 'UPDATE catalog_version SET version = version + 1'
/** Changes of the catalog before a user with 50,000 leads opens them. */
const changes: Record<string, string[]> = {
  'nothing new': [],
  'a release that changes none of them': [raise],
  'a release that changes one in twenty': [`UPDATE place SET quality = 100 - quality WHERE id % 20 = 0`, raise],
  'a release that changes each of them': [`UPDATE place SET quality = 100 - quality`, raise],
  'a do-not-contact entry': [
    `INSERT INTO suppression (kind, value, reason, created_at)
     VALUES ('domain', 'nobody-' || (SELECT count(*) FROM suppression) || '.example', '', now())`,
    raise,
  ],
}

/** The four cards without stored counts: every read looks up the place of each lead. */
const cardsByJoin = `
  SELECT count(*) FILTER (WHERE h.quality >= 70) AS high, count(*) FILTER (WHERE h.quality < 40) AS low
  FROM lead l JOIN place p ON p.dataset_id = 1 AND p.source_id = substr(l.place_key, 10)
  JOIN place h ON h.id = coalesce(p.merged_into, p.id) WHERE l.user_id = $1 AND l.is_first_of_phone`

/**
 * Refreshing 50,000 leads after each change of the catalog, compared with the four cards that every reader loads. Also
 * compares those cards with and without stored counts.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  const places = makeBigCatalog(await loadGazetteer(), LEADS)
  await onEachDatabase(databases, async ({ bulk: db, name }) => {
    await loadBigCatalog(db, places)
    const { id } = await addRichUser(db, 'elite')
    await seedLeads(db, id, LEADS, { placeKey: `'overture:gers-' || n` })
    await db.query('VACUUM ANALYZE')
    await measureUser({ db, userId: id, title: name })
  })
}

type Measuring = { db: Db; userId: number; title: string }

async function measureUser({ db, userId, title }: Measuring): Promise<void> {
  const deps = { db, clock: systemClock, catalog: await openCatalog({ db, searchDb: db }) }
  const refresh = () => refreshLeads(deps, userId)
  // Leads from an older version, whose sources are not stored.
  const first = await timed(refresh)
  await db.query('VACUUM ANALYZE lead')
  const reference = await best(() => summarizeLeads(db, { userId, searchId: null, listId: null }))
  const joined = await best(() => db.queryPrepared(cardsByJoin, [userId]))
  const row = (name: string, time: number) =>
    console.log(`  ${name.padEnd(38)} ${milliseconds(time)} ms (${ratio(time, reference)})`)
  console.log(`\n${title}, ${LEADS} leads of one user; in parentheses: times the four cards`)
  row('the four cards', reference)
  row('the four cards by a join on every read', joined)
  row('the very first refresh', first)
  for (const [name, statements] of Object.entries(changes)) {
    const times: number[] = []
    let longest = 0
    for (let n = 0; n < TIMES; n++) {
      for (const statement of statements) await db.query(statement)
      const { time, wait } = await withLightCalls(db, refresh)
      times.push(time)
      longest = Math.max(longest, wait)
    }
    row(name, Math.min(...times))
    console.log(`    longest wait of a light call meanwhile ${milliseconds(longest)} ms`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The minimum of several runs, because other work on the machine only makes them slower. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 4 * TIMES; n++) times.push(await timed(work))
  return Math.min(...times)
}

async function withLightCalls(db: Db, work: () => Promise<unknown>): Promise<{ time: number; wait: number }> {
  const ended = new AbortController()
  let wait = 0
  const others = (async () => {
    while (!ended.signal.aborted) wait = Math.max(wait, await timed(() => db.query('SELECT 1')))
  })()
  const time = await timed(work)
  ended.abort()
  await others
  return { time, wait }
}
