import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser, type RichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { openTarget, type Target } from './support/targets.ts'

const PER_SECOND = 100
const SECONDS = 20
const EVENTS = PER_SECOND * SECONDS
/** Each may send 60 test messages in an hour. */
const ACCOUNTS = 40
/** Accounts with a receiver that never answers, and what waits for each. */
const HANGING = 10
const WAITING_EACH = 50
/** The time in which a receiver answers. */
const ANSWER_MS = 20
const ARRIVED_WITHIN_MS = 60_000
const MESSAGES = 200_000
const ATTEMPTS_EACH = 5
const PAGES = 200

type Owner = RichUser & { leadId: number }

/**
 * A hundred messages per second. Measures the time from each request until the receiver has the message, while ten
 * other receivers, for which much waits, never answer. The reference posts the same bodies directly to the receiver.
 * Then reads pages of the history of a webhook with a million attempts; the reference has one page.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  for (const database of databases) {
    const target = await openTarget(database)
    const receiver = await new WebhookReceiver().listen()
    const answered = (response: { writeHead: (status: number) => { end: () => void } }) =>
      void setTimeout(() => response.writeHead(200).end(), ANSWER_MS)
    receiver.behaviors.set('/good', answered)
    receiver.behaviors.set('/hanging', () => {})
    try {
      const { owners, keeper, ids } = await fill(target)
      await target.release()
      const server = await startServerProcess({
        ...target.settings,
        WEBHOOK_HOSTS: receiver.host,
        PAYMENTS_SANDBOX: 'off',
      })
      const send = (user: RichUser, path: string, body: object) =>
        fetch(server.address + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: user.cookie },
          body: JSON.stringify(body),
        }).then(async response => {
          const text = await response.text()
          if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
          return text
        })
      const testPaths: string[] = []
      for (const [index, owner] of owners.entries()) {
        const add = async (path: string, event: string): Promise<number> => {
          const made = await send(owner, '/api/webhooks', { url: receiver.urlOf(path), events: [event] })
          return (JSON.parse(made) as { webhook: { id: number } }).webhook.id
        }
        testPaths.push(`/api/webhooks/${await add('/good', 'lead.pulled')}/test`)
        if (index >= HANGING) continue
        await add('/hanging', 'lead.status_changed')
        for (let n = 0; n < WAITING_EACH; n++) {
          const action = { kind: 'status', status: n % 2 === 0 ? 'contacted' : 'won' }
          await send(owner, '/api/leads/actions', { leadIds: [owner.leadId], action })
        }
      }
      const sent = await atPace(receiver, n => send(owners[n % ACCOUNTS] as Owner, testPaths[n % ACCOUNTS] ?? '', {}))
      const body = receiver.at('/good').at(-1)?.body ?? ''
      const direct = await atPace(receiver, async () => {
        await fetch(receiver.urlOf('/good'), { method: 'POST', body }).then(response => response.text())
      })
      const history = await pageTimes(server.address, keeper, ids)
      print(target.name, { sent, direct, history })
      await server.stop()
    } finally {
      await receiver.close()
      await target.close()
    }
  }
}

async function fill({ db, bulk }: Target) {
  await migrate(db)
  const owners: Owner[] = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const user = await addRichUser(db, 'elite', `owner${n}`)
    if (n < HANGING) await seedLeads(bulk, user.id, 1)
    const [lead] = await db.query<{ id: number }>('SELECT id FROM lead WHERE user_id = $1', [user.id])
    owners.push({ ...user, leadId: lead?.id ?? 0 })
  }
  const keeper = await addRichUser(db, 'elite', 'keeper')
  const ids = [await fillHistory(bulk, keeper.id, MESSAGES), await fillHistory(bulk, keeper.id, 20)] as const
  await bulk.query('VACUUM ANALYZE')
  return { owners, keeper, ids }
}

/** A webhook with this many messages, each with several attempts. */
async function fillHistory(db: Db, userId: number, messages: number): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO webhook_endpoint (user_id, url, events, secret, state, created_at)
     VALUES ($1, 'https://hooks.example/', '{lead.pulled}', '', 'off', now()) RETURNING id`,
    [userId],
  )
  await db.query(
    `WITH made AS (
       INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT $1, $2, 'lead.pulled', '{"searchId": 1, "leadIds": [1, 2, 3]}', 'delivered', 5, now()
       FROM generate_series(1, $3::int) RETURNING id)
     INSERT INTO webhook_attempt (message_id, user_id, at, status, ms)
     SELECT id, $2, now(), 500, 20 FROM made, generate_series(1, $4::int)`,
    [row?.id, userId, messages, ATTEMPTS_EACH],
  )
  return row?.id ?? 0
}

/** Milliseconds from each request until its message arrives, sorted; Infinity if it has not arrived. */
async function atPace(receiver: WebhookReceiver, request: (n: number) => Promise<unknown>): Promise<number[]> {
  receiver.received = []
  const start = performance.now()
  const asked: number[] = []
  const underWay: Promise<unknown>[] = []
  for (let n = 0; n < EVENTS; n++) {
    await pause(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()))
    asked.push(performance.now())
    underWay.push(request(n))
  }
  await Promise.all(underWay)
  const deadline = performance.now() + ARRIVED_WITHIN_MS
  while (receiver.at('/good').length < EVENTS && performance.now() < deadline) await pause(50)
  const arrived = receiver.at('/good').map(({ at }) => at)
  // In the order of their arrival, so a message that overtakes another one does not look faster.
  return asked.map((at, n) => (arrived[n] ?? Infinity) - at).toSorted((a, b) => a - b)
}

/** Milliseconds for pages of the long history, one after the other, and for the only page of the short one. */
async function pageTimes(address: string, { cookie }: RichUser, [long, short]: readonly [number, number]) {
  const headers = { cookie }
  const read = async (id: number, cursor: string | null) => {
    const start = performance.now()
    const query = cursor === null ? '' : `?cursor=${cursor}`
    const page = (await (await fetch(`${address}/api/webhooks/${id}/messages${query}`, { headers })).json()) as {
      items: unknown[]
      nextCursor: string | null
    }
    if (page.items.length !== 20) throw new Error(`A page has ${page.items.length} messages`)
    return { ms: performance.now() - start, nextCursor: page.nextCursor }
  }
  const times = { long: [] as number[], short: [] as number[] }
  let cursor: string | null = null
  for (let n = 0; n < PAGES; n++) {
    const page = await read(long, cursor)
    // The last pages, too.
    cursor = n === PAGES / 2 ? '5000' : page.nextCursor
    times.long.push(page.ms)
    times.short.push((await read(short, null)).ms)
  }
  return { long: times.long.toSorted((a, b) => a - b), short: times.short.toSorted((a, b) => a - b) }
}

type Result = { sent: number[]; direct: number[]; history: { long: number[]; short: number[] } }

const at = (times: number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

function print(title: string, { sent, direct, history }: Result): void {
  console.log(`\n${title}: ${EVENTS} messages at ${PER_SECOND} a second, from the request to the receiver`)
  for (const [name, share] of shares) {
    const [own, reference] = [at(sent, share), at(direct, share)]
    console.log(
      `  ${name}  ${(own / 1000).toFixed(3)} s  directly ${(reference / 1000).toFixed(3)} s  (${ratio(own, reference)})`,
    )
  }
  console.log(`  pages of a history with ${MESSAGES * ATTEMPTS_EACH} attempts, and with ${20 * ATTEMPTS_EACH}`)
  for (const [name, share] of shares) {
    const [long, short] = [at(history.long, share), at(history.short, share)]
    console.log(`  ${name}  ${long.toFixed(1)} ms  short ${short.toFixed(1)} ms  (${ratio(long, short)})`)
  }
}
const shares = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['max', 1],
] as const
