import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type JobRunner, startJobRunner } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { fromTemplate, sendMail } from '#server/platform/mail/mail.usecases.ts'
import type { OutgoingMail } from '#server/platform/mail/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newBoss } from './job-queue.ts'
import { QueueWorker } from './queue-worker.ts'

describeOnBothDatabases('the mail queue', open => {
  let db: Db
  let product: TestApp
  let runners: JobRunner[] = []
  let tests = 0
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query('DELETE FROM pgboss.job')
    await db.query('DELETE FROM rate_limit')
    tests++
    product = await createTestApp({ db })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(runners.map(runner => runner.stop()))
    runners = []
  })
  const start = async () => void runners.push(await startJobRunner(product.deps))
  /** Starts without polling, so that all activity comes from notifications. */
  const startWithoutPolling = async () => {
    vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 2 ** 30).unref())
    await start()
    // The initial poll is over.
    await tell('start@example.com')
    await eventually(() => expect(sentTo()).toEqual(['start@example.com']))
    product.mails.length = 0
  }
  const emailOf = (username: string) => `${username}@test${tests}.example.com`
  const signUp = async (name: string, { app } = product) => {
    const payload = { username: `${name}${tests}`, email: emailOf(name), password: 'correct horse battery' }
    const { statusCode, cookies } = await app.inject({ method: 'POST', url: '/api/register', payload })
    expect(statusCode).toBe(201)
    return Object.fromEntries(cookies.map(({ name: cookie, value }) => [cookie, value]))
  }
  const requestReset = (username: string, { app } = product) =>
    app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: emailOf(username) } })
  const tell = (address: string) =>
    sendMail(product.deps, db, {
      to: { address, isVerified: true },
      cause: 'us',
      content: fromTemplate('account-deleted', { typed: { username: 'x' } }),
    })
  const sentTo = () => product.mails.map(({ to }) => to)
  const resets = () => product.mails.filter(({ subject }) => subject === 'Set a new password').map(({ to }) => to)
  /** Mails that the mail server neither accepts nor refuses. */
  const hangOn = (isHanging: (mail: OutgoingMail) => boolean) => {
    const hanging: OutgoingMail[] = []
    const release = Promise.withResolvers<void>()
    const { send } = product.deps.mailer
    product.deps.mailer.send = async mail => {
      if (isHanging(mail)) {
        hanging.push(mail)
        await release.promise
      }
      await send(mail)
    }
    return { hanging, release: release.resolve }
  }

  test('sends a mail as soon as it is committed, without polling the database', async () => {
    await startWithoutPolling()
    await tell('first@example.com')
    await eventually(() => expect(sentTo()).toEqual(['first@example.com']))
    await db.transaction(tx =>
      sendMail(product.deps, tx, {
        to: { address: 'second@example.com', isVerified: true },
        cause: 'us',
        content: fromTemplate('account-deleted', { typed: { username: 'x' } }),
      }),
    )
    await eventually(() => expect(sentTo()).toEqual(['first@example.com', 'second@example.com']))
  })

  test('sends a password reset before a thousand other mails, even while the mail server hangs on those', async () => {
    await signUp('ann')
    await runDueJobs(product.deps)
    product.mails.length = 0
    const others = hangOn(({ isUrgent }) => !isUrgent)
    for (let n = 0; n < 1000; n++) await tell(`reader${n}@example.com`)
    await start()
    await eventually(() => expect(others.hanging.length).toBeGreaterThan(0))
    await requestReset('ann')
    await eventually(() => expect(resets()).toEqual([emailOf('ann')]))
    expect(product.mails).toHaveLength(1)
    await db.query(`DELETE FROM pgboss.job WHERE state <> 'active'`)
    others.release()
  })

  test('a mail on which the mail server hangs delays no other one, and is not sent twice', async () => {
    for (const name of ['eve', 'ann', 'bob']) await signUp(name)
    await runDueJobs(product.deps)
    product.mails.length = 0
    const slow = hangOn(({ to }) => to === emailOf('eve'))
    await start()
    await requestReset('eve')
    await eventually(() => expect(slow.hanging).toHaveLength(1))
    for (const name of ['ann', 'bob']) await requestReset(name)
    await eventually(() => expect(resets().toSorted()).toEqual(['ann', 'bob'].map(emailOf)))
    slow.release()
    await eventually(() => expect(resets()).toHaveLength(3))
    expect(slow.hanging).toHaveLength(1)
  })

  test('many email changes by hostile accounts do not delay password resets', async () => {
    await signUp('ann')
    const eves = []
    for (let n = 0; n < 10; n++) eves.push(await signUp(`eve${n}-`))
    const answers = []
    for (const [index, cookies] of eves.entries())
      for (let n = 0; n < 20; n++) {
        const payload = { email: `v${index}-${n}@example.org` }
        answers.push(await product.app.inject({ method: 'PATCH', url: '/api/profile', payload, cookies }))
      }
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(40)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(160)
    await requestReset('ann')
    await start()
    await eventually(() => expect(resets()).toEqual([emailOf('ann')]))
    expect(product.mails.length).toBeLessThanOrEqual(52)
  })

  test('if a process dies after sending a mail, the mail is sent again with the same Message-ID', async () => {
    await tell('ann@example.com')
    await dyingProcess()
    expect(sentTo()).toEqual(['ann@example.com'])
    await db.query(`UPDATE pgboss.job SET started_on = now() - interval '2 minutes' WHERE state = 'active'`)
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    await db.query('UPDATE pgboss.queue SET monitor_on = NULL')
    await boss.supervise('mail')
    await boss.stop({ graceful: false, close: false })
    await db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`)
    await runDueJobs(product.deps)
    expect(new Set(product.mails.map(({ id }) => id)).size).toBe(1)
    expect(product.mails).toHaveLength(2)
  })

  test('a shutdown waits for mail being sent, and returns a mail that hangs to the queue', async () => {
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    const never = Promise.withResolvers<void>()
    const taken: string[] = []
    const queue = 'mail'
    const line = new QueueWorker({
      boss,
      queue,
      atOnce: 2,
      run: async ({ id }) => {
        taken.push(id)
        if (taken.length === 1) await never.promise
      },
      onFault: error => expect.unreachable(String(error)),
    })
    await tell('slow@example.com')
    line.wake()
    await eventually(() => expect(taken).toHaveLength(1))
    await tell('ann@example.com')
    line.wake()
    await eventually(async () => expect(await states()).toEqual(['active', 'completed']))
    await line.stop(1)
    expect(await states()).toEqual(['completed', 'retry'])
    await tell('bob@example.com')
    line.wake()
    expect(taken).toHaveLength(2)
    never.resolve()
    await boss.stop({ graceful: false, close: false })
  })

  test('a job that hangs gives its place to the next one when it has expired', async () => {
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    const never = Promise.withResolvers<void>()
    const taken: string[] = []
    await tell('slow@example.com')
    await tell('ann@example.com')
    await db.query('UPDATE pgboss.job SET expire_seconds = 1')
    const line = new QueueWorker({
      boss,
      queue: 'mail',
      atOnce: 1,
      run: async ({ id }) => {
        taken.push(id)
        if (taken.length === 1) await never.promise
      },
      onFault: error => expect.unreachable(String(error)),
    })
    await eventually(async () => expect(await states()).toEqual(['completed', 'retry']))
    expect(taken).toHaveLength(2)
    never.resolve()
    await line.stop(1000)
    await boss.stop({ graceful: false, close: false })
  })

  test.each(['succeeds', 'fails', 'is stopped'])(
    'an attempt that was given up and then %s leaves the next attempt alone',
    async end => {
      const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
      await boss.start()
      const first = Promise.withResolvers<void>()
      const line = new QueueWorker({
        boss,
        queue: 'mail',
        atOnce: 1,
        run: () => first.promise,
        onFault: error => expect.unreachable(String(error)),
      })
      await tell('ann@example.com')
      line.wake()
      await eventually(async () => expect(await states()).toEqual(['active']))
      // The supervision of the queue took the process for dead, so another one runs the job again.
      await db.query(`UPDATE pgboss.job SET state = 'retry', start_after = now()`)
      expect(await boss.fetch('mail')).toHaveLength(1)
      if (end === 'succeeds') first.resolve()
      if (end === 'fails') first.reject(new Error('too late'))
      await line.stop(end === 'is stopped' ? 1 : 1000)
      expect(await states()).toEqual(['active'])
      first.resolve()
      await boss.stop({ graceful: false, close: false })
    },
  )

  test('a chore whose process has died is noticed, and one that runs shows that its process lives', async () => {
    const add = (key: string, state: string, seconds: number) =>
      db.query(
        `INSERT INTO pgboss.job (name, data, singleton_key, policy, retry_limit, heartbeat_seconds, state, started_on, heartbeat_on)
         VALUES ('chores', '{}', $1, 'stately', 0, $3, $2::pgboss.job_state, now(), now() - interval '1 minute')`,
        [key, state, seconds],
      )
    const rowOf = async (key: string) => {
      const [row] = await db.query(
        `SELECT state::text AS state, heartbeat_on > started_on AS lives FROM pgboss.job WHERE singleton_key = $1`,
        [key],
      )
      return row
    }
    const [queue] = await db.query<{ seconds: number }>(
      `SELECT heartbeat_seconds AS seconds FROM pgboss.queue WHERE name = 'chores'`,
    )
    await add('dead', 'active', queue?.seconds ?? 3600)
    const supervise = { supervise: true, superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 }
    const supervisor = newBoss(db, product.deps.log, supervise)
    await supervisor.start()
    await eventually(async () => expect(await rowOf('dead')).toMatchObject({ state: 'failed' }))
    await supervisor.stop({ graceful: false, close: false })
    await add('long', 'created', 2)
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    const end = Promise.withResolvers<void>()
    const line = new QueueWorker({
      boss,
      queue: 'chores',
      atOnce: 1,
      run: () => end.promise,
      onFault: error => expect.unreachable(String(error)),
    })
    await eventually(async () => expect(await rowOf('long')).toEqual({ state: 'active', lives: true }))
    end.resolve()
    await eventually(async () => expect(await rowOf('long')).toMatchObject({ state: 'completed' }))
    await line.stop(1000)
    await boss.stop({ graceful: false, close: false })
  })

  test('after a pause, all jobs that were added meanwhile are fetched at once', async () => {
    vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 2 ** 30).unref())
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    let fetches = 0
    const taken: string[] = []
    const line = new QueueWorker({
      boss,
      queue: 'mail',
      db: {
        ...db,
        query: (text, values) => {
          if (text.includes(`j.name = 'mail'`)) fetches++
          return db.query(text, values)
        },
      },
      atOnce: 10,
      pauseMs: 500,
      run: async ({ id }) => void taken.push(id),
      onFault: error => expect.unreachable(String(error)),
    })
    await eventually(() => expect(fetches).toBe(1))
    for (const name of ['ann', 'bob', 'cem']) {
      await tell(`${name}@example.com`)
      line.wake()
    }
    await eventually(() => expect(taken).toHaveLength(3))
    expect(fetches).toBe(2)
    await line.stop(1000)
    await boss.stop({ graceful: false, close: false })
  })

  const states = async () => {
    const rows = await db.query<{ state: string }>('SELECT state::text AS state FROM pgboss.job ORDER BY state::text')
    return rows.map(({ state }) => state)
  }

  /** Accepts and delivers the mail, but never replies. */
  async function dyingProcess(): Promise<void> {
    const boss = newBoss(db, product.deps.log, { supervise: false, schedule: false })
    await boss.start()
    const [job] = await boss.fetch<{ payload: object }>('mail', { includeMetadata: true })
    if (job === undefined) throw new Error('There is no job')
    await product.deps.mailer.send({
      id: job.id,
      to: 'ann@example.com',
      subject: '',
      text: '',
      html: '',
      at: new Date(),
      isUrgent: false,
    })
    await boss.stop({ graceful: false, close: false })
  }
})
