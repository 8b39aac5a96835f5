import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueAskedVisits, queueVisits, siteVisitJob } from '#server/catalog/sites/sites.usecases.ts'
import { type JobRunner, startJobRunner } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { queueInBackground, queueJob } from './job.ts'

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
    await queueInBackground(
      product.deps,
      db,
      siteVisitJob,
      domains.map(domain => ({ domain })),
    )
    const { background } = db
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
    await eventually(async () => expect(await ended()).toEqual(domains.map(() => ({ state: 'completed', retries: 0 }))))
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
    await queueInBackground(product.deps, counted, siteVisitJob, [
      { domain: 'flatirons.com' },
      { domain: 'boulder.com' },
    ])
    await queueInBackground(product.deps, counted, siteVisitJob, [])
    expect(statements).toBe(1)
    expect(await states()).toEqual(['created', 'created'])
  })

  test('a website does not wait behind others of the user who asked for it first', async () => {
    await db.query('DELETE FROM site_visit')
    const sites = ['flatirons.com', 'boulder.com', 'pearl.com'].map(domain => ({
      domain,
      website: `https://${domain}/`,
      names: [domain],
    }))
    const ask = (holder: string, asked: typeof sites) =>
      db.transaction(tx => queueAskedVisits(product.deps, tx, { sites: asked, holder }))
    expect(await ask('ann', sites)).toMatchObject({ asked: 3 })
    for (let again = 0; again < 2; again++)
      expect(await ask('bob', sites.slice(2))).toEqual({ asked: 0, waiting: ['pearl.com'] })
    await db.transaction(tx =>
      queueVisits(product.deps, tx, [{ domain: 'others.com', website: 'https://others.com/', names: ['x'] }]),
    )
    const jobs = await db.query<{ holder: string; domain: string }>(
      `SELECT group_id AS holder, data->'payload'->>'domain' AS domain FROM pgboss.job
       WHERE name = 'sites' ORDER BY priority DESC, created_on`,
    )
    expect(jobs.map(({ holder, domain }) => [holder, domain])).toEqual([
      ['ann', 'boulder.com'],
      ['bob', 'pearl.com'],
      ['ann', 'flatirons.com'],
      ['ann', 'pearl.com'],
      [null, 'others.com'],
    ])
  })

  test('jobs of visits are taken and completed behind requests', async () => {
    const asked: string[] = []
    const { background } = db
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
    await eventually(async () => expect(await states()).toEqual(['completed']))
    expect(asked.some(text => text.includes(`j.name = 'sites'`))).toBe(true)
    expect(asked.some(text => text.includes('completed_on = '))).toBe(true)
  })
})
