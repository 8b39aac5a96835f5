import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { webhookIdOf } from '#server/accounts/webhooks/history.usecases.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const EVENTS = 40
const password = 'correct horse battery'

test('a server that is killed while it sends loses no message, and the next one sends them with the same ids', async () => {
  const receiver = await new WebhookReceiver().listen()
  // The first half is answered, the rest is left hanging until the server is dead.
  let isHanging = true
  receiver.behaviors.set('/hook', response => {
    if (!isHanging || receiver.received.length <= EVENTS / 2) response.writeHead(200).end()
  })
  const { url, drop } = await createPostgresTestUrl()
  const db = await openDatabase({ databaseUrl: url })
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-webhooks-'))
  const settings = { DATABASE_URL: url, DATA_DIR: folder, WEBHOOK_HOSTS: receiver.host }
  const servers: ServerProcess[] = []
  const start = async () => {
    const server = await startServerProcess(settings)
    servers.push(server)
    return server
  }
  try {
    const first = await start()
    const post = (to: string, body?: object, cookie = '') =>
      fetch(first.address + to, {
        method: 'POST',
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const registered = await post('/api/register', { username: 'ann', email: 'ann@example.com', password })
    const cookie = registered.headers
      .getSetCookie()
      .map(header => header.split(';')[0])
      .join('; ')
    await db.query(`UPDATE user_account SET subscription_tier = 'elite'`)
    const made = await post('/api/webhooks', { url: receiver.urlOf('/hook'), events: ['lead.pulled'] }, cookie)
    const { webhook } = (await made.json()) as { webhook: { id: number } }
    const statuses = await Promise.all(
      Array.from(
        { length: EVENTS },
        async () => (await post(`/api/webhooks/${webhook.id}/test`, undefined, cookie)).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([202]))
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(EVENTS / 2))
    await first.stop('SIGKILL')
    isHanging = false
    const before = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
    const stored = await db.query<{ key: string }>('SELECT key FROM webhook_message ORDER BY id')
    expect(stored).toHaveLength(EVENTS)
    // The time passes after which the process counts as dead.
    await db.query(`UPDATE webhook_message SET next_at = now() WHERE next_at IS NOT NULL`)
    await start()
    const all = new Set(stored.map(({ key }) => webhookIdOf(key)))
    await eventually(async () => {
      const waiting = await db.query(`SELECT FROM webhook_message WHERE state <> 'delivered'`)
      expect(waiting).toEqual([])
    })
    const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]))
    expect(new Set(bodies.keys())).toEqual(all)
    // Those that were under way came again, unchanged.
    for (const [id, body] of before) expect(bodies.get(id)).toBe(body)
    expect(receiver.received.length).toBeGreaterThan(EVENTS)
  } finally {
    await Promise.all(servers.map(server => server.stop('SIGKILL')))
    await db.close()
    await drop()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
