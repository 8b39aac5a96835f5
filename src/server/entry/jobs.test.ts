import pino from 'pino'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newFaultLog } from '#server/platform/basics/fault.ts'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openJobQueue } from '#server/platform/jobs/job-queue.ts'
import { NonRetryableError } from '#server/platform/jobs/job.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { fromTemplate, mailJob, sendMail } from '#server/platform/mail/mail.usecases.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { eventually } from '#tests/support/eventually.ts'
import { allChores } from './all-jobs.ts'
import { runChore, startJobRunner } from './job-runner.ts'

describeOnBothDatabases('jobs', open => {
  let db: Db
  let product: TestApp
  const queue = (tx: Parameters<typeof sendMail>[1], username: string, { deps } = product) =>
    sendMail(deps, tx, {
      to: { address: `${username}@example.com`, isVerified: true },
      cause: 'us',
      content: fromTemplate('password-changed', { typed: { username } }),
    })
  const states = () =>
    db.query<{ state: string; waits: boolean }>(
      `SELECT state::text AS state, start_after > now() + interval '10 seconds' AS waits FROM pgboss.job WHERE name = 'mail'`,
    )

  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query(`DELETE FROM pgboss.job`)
    product = await createTestApp({ db })
  })

  test('a job queued in a transaction runs once, after the commit', async () => {
    await db.transaction(tx => queue(tx, 'ann'))
    await runDueJobs(product.deps)
    await runDueJobs(product.deps)
    expect(product.mails.map(({ to }) => to)).toEqual(['ann@example.com'])
    expect(await states()).toEqual([{ state: 'completed', waits: false }])
  })

  test('a job of a rolled-back transaction never runs', async () => {
    const work = db.transaction(async tx => {
      await queue(tx, 'ann')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await runDueJobs(product.deps)
    expect(product.mails).toEqual([])
  })

  test('only one of several processes runs a job', async () => {
    const others = await Promise.all([createTestApp({ db }), createTestApp({ db })])
    await Promise.all(['ann', 'bob', 'cleo', 'dan'].map(name => queue(db, name)))
    await Promise.all([product, ...others].map(({ deps }) => runDueJobs(deps)))
    const sent = [product, ...others].flatMap(({ mails }) => mails.map(({ to }) => to))
    expect(sent.toSorted()).toEqual(['ann@example.com', 'bob@example.com', 'cleo@example.com', 'dan@example.com'])
  })

  test('a failed job waits for its next attempt, and the log contains no personal data', async () => {
    product.deps.mailer.send = () => Promise.reject(new Error('The mail server did not take a mail'))
    await queue(db, 'ann')
    await runDueJobs(product.deps)
    expect(await states()).toEqual([{ state: 'retry', waits: true }])
    expect(product.log.join()).toContain('a job failed and will be tried again')
    expect(product.log.join()).not.toContain('ann')
  })

  test('after its last attempt a job is given up, with a log line', async () => {
    product.deps.mailer.send = () => Promise.reject(new Error('The mail server did not take a mail'))
    await queue(db, 'ann')
    await db.query(`UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'mail'`)
    await runDueJobs(product.deps)
    expect(await states()).toMatchObject([{ state: 'failed' }])
    expect(product.log.join()).toContain('a job was given up')
    expect(product.log.join()).not.toContain('ann')
  })

  test('a mail is retried 16 times, first after half a minute, later after at most an hour', async () => {
    const [queued] = await db.query(
      `SELECT retry_limit AS times, retry_delay AS first, retry_backoff AS grows, retry_delay_max AS longest
       FROM pgboss.queue WHERE name = 'mail'`,
    )
    expect(queued).toEqual({ times: 16, first: 30, grows: true, longest: 3600 })
  })

  test('a job that can never succeed is not retried', async () => {
    product.deps.mailer.send = () => Promise.reject(new NonRetryableError('The mail server refuses this mail for good'))
    await queue(db, 'ann')
    await runDueJobs(product.deps)
    expect(await states()).toMatchObject([{ state: 'completed' }])
    expect(product.log.join()).toContain('a job was given up')
  })

  test('every chore is scheduled once, even with many processes, and one of an older version is removed', async () => {
    const planned = () => db.query<{ key: string }>('SELECT key FROM pgboss.schedule ORDER BY key')
    const runners = await Promise.all([startJobRunner(product.deps), startJobRunner(product.deps)])
    const names = allChores.map(({ name }) => name).toSorted()
    expect((await planned()).map(({ key }) => key)).toEqual(names)
    await db.query(`UPDATE pgboss.schedule SET key = 'of-an-older-version' WHERE key = $1`, [names[0]])
    const later = await startJobRunner(product.deps)
    expect((await planned()).map(({ key }) => key)).toEqual(names)
    await Promise.all([...runners, later].map(runner => runner.stop()))
  })

  test('chores that are due at the same time run right after one another', async () => {
    const due = ['old-attempts', 'old-page-visits', 'expired-sessions']
    await db.query(
      `INSERT INTO pgboss.job (name, data, singleton_key, policy)
       SELECT 'chores', jsonb_build_object('name', chore), chore, 'stately' FROM unnest($1::text[]) AS due(chore)`,
      [due],
    )
    const runner = await startJobRunner(product.deps)
    const left = () => db.query(`SELECT FROM pgboss.job WHERE singleton_key = ANY($1) AND state <> 'completed'`, [due])
    await eventually(async () => expect(await left()).toEqual([]))
    await runner.stop()
  })

  test('a chore of a newer version stays scheduled if a process of this one starts again during the upgrade', async () => {
    const planned = async () => {
      const runner = await startJobRunner(product.deps)
      await runner.stop()
      const rows = await db.query<{ key: string }>('SELECT key FROM pgboss.schedule ORDER BY key')
      return rows.map(({ key }) => key)
    }
    const known = await planned()
    await db.query(
      `INSERT INTO pgboss.schedule (name, key, cron) SELECT name, 'of-a-newer-version', cron FROM pgboss.schedule LIMIT 1`,
    )
    const migration = '9999-of-a-newer-version'
    await db.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [migration, '2030-01-01'])
    expect(await planned()).toEqual([...known, 'of-a-newer-version'].toSorted())
    await db.query('DELETE FROM kysely_migration WHERE name = $1', [migration])
    expect(await planned()).toEqual(known)
  })

  test('page visits are deleted after 13 months', async () => {
    const at = (date: string) => db.query(`INSERT INTO page_visit (page, at) VALUES ('/about', $1)`, [new Date(date)])
    await at('2025-01-31T12:00:00Z')
    await at('2025-02-02T12:00:00Z')
    await runChore(product.deps, 'old-page-visits')
    expect(await db.query('SELECT at FROM page_visit')).toEqual([{ at: new Date('2025-02-02T12:00:00Z') }])
  })

  test('messages and decided removal requests are deleted after 13 months; requests that wait for a person stay', async () => {
    const times = [new Date('2025-01-31T12:00:00Z'), new Date('2025-02-02T12:00:00Z')]
    await db.query(
      `INSERT INTO contact_message (name, email, subject, message, created_at)
       SELECT 'Ann Lee', 'ann@example.com', 'A question', 'How many searches?', at FROM unnest($1::timestamptz[]) AS at`,
      [times],
    )
    await db.query(
      `INSERT INTO removal_request (business_name, email, message, status, created_at)
       SELECT status, 'ann@example.com', '', status, at
       FROM unnest($1::timestamptz[]) AS at, unnest('{awaiting_mail,awaiting_admin,removed,refused}'::text[]) AS status`,
      [times],
    )
    for (const chore of ['old-contact-messages', 'old-removal-requests']) await runChore(product.deps, chore)
    expect(await db.query('SELECT created_at AS at FROM contact_message')).toEqual([{ at: times[1] }])
    const old = await db.query('SELECT status FROM removal_request WHERE created_at = $1', [times[0]])
    expect(old).toEqual([{ status: 'awaiting_admin' }])
    expect(await db.query('SELECT FROM removal_request WHERE created_at = $1', [times[1]])).toHaveLength(4)
  })

  test('counts of attempts are deleted after a day', async () => {
    const { deps, clock } = product
    const limit = { name: 'tries', key: 'ann', limit: 3, windowSeconds: 60 }
    await hitRateLimit(db, limit, clock.now())
    clock.advance({ hours: 25 })
    await hitRateLimit(db, { ...limit, key: 'bob' }, clock.now())
    await runChore(deps, 'old-attempts')
    expect(await db.query('SELECT hits FROM rate_limit')).toHaveLength(1)
  })

  test('a failed chore is logged', async () => {
    const broken = { ...product.deps, db: { ...db, query: () => Promise.reject(new Error('no database')) } }
    await expect(runChore(broken, 'expired-sessions')).rejects.toThrow('no database')
    expect(product.log.join()).toContain('a chore failed and waits for its next turn')
  })
})

