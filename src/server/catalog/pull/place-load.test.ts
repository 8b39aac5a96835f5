import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import { runChore, startJobRunner } from '#server/entry/job-runner.ts'
import { queues } from '#server/platform/jobs/job-queue.ts'
import { fromTemplate, sendMail } from '#server/platform/mail/mail.usecases.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { eventually } from '#tests/support/eventually.ts'
import { emptyCatalog, inBoulder, offeredNames } from '#tests/support/imports.ts'
import { overtureFile } from '#tests/support/overture-file.ts'
import { RangeServer } from '#tests/support/range-server.ts'
import { listPlaceLoads, placeLoadJob, startPlaceLoad } from './place-load.usecases.ts'

const boulder = { location: 'Boulder, CO', miles: 5 }

describeOnBothDatabases('a load of real places', open => {
  let product: TestApp
  let server: RangeServer
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'load-test-'))
    server = new RangeServer(overtureFile([{ id: 'ann', name: 'Ann Plumbing', ...inBoulder }]))
    await server.listen()
    const settings = { DATA_DIR: folder, PLACES_URL: `${server.address}/release/2026-04-15.0/` }
    product = await createTestApp({ db: await open(), settings })
  })
  beforeEach(async () => {
    server.fault = null
    await emptyCatalog(product.deps.db)
    await product.deps.db.query('TRUNCATE place_load')
    await product.deps.db.query('DELETE FROM pgboss.job')
  })
  afterAll(async () => {
    server.close()
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  const states = async () => (await listPlaceLoads(product.deps)).map(({ state }) => state)
  const jobs = (): Promise<{ queue: string; state: string }[]> =>
    product.deps.db.query('SELECT name AS queue, state::text FROM pgboss.job ORDER BY created_on, id')
  const makeDue = () => product.deps.db.query('UPDATE pgboss.job SET start_after = now()')

  test('whose process was killed is shown as waiting, continued by the next process, and finished', async () => {
    const { deps, clock } = product
    const { id } = await startPlaceLoad(deps, boulder)
    // The state after a process is killed in the middle of a load.
    await deps.db.query(`UPDATE place_load SET state = 'running', seen_at = $1`, [clock.now()])
    await runDueJobs(deps)
    expect(await states()).toEqual(['running'])
    expect(await jobs()).toEqual([{ queue: 'loads', state: 'retry' }])
    clock.advance({ minutes: 2 })
    expect(await states()).toEqual(['waiting'])
    await makeDue()
    await runDueJobs(deps)
    expect(await listPlaceLoads(deps)).toMatchObject([{ id, state: 'done', fraction: 1 }])
    expect(await jobs()).toEqual([{ queue: 'loads', state: 'completed' }])
    expect(await offeredNames(deps.db)).toEqual(['Ann Plumbing'])
    clock.advance({ hours: 179 * 24 })
    await runChore(deps, 'loads-given-up')
    expect(await states()).toEqual(['done'])
    clock.advance({ hours: 2 * 24 })
    await runChore(deps, 'loads-given-up')
    expect(await states()).toEqual([])
  })

  test('is shown as failed if no process continues it', async () => {
    const { deps, clock } = product
    await startPlaceLoad(deps, boulder)
    await deps.db.query(`UPDATE place_load SET state = 'running', seen_at = $1`, [clock.now()])
    clock.advance({ hours: 23 })
    await runChore(deps, 'loads-given-up')
    expect(await states()).toEqual(['waiting'])
    clock.advance({ hours: 2 })
    await runChore(deps, 'loads-given-up')
    expect(await states()).toEqual(['failed'])
    clock.advance({ hours: 181 * 24 })
    await runChore(deps, 'loads-given-up')
    expect(await states()).toEqual([])
  })

  test('delays no mail, even if many are queued, and runs alone in the whole cluster', async () => {
    const { deps, mails } = product
    let asked = 0
    const release = Promise.withResolvers<void>()
    server.fault = (_request, response) => {
      asked++
      void release.promise.then(() => response.writeHead(404).end())
      return true
    }
    for (let n = 0; n < 3; n++) await startPlaceLoad(deps, boulder)
    const runners = await Promise.all([startJobRunner(deps), startJobRunner(deps)])
    await eventually(() => expect(asked).toBe(1))
    await sendMail(deps, deps.db, {
      to: { address: 'ann@example.com', isVerified: true },
      cause: 'us',
      content: fromTemplate('password-changed', { typed: { username: 'ann' } }),
    })
    await eventually(() => expect(mails.map(({ to }) => to)).toEqual(['ann@example.com']))
    expect((await jobs()).filter(({ queue, state }) => queue === queues.loads && state === 'active')).toHaveLength(1)
    expect(asked).toBe(1)
    await deps.db.query(`DELETE FROM pgboss.job WHERE name = 'loads' AND state <> 'active'`)
    release.resolve()
    await Promise.all(runners.map(runner => runner.stop()))
    expect((await states()).toSorted()).toEqual(['failed', 'waiting', 'waiting'])
  })

  test('says that it is waiting for another import', async () => {
    const { deps } = product
    const other = Promise.withResolvers<void>()
    const importing = inImportSession(deps.db, () => other.promise)
    await startPlaceLoad(deps, boulder)
    const loading = runDueJobs(deps)
    const progress = async () => (await listPlaceLoads(deps))[0]?.progress
    await eventually(async () => expect(await progress()).toBe('Waiting for another import to finish'))
    other.resolve()
    await Promise.all([importing, loading])
    expect(await states()).toEqual(['done'])
  })

  test('may take hours, as long as its process is alive', async () => {
    await startPlaceLoad(product.deps, boulder)
    const [queued] = await product.deps.db.query(
      `SELECT expire_seconds / 3600 AS hours, heartbeat_seconds, policy FROM pgboss.job WHERE data->>'name' = $1`,
      [placeLoadJob.name],
    )
    expect(queued).toEqual({ hours: 24, heartbeat_seconds: 20, policy: 'singleton' })
  })
})
