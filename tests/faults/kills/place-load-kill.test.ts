import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { PlaceLoad } from '#contract/places/place-loads.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { newBoss, queues } from '#server/platform/jobs/job-queue.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { RangeServer } from '#tests/support/range-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

/** About 50 meters apart, as in a town. */
const shops = Array.from({ length: 6000 }, (_, n): TestPlace => ({
  id: `shop-${n}`,
  name: `Shop ${n}`,
  lat: 40.0 + (n % 80) / 2000,
  lon: -105.3 + Math.floor(n / 80) / 2000,
}))

test('when a server is killed during a load, the next one continues and finishes it', async () => {
  const files = new RangeServer(overtureFile(shops, { rowGroupSize: 2000 }))
  await files.listen()
  const { url, drop } = await createPostgresTestUrl()
  const db = await openDatabase({ databaseUrl: url })
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-load-'))
  const settings = { DATABASE_URL: url, DATA_DIR: folder, PLACES_URL: `${files.address}/release/2026-04-15.0/` }
  const servers: ServerProcess[] = []
  const start = async () => {
    const server = await startServerProcess(settings)
    servers.push(server)
    return server
  }
  try {
    const first = await start()
    const cookie = await registerAdmin(first)
    await db.query('UPDATE user_account SET is_admin = true')
    // The last row group never arrives. The end of the file is read without a condition.
    let isStuck = false
    const lastRows = files.content.length * 0.6
    files.fault = request => {
      const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const isLast = request.headers['if-match'] !== undefined && from > lastRows
      if (isLast) isStuck = true
      return isLast
    }
    const savedGroups = () => readdirSync(folder, { recursive: true }).filter(name => String(name).endsWith('.zst'))
    const asked = await call(first, '/api/admin/place-loads', cookie, { location: 'Boulder, CO', miles: 5 })
    expect(asked.status).toBe(202)
    await eventually(() => expect([isStuck, savedGroups().length]).toEqual([true, 2]))
    await first.stop('SIGKILL')
    files.fault = null
    files.bytes = 0
    // An hour passes, and the queue notices that the process is gone.
    await db.query(`UPDATE place_load SET seen_at = seen_at - interval '1 hour'`)
    await db.query(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`)
    const second = await start()
    expect(await loadsOf(second, cookie)).toMatchObject([{ state: 'waiting' }])
    const boss = newBoss(db, pino({ level: 'silent' }), { supervise: false, schedule: false, migrate: false })
    await boss.start()
    await boss.supervise(queues.loads)
    await db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'loads'`)
    await eventually(async () => expect(await loadsOf(second, cookie)).toMatchObject([{ state: 'done', fraction: 1 }]))
    expect(await db.query('SELECT count(*)::int AS places FROM place WHERE is_offered')).toEqual([
      { places: shops.length },
    ])
    expect(files.bytes).toBeLessThan(files.content.length * 0.9)
    await boss.stop({ graceful: false, close: false })
  } finally {
    await Promise.all(servers.map(server => server.stop('SIGKILL')))
    await db.close()
    await drop()
    files.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function registerAdmin({ address }: ServerProcess): Promise<string> {
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ann', email: 'ann@example.com', password: 'correct horse battery' }),
  })
  return response.headers
    .getSetCookie()
    .map(header => header.split(';')[0])
    .join('; ')
}

const call = ({ address }: ServerProcess, url: string, cookie: string, body?: object): Promise<Response> =>
  fetch(address + url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const loadsOf = async (server: ServerProcess, cookie: string): Promise<PlaceLoad[]> =>
  (await (await call(server, '/api/admin/place-loads', cookie)).json()) as PlaceLoad[]