test('a fault that lasts is logged once a minute, and another one at once', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const onFault = newFaultLog({ error: ({ err }: { err: Error }) => lines.push(err.message) }, 'job queue error')
  for (let second = 0; second < 60; second++) {
    for (const message of ['connection refused', 'no answer']) onFault(new Error(message))
    vi.advanceTimersByTime(1000)
  }
  expect(lines).toEqual(['connection refused', 'no answer'])
  // A part of the queue reports copies of errors.
  onFault({ message: 'connection refused', queue: 'mail' })
  expect(lines.at(2)).toBe('connection refused')
  vi.useRealTimers()
})

test('on a new embedded database, the first job can be queued in a transaction', async () => {
  const db = await openDatabase({})
  const jobs = await openJobQueue(db, pino({ level: 'silent' }))
  await db.transaction(tx => jobs.add(tx, mailJob, {}))
  expect(await db.query('SELECT state::text FROM pgboss.job')).toEqual([{ state: 'created' }])
  await jobs.close()
  await db.close()
})

// On PostgreSQL, another process may be running it.
test('on the embedded database, a chore that ran when the process was killed runs again at its next turn', async () => {
  const { deps } = await createTestApp({ db: await createTestDatabase('embedded') })
  await deps.db.query(
    `INSERT INTO pgboss.job (name, data, singleton_key, policy, retry_limit, state, started_on)
     SELECT 'chores', '{"name":"old-attempts"}', 'old-attempts', 'stately', 0, state::pgboss.job_state, now()
     FROM unnest('{active,created}'::text[]) AS of (state)`,
  )
  const runner = await startJobRunner(deps)
  const done = () =>
    deps.db.query(`SELECT FROM pgboss.job WHERE singleton_key = 'old-attempts' AND state = 'completed'`)
  await eventually(async () => expect(await done()).toHaveLength(1))
  await runner.stop()
  await deps.db.close()
})
