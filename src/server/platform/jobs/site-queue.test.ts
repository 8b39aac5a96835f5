import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { siteVisitJob } from '#server/catalog/sites/sites.usecases.ts'
import { type JobRunner, startJobRunner } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { backgroundOf } from '#tests/support/background.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { queueJob, queueJobs } from './job.ts'

const timeout = 20_000

describeOnBothDatabases('the queue of visits of websites', open => {
  let db: Db
  let product: TestApp
  let runner: JobRunner | undefined
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query('DELETE FROM pgboss.job')
    product = await createTestApp({ db })
  })
  afterEach(async () => {
    await runner?.stop()
  })
  const states = async () => {
    const rows = await db.query<{ state: string }>(`SELECT state::text AS state FROM pgboss.job WHERE name = 'sites'`)
    return rows.map(({ state }) => state)
  }

  test('visits that are running while a process starts are not taken for those of a killed process', async () => {
    const domains = ['flatirons.com', 'boulder.com', 'pearl.com']
    await queueJobs(
      product.deps,
      db,
      siteVisitJob,
      domains.map(domain => ({ domain })),
    )
    const background = backgroundOf(db)
    const slow: Db = {
      ...db,
      query: async (text, values) => {
        await pause(50)
        return db.query(text, values)
      },
      background: {
        ...background,
        query: async (text, values) => {
          if (text.includes('completed_on = ')) await pause(2000)
          return background.query(text, values)
        },
      },
    }
    runner = await startJobRunner({ ...product.deps, db: slow })
    const ended = () =>
      db.query<{ state: string; retries: number }>(
        `SELECT state::text, retry_count AS retries FROM pgboss.job WHERE name = 'sites'`,
      )
    await vi.waitFor(
      async () => expect(await ended()).toEqual(domains.map(() => ({ state: 'completed', retries: 0 }))),
      { timeout },
    )
  })

  test('many visits are queued with one statement', async () => {
    let statements = 0
    const counted: Db = {
      ...db,
      query: (text, values) => {
        statements++
        return db.query(text, values)
      },
    }
    await queueJobs(product.deps, counted, siteVisitJob, [{ domain: 'flatirons.com' }, { domain: 'boulder.com' }])
    await queueJobs(product.deps, counted, siteVisitJob, [])
    expect(statements).toBe(1)
    expect(await states()).toEqual(['created', 'created'])
  })

  test('jobs of visits are taken and completed behind requests', async () => {
    const asked: string[] = []
    const background = backgroundOf(db)
    const behind: Db = {
      ...db,
      background: {
        ...background,
        query: (text, values) => {
          asked.push(text)
          return background.query(text, values)
        },
      },
    }
    await queueJob(product.deps, db, siteVisitJob, { domain: 'flatirons.com' })
    runner = await startJobRunner({ ...product.deps, db: behind })
    await vi.waitFor(async () => expect(await states()).toEqual(['completed']), { timeout })
    expect(asked.some(text => text.includes(`j.name = 'sites'`))).toBe(true)
    expect(asked.some(text => text.includes('completed_on = '))).toBe(true)
  })
})
