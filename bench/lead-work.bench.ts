import { seededSearch, seedTown } from '#tests/support/seed-town.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { askSend } from './support/ask-send.ts'
import { type Measured, measure, measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

const LEADS = 50_000
const TIMES = 30
const CHANGED = 1000
const CHANGES = 40
const orders = ['newest', 'name', 'rating', 'quality']
const statuses = ['contacted', 'replied']

/**
 * Lists of 50,000 leads by status, list, tag, and follow-up, compared with all leads, and the change of 1,000 leads while somebody
 * else searches, compared with the same change alone.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async (target, database) => {
    await seedTown(target.bulk)
    const user = await addRichUser(target.bulk, 'elite')
    const other = await addRichUser(target.bulk, 'pro', 'other')
    await seedLeads(target.bulk, user.id, LEADS)
    const { listId, leadIds } = await seedWork(target, user.id)
    await target.release()
    const server = await startServerProcess(target.settings)
    const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
    console.log(`\n${target.name}, ${LEADS} leads, milliseconds`)
    await printLists(askGet(server.address, user.cookie), cpu, listId)
    const change = askSend(server.address, user.cookie, '/api/leads/actions')
    const search = askSend(server.address, other.cookie, '/api/search')
    await printChanges({ change: n => change(changeOf(leadIds, n)), search, cpu })
    await server.stop()
  })
}

/** The leads that have each kind of work, as SQL. */
const worked = {
  contacted: 'id % 5 = 0',
  won: 'id % 2500 = 1',
  lost: 'id < (SELECT min(id) + 3000 FROM lead WHERE user_id = $1)',
  inList: 'id % 20 IN (3, 5)',
  tagged: 'id % 20 = 5',
  followedUp: 'id % 50 = 5',
}

/**
 * One lead in five is contacted, twenty are won, and the oldest ones are lost; one in ten is in a list, one in 20 has a
 * tag, and one in 50 has a follow-up. Half of the leads of the list are contacted. Returns the list, and the leads to
 * change.
 */
async function seedWork({ bulk: db }: Target, userId: number): Promise<{ listId: number; leadIds: number[] }> {
  await db.query(
    `INSERT INTO lead_mark (lead_id, user_id, status, status_at, follow_up_on)
     SELECT id, user_id, CASE WHEN ${worked.contacted} THEN 'contacted' WHEN ${worked.won} THEN 'won' WHEN ${worked.lost} THEN 'lost' ELSE 'new' END, now(),
       CASE WHEN ${worked.followedUp} THEN '2026-05-04'::date END
     FROM lead WHERE user_id = $1 AND (${Object.values(worked).join(' OR ')})`,
    [userId],
  )
  const lists = await db.query<{ id: number; kind: string }>(
    `INSERT INTO lead_list (user_id, name, kind, created_at)
     VALUES ($1, 'Boulder', 'list', now()), ($1, 'Hot', 'tag', now()) RETURNING id, kind`,
    [userId],
  )
  for (const { id, kind } of lists)
    await db.query(
      `INSERT INTO lead_list_entry (list_id, lead_id, user_id, added_at)
       SELECT $2, id, user_id, now() FROM lead WHERE user_id = $1 AND ${kind === 'tag' ? worked.tagged : worked.inList}`,
      [userId, id],
    )
  await db.query('VACUUM ANALYZE')
  const leads = await db.query<{ id: number }>('SELECT id FROM lead WHERE user_id = $1 ORDER BY id LIMIT $2', [
    userId,
    CHANGED,
  ])
  return { listId: lists.find(({ kind }) => kind === 'list')?.id ?? 0, leadIds: leads.map(({ id }) => id) }
}

const changeOf = (leadIds: number[], n: number) => ({
  leadIds,
  action: { kind: 'status', status: statuses[n % statuses.length] },
})

async function printLists(ask: (path: string) => unknown, cpu: () => number, listId: number): Promise<void> {
  const filters = {
    'all leads': '',
    contacted: '&status=contacted',
    new: '&status=new',
    won: '&status=won',
    lost: '&status=lost',
    list: `&listId=${listId}`,
    tag: '&tag=Hot',
    'follow-up': '&followUpBy=2026-05-04',
    'list, new': `&listId=${listId}&status=new`,
    'list, won': `&listId=${listId}&status=won`,
    'list, tag, contacted': `&listId=${listId}&tag=Hot&status=contacted`,
  }
  for (const order of orders) {
    const ways = Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [name, (path: string) => ask(`${path}${filter}`)]),
    )
    const questions = Array<string>(TIMES).fill(`/api/leads?limit=100&sort=${order}`)
    const measured = await measureInTurn({ questions, ways, cpu })
    const all = measured.get('all leads')
    console.log(`  ${order}`)
    for (const [name, { p50, cpuMs }] of measured)
      console.log(
        `    ${name.padEnd(22)} ${milliseconds(p50)} (${ratio(p50, all?.p50 ?? 0)}, CPU ${ratio(cpuMs, all?.cpuMs ?? 0)})`,
      )
  }
}

const told = ({ p50, p95 }: Measured): string => `p50 ${milliseconds(p50)}  p95 ${milliseconds(p95)}`

type Changes = {
  change: (n: number) => Promise<unknown>
  search: (body: object) => Promise<unknown>
  cpu: () => number
}

async function printChanges({ change, search, cpu }: Changes): Promise<void> {
  const questions = Array.from({ length: CHANGES }, (_, n) => n)
  const alone = await measure({ questions, ask: change, cpu, warmUp: 2 })
  const end = new AbortController()
  let searches = 0
  const searching = (async () => {
    for (; !end.signal.aborted; searches++) await search(seededSearch)
  })()
  const beside = await measure({ questions, ask: change, cpu, warmUp: 2 })
  end.abort()
  await searching
  console.log(`  ${CHANGED} leads changed: alone ${told(alone)}`)
  console.log(`    beside ${searches} searches ${told(beside)} (p95 ${ratio(beside.p95, alone.p95)})`)
}
