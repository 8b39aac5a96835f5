import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { newBoss, queues } from '#server/platform/jobs/job-queue.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const READERS = 120

/** Accounts with daily emails, and a new business of a saved search that no digest has had. */
async function seedReaders(db: Db): Promise<void> {
  await db.query(
    `WITH reader AS (
       INSERT INTO user_account (username, username_key, email, password_hash, subscription_tier, quota_anchor, created_at,
         email_verified_at)
       SELECT 'reader' || n, 'reader' || n, 'reader' || n || '@example.com', '', 'pro', now(), now(), now()
       FROM generate_series(1, $1) n RETURNING id),
     searched AS (
       INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
       SELECT id, 'plumbers', 'Boulder, CO', false, '{}', '{}', 0, 0, now() FROM reader RETURNING id, user_id),
     saved AS (
       INSERT INTO saved_search (user_id, search_id, name, created_at)
       SELECT user_id, id, 'Boulder plumbers', now() FROM searched RETURNING id, user_id),
     setting AS (
       INSERT INTO alert_setting (user_id, frequency, last_run_id, digest_on)
       SELECT id, 'day', 0, current_date - 5 FROM reader)
     INSERT INTO alert_hit (user_id, saved_search_id, change_id, place_key, town, kind, what, found_at)
     SELECT user_id, id, 1, 'overture:new', 'Boulder', 'added', 0, now() - interval '3 days' FROM saved`,
    [READERS],
  )
}

test('digests whose servers are killed while they queue and send are each queued once, and repeated with the same Message-ID', async () => {
  const received: { to: string; id: string }[] = []
  /** Mails of the first process that are accepted, but not answered. It is killed meanwhile. */
  let unanswered = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope, hostNameAppearsAs }, done) => {
      const keep = (mail: string) => {
        const id = /^Message-ID: (.+)$/im.exec(mail)?.[1] ?? ''
        for (const { address } of envelope.rcptTo) received.push({ to: address, id })
        if (hostNameAppearsAs === 'first' && received.length > 20) unanswered += 1
        else setTimeout(done, 100)
      }
      // The connection ends with its process.
      text(stream).then(keep, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const { url, drop } = await createPostgresTestUrl()
  const db = await openDatabase({ databaseUrl: url })
  const folders: string[] = []
  const servers: ServerProcess[] = []
  const start = async (name: string) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'leadline-digests-'))
    folders.push(folder)
    const started = await startServerProcess({
      DATABASE_URL: url,
      DATA_DIR: folder,
      SMTP_URL: `smtp://127.0.0.1:${port}?name=${name}`,
    })
    servers.push(started)
    return started
  }
  const boss = newBoss(db, pino({ level: 'silent' }), { supervise: false, schedule: false, migrate: false })
  try {
    const first = await start('first')
    await seedReaders(db)
    await boss.start()
    const sendDigests = () => boss.send(queues.chores, { name: 'digests' }, { singletonKey: 'digests' })
    const queuedTimes = () =>
      db.query<{ times: number }>(
        `SELECT count(*)::int AS times FROM pgboss.job WHERE data->>'name' = 'digest' GROUP BY data->'payload'->>'userId'`,
      )
    /** The time after which a process counts as dead, a mail is tried again, and the chore has its next turn. */
    const pass = async () => {
      await db.query(
        `UPDATE pgboss.job SET started_on = started_on - interval '1 day', heartbeat_on = heartbeat_on - interval '1 day'
           WHERE state = 'active' AND started_on < now() - interval '5 seconds'`,
      )
      await db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`)
      await sendDigests()
    }
    await db.transaction(async tx => {
      // Whoever queues digests waits here, after half of them, and is killed.
      await tx.query(
        `SELECT FROM alert_setting
           WHERE user_id = (SELECT user_id FROM alert_setting ORDER BY user_id OFFSET $1 LIMIT 1) FOR UPDATE`,
        [READERS / 2],
      )
      await sendDigests()
      const second = await start('second')
      await eventually(() => expect(unanswered).toBeGreaterThan(0))
      await first.stop('SIGKILL')
      await eventually(async () => {
        await pass()
        expect((await queuedTimes()).length).toBe(READERS / 2)
      })
      await second.stop('SIGKILL')
    })
    await Promise.all([start('third'), start('fourth')])
    await eventually(async () => {
      await pass()
      expect(new Set(received.map(({ to }) => to)).size).toBe(READERS)
      const left = await db.query(
        `SELECT FROM pgboss.job WHERE data->>'name' = 'digest' AND state NOT IN ('completed', 'failed')`,
      )
      expect(left).toEqual([])
    })
    const queued = await queuedTimes()
    expect([queued.length, new Set(queued.map(({ times }) => times))]).toEqual([READERS, new Set([1])])
    const ids = new Map<string, Set<string>>()
    for (const { to, id } of received) ids.set(to, (ids.get(to) ?? new Set()).add(id))
    expect(new Set([...ids.values()].map(({ size }) => size))).toEqual(new Set([1]))
    // Those that were under way when the first process died.
    expect(received.length).toBeGreaterThan(READERS)
  } finally {
    await boss.stop({ graceful: false, close: false })
    await Promise.all(servers.map(each => each.stop('SIGKILL')))
    await db.close()
    await drop()
    server.close(() => {})
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
})
