import type { Db } from '#server/platform/database/db.ts'
import { seedCategories, seedPlaces } from '#tests/support/seed-places.ts'
import { seededSearch } from '#tests/support/seed-town.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askSend } from './support/ask-send.ts'
import { measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser, type RichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { onEachDatabase } from './support/targets.ts'

const PLACES = 5000
const LENGTHS = [0, 10_000, 200_000]
// Fewer than the limits of calls allow.
const TIMES = 8
const lists = { phones: `'phone'`, 'all kinds': `(ARRAY['phone', 'phone', 'email', 'domain', 'place'])[1 + n % 5]` }

const OWNED = [0, 10_000, 100_000]

/**
 * A search among 5,000 places, and the change of an entry, by the length of the user's own do-not-contact list. Then a
 * search without the user's leads, by how many there are.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async (target, database) => {
    await seedTown(target.bulk)
    const users = new Map<string, RichUser>()
    for (const [list, kind] of Object.entries(lists))
      for (const length of LENGTHS) {
        const user = await addRichUser(target.bulk, 'elite', `${list.replace(' ', '')}${length}`)
        await fillList(target.bulk, { userId: user.id, length, kind })
        users.set(`${list} ${length}`, user)
      }
    for (const owned of OWNED) {
      const user = await addRichUser(target.bulk, 'elite', `leads${owned}`)
      await giveLeads(target.bulk, user.id, owned)
      users.set(`leads ${owned}`, user)
    }
    await target.bulk.query('VACUUM ANALYZE')
    await target.release()
    const server = await startServerProcess(target.settings)
    const cpu = () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0)
    const ways = (list: string, lengths: readonly number[], ask: (user: RichUser) => () => Promise<unknown>) =>
      Object.fromEntries(lengths.map(length => [String(length), ask(userOf(users, `${list} ${length}`))]))
    const searchBy = (user: RichUser) => askSend(server.address, user.cookie, '/api/search')
    console.log(`\n${target.name}, CPU milliseconds (and times an empty list)`)
    for (const list of Object.keys(lists)) {
      const search = ways(list, LENGTHS, user => () => searchBy(user)(seededSearch))
      const change = ways(list, LENGTHS, user => () => changeEntry(server.address, user.cookie))
      for (const [name, asked] of Object.entries({ search, 'add and remove an entry': change }))
        await print(`${list}: ${name}`, asked, cpu)
    }
    const withoutOwned = { ...seededSearch, skipOwned: true }
    const newOnly = ways('leads', OWNED, user => () => searchBy(user)(withoutOwned))
    const every = { 'every match': () => searchBy(userOf(users, 'leads 0'))(seededSearch) }
    await print('search without owned leads', { ...newOnly, ...every }, cpu)
    await server.stop()
  })
}

async function seedTown(db: Db): Promise<void> {
  const categoryIds = await seedCategories(db, 1)
  const places = Array.from({ length: PLACES }, (_, n) => ({
    name: `Place ${n}`,
    lat: 40.015 + (n % 70) / 2000,
    lon: -105.27 + n / 200_000,
    state: 'CO',
    categoryIds,
    quality: 40 + (n % 60),
    rating: null,
    phone: 13_034_400_000 + n,
    website: `https://place-${n}.org`,
    email: `office@place-${n}.org`,
  }))
  await seedPlaces(db, places)
  await db.query(`UPDATE place SET domain = replace(website, 'https://', '')`)
}

/** Every fifth place is one of the first thousand leads. One lead in ten has no phone. */
async function giveLeads(db: Db, userId: number, count: number): Promise<void> {
  const number = 'CASE WHEN n < 1000 THEN n * 5 ELSE 10000 + n END'
  const phone = `CASE WHEN n % 10 < 9 THEN 13034400000 + ${number} END`
  if (count > 0) await seedLeads(db, userId, count, { placeKey: `'overture:place-' || (${number})`, phone })
  // They are as in the current catalog.
  await db.query('INSERT INTO lead_refresh (user_id, version) SELECT $1, version FROM catalog_version', [userId])
}

/** One entry in twenty names a place of the town. */
async function fillList(
  db: Db,
  { userId, length, kind }: { userId: number; length: number; kind: string },
): Promise<void> {
  await db.query(
    `INSERT INTO do_not_contact_entry (user_id, kind, value, phone, created_at)
     SELECT $1, kind, CASE kind WHEN 'phone' THEN (13034400000 + number)::text WHEN 'email' THEN 'office@place-' || number || '.org'
       WHEN 'domain' THEN 'place-' || number || '.org' ELSE 'overture:place-' || number END,
       CASE kind WHEN 'phone' THEN 13034400000 + number END, now()
     FROM (SELECT ${kind} AS kind, CASE WHEN n % 20 = 0 THEN n % 1000 ELSE 10000 + n END AS number
       FROM generate_series(0, $2::int - 1) n) made ON CONFLICT DO NOTHING`,
    [userId, length],
  )
  await db.query(
    `INSERT INTO lead_refresh (user_id, version, do_not_contact_version, own_entries)
     SELECT $1, -1, sign(count(*)), count(*) FROM do_not_contact_entry WHERE user_id = $1`,
    [userId],
  )
}

function userOf(users: ReadonlyMap<string, RichUser>, name: string): RichUser {
  const user = users.get(name)
  if (user === undefined) throw new Error(`No user ${name}`)
  return user
}

async function changeEntry(address: string, cookie: string): Promise<void> {
  await askSend(address, cookie, '/api/do-not-contact')({ text: '(720) 555-0100' })
  const listed = await fetch(`${address}/api/do-not-contact?limit=1`, { headers: { cookie } })
  const { items } = (await listed.json()) as { items: { id: number }[] }
  const removed = await fetch(`${address}/api/do-not-contact/${items[0]?.id}`, {
    method: 'DELETE',
    headers: { cookie },
  })
  if (!removed.ok) throw new Error(await removed.text())
  // Lets the leads follow the list.
  await fetch(`${address}/api/leads?limit=1`, { headers: { cookie } })
}

async function print(name: string, ways: Record<string, () => Promise<unknown>>, cpu: () => number): Promise<void> {
  for (const ask of Object.values(ways)) await ask()
  const measured = await measureInTurn({ questions: Array<number>(TIMES).fill(0), ways, cpu })
  const none = measured.get('0')?.cpuMs ?? 0
  const texts = [...measured].map(
    ([length, { p50, cpuMs }]) => `${length} ${milliseconds(cpuMs)} (${ratio(cpuMs, none)}), p50 ${milliseconds(p50)}`,
  )
  console.log(`  ${name.padEnd(34)} ${texts.join('   ')}`)
}
