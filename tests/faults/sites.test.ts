import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startBusinessSites } from '#tests/support/business-sites.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { databaseIn } from './support/embedded.ts'
import { experiment } from './support/experiment.ts'
import { newCustomer } from './support/lab.ts'

const SITES = 90
/** Visits that one process makes at the same time. */
const AT_ONCE = 40
const SearchPage = z.object({ nextPageToken: z.string().nullable() })
const SearchResult = SearchPage.extend({ search: z.object({ id: z.number() }) })
const Leads = z.array(z.object({ id: z.number() }))
const Progress = z.object({ waiting: z.number(), unapplied: z.number() })
const FINISHED_WITHIN_MS = 90_000

experiment(
  'a server is killed while it reads websites: the next one reads the rest, and repeats only visits in progress',
  {
    guards: [
      {
        file: 'src/server/entry/job-runner.ts',
        guard: 'for (const queue of Object.values(queues)) {',
        without: 'for (const queue of Object.values(queues).filter(name => name !== queues.sites)) {',
      },
    ],
  },
  async ({ folder, startEmbedded, afterwards }) => {
    const sites = await startBusinessSites()
    afterwards(sites.close)
    const settings = { SITES_PROXY: sites.proxyUrl }
    await seedSites(folder)
    const first = await startEmbedded(settings)
    const { cookie } = await newCustomer(first)
    const send = async (server: ServerProcess, path: string, body?: object) => {
      const response = await fetch(`${server.address}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(response.status).toBeLessThan(300)
      return response.json()
    }
    await first.stop('SIGTERM')
    await raiseToElite(folder)
    const second = await startEmbedded(settings)
    const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 10, confirmed: true }
    const { search, nextPageToken } = SearchResult.parse(await send(second, '/api/search', plumbers))
    for (let token = nextPageToken; token !== null;) {
      const query = new URLSearchParams({ pageToken: token, searchId: String(search.id) })
      token = SearchPage.parse(await send(second, `/api/search/next?${query}`)).nextPageToken
    }
    const leads = Leads.parse(await send(second, '/api/leads'))
    expect(leads).toHaveLength(SITES)
    await send(second, '/api/leads/site-facts', { leadIds: leads.map(({ id }) => id) })
    const left = async (server: ServerProcess) => {
      const { waiting, unapplied } = Progress.parse(await send(server, '/api/leads/site-facts/progress'))
      return waiting + unapplied
    }
    while (sites.visits.size < SITES / 2) await pause(50)
    await second.stop('SIGKILL')
    const third = await startEmbedded(settings)
    const end = performance.now() + FINISHED_WITHIN_MS
    while (performance.now() < end && (await left(third)) > 0) await pause(500)
    expect(await left(third)).toBe(0)
    expect(sites.visits.size).toBe(SITES)
    const repeated = [...sites.visits.values()].filter(count => count > 1)
    expect(repeated.length).toBeLessThanOrEqual(AT_ONCE)
    expect(repeated.every(count => count === 2)).toBe(true)
  },
)

async function seedSites(folder: string): Promise<void> {
  const db = await openDatabase(databaseIn(folder))
  await migrate(db)
  await seedPlumbers(db, SITES, { website: null })
  await db.query(`
    UPDATE place SET domain = replace(source_id, 'place', 'site') || '.com',
      website = 'http://' || replace(source_id, 'place', 'site') || '.com/'`)
  await db.close()
}

async function raiseToElite(folder: string): Promise<void> {
  const db = await openDatabase(databaseIn(folder))
  await db.query(`UPDATE user_account SET subscription_tier = 'elite', email_verified_at = now()`)
  await db.close()
}
