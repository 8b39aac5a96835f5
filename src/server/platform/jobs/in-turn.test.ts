import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newBoss, type QueuedJob } from './job-queue.ts'
import { type JobKind, queueInBackground, queueInTurn, runSteps, waitingJobs } from './job.ts'
import { QueueWorker } from './queue-worker.ts'

type Payload = { name: string }
const job: JobKind<Payload> = { name: 'read', queue: 'sites', payload: z.object({ name: z.string() }) }

describeOnBothDatabases('jobs of several holders', open => {
  let product: TestApp
  beforeEach(async () => {
    product = await createTestApp({ db: await open() })
    await product.deps.db.query('DELETE FROM pgboss.job')
  })
  const add = (holder: string, ...names: string[]) =>
    product.deps.db.transaction(tx =>
      queueInTurn(product.deps, tx, job, { payloads: names.map(name => ({ name })), holder }),
    )
  /** Takes the next job, as a worker does. */
  const takeAll = async () => {
    const boss = newBoss(product.deps.db, product.deps.log, { supervise: false, schedule: false, migrate: false })
    await boss.start()
    const taken: string[] = []
    for (;;) {
      const [next] = await boss.fetch<QueuedJob>('sites')
      if (next === undefined) break
      taken.push((next.data.payload as Payload).name)
    }
    await boss.stop({ graceful: false, close: false })
    return taken
  }

  test('run in turns, and those that nobody waits for run last', async () => {
    await product.deps.db.transaction(tx => queueInBackground(product.deps, tx, job, [{ name: 'background' }]))
    await add('ann', 'a1', 'a2')
    await add('ann', 'a3')
    await add('bob', 'b1', 'b2')
    expect(await waitingJobs(product.deps.db, job, 'ann')).toEqual([{ name: 'a1' }, { name: 'a2' }, { name: 'a3' }])
    expect(await takeAll()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'background'])
  })

  test('with a limit for holders, one holder has one job at a time, and others run meanwhile', async () => {
    vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 2 ** 30).unref())
    await add('ann', 'a1', 'a2', 'a3')
    await add('bob', 'b1')
    await product.deps.db.query(`UPDATE pgboss.job SET priority = 1 WHERE data->'payload'->>'name' LIKE 'a%'`)
    const boss = newBoss(product.deps.db, product.deps.log, { supervise: false, schedule: false, migrate: false })
    await boss.start()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const worker = new QueueWorker({
      boss,
      queue: 'sites',
      atOnce: 2,
      atOnceOfHolder: 1,
      run: ({ data: { payload } }) => {
        const { name } = payload as Payload
        begun.push(name)
        return new Promise(resolve => ends.set(name, resolve))
      },
      onFault: error => expect.unreachable(String(error)),
    })
    await eventually(() => expect(begun).toHaveLength(2))
    expect(begun).toContain('b1')
    for (const count of [3, 4]) {
      ends.get(begun.findLast(name => name !== 'b1') ?? '')?.()
      await eventually(() => expect(begun).toHaveLength(count))
    }
    ends.forEach(end => end())
    await worker.stop(1000)
    await boss.stop({ graceful: false, close: false })
    vi.restoreAllMocks()
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  test('a job whose turn is over continues after those of others', async () => {
    await add('ann', 'other work of ann')
    await add('bob', 'work of bob')
    let steps = 0
    const attempt = { holder: 'ann' }
    const payload = { name: 'the rest' }
    const step = async () => ++steps < 3
    await runSteps(product.deps, { job, payload, attempt, turnMs: 0 }, step)
    expect(steps).toBe(1)
    expect(await takeAll()).toEqual(['other work of ann', 'work of bob', 'the rest'])
    await runSteps(product.deps, { job, payload, attempt }, step)
    expect(steps).toBe(3)
    expect(await takeAll()).toEqual([])
  })
})
