import { expect, test } from 'vitest'
import { type AreaLoad, tooManyAreaLoads } from '#contract/area-load.ts'
import type { Problem } from '#contract/errors.ts'
import type { Town } from '#geography/index.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { AreaLoadLab, loadOf, realPlaces, restaurants } from '#tests/support/area-load-lab.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'

describeOnBothDatabases('the real places of a searched area', (open, kind) => {
  const lab = new AreaLoadLab(open)
  const { quota } = lab.calls
  const loadCount = async () => {
    const [row] = await lab.db.query<{ count: number }>('SELECT count(*)::int AS count FROM place_load')
    return row?.count
  }

  const searchAs = async (user: SignedIn, { name, state }: Town, from?: string) =>
    (
      await lab.withoutSamples.app.inject({
        method: 'POST',
        url: '/api/search',
        payload: { ...restaurants, location: `${name}, ${state}`, radius: 1 },
        headers: { cookie: user.cookie },
        ...(from === undefined ? {} : { remoteAddress: from }),
      })
    ).json<Problem>()
  const largeTowns = () => lab.product.deps.catalog.gazetteer.towns.filter(({ population }) => population > 100_000)
  /** The next jobs: whose turn it is, who started the load, and whether somebody joined it. */
  const nextLoads = async (limit: number) => {
    const rows = await lab.db.query<{ holder: string; userId: number; isJoined: boolean | null }>(
      `SELECT j.group_id AS holder, l.user_id AS "userId", j.data->'payload'->>'isJoined' = 'true' AS "isJoined"
       FROM pgboss.job j
       JOIN place_load l ON l.id = (j.data->'payload'->>'id')::int
       WHERE j.name = 'town-loads' ORDER BY j.priority DESC, j.created_on, l.id LIMIT $1`,
      [limit],
    )
    return rows
  }

  test('are loaded by the first search there, which shows samples meanwhile', async () => {
    const first = await lab.search()
    expect(first.leads[0]).toMatchObject({ isSample: true })
    expect(loadOf(first)).toMatchObject({ area: '5 miles around Boulder, CO', state: 'waiting', secondsLeft: null })
    await lab.runJobs()
    expect(await lab.load(loadOf(first).id)).toMatchObject({ state: 'done', fraction: 1 })
    const second = await lab.search()
    expect(second.load).toBeNull()
    expect(second.leads.map(({ businessName, isSample }) => [businessName, isSample])).toEqual(
      realPlaces.map(({ name }) => [name, false]),
    )
  })

  test('a hundred people who search one town at once start one load', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, lab.newUser))
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        lab.withoutSamples.app.inject({
          method: 'POST',
          url: '/api/search',
          payload: restaurants,
          headers: { cookie: people[index % 10]?.cookie },
        }),
      ),
    )
    const loads = found.map(reply => reply.json<Problem>().load?.id)
    expect(new Set(loads).size).toBe(1)
    expect(loads[0]).toBeDefined()
    expect(await loadCount()).toBe(1)
  })

  test('an overlapping search loads only the cells that are still missing', async () => {
    await lab.search()
    await lab.search({ radius: 30 })
    const [small, large] = await lab.db.query<{ cells: number[] }>('SELECT cells FROM place_load ORDER BY id')
    expect(large?.cells.length).toBeGreaterThan(0)
    expect(large?.cells.filter(cell => small?.cells.includes(cell))).toEqual([])
  })

  test('that were waiting when a backup was made are loaded after it is restored, although a backup has no jobs', async () => {
    const { id } = loadOf(await lab.search())
    await lab.db.query('DELETE FROM pgboss.job')
    await lab.runJobs()
    expect(await lab.load(id)).toMatchObject({ state: 'waiting' })
    await runChore(lab.product.deps, 'loads-given-up')
    await lab.runJobs()
    expect(await lab.load(id)).toMatchObject({ state: 'done' })
  })

  test('that wait for their job are not queued twice', async () => {
    await lab.search()
    const jobs = () => lab.db.query('SELECT id FROM pgboss.job')
    const queued = await jobs()
    await runChore(lab.product.deps, 'loads-given-up')
    expect(await jobs()).toEqual(queued)
  })

  test('are loaded for every user: nobody fills the line, and the first load of a user goes before the second of others', async () => {
    const large = largeTowns()
    const startedBy = async ({ user }: SignedIn) =>
      (await lab.db.query('SELECT FROM place_load WHERE user_id = $1', [user.id])).length
    const greedy = await Promise.all(Array.from({ length: 4 }, lab.newUser))
    for (const user of greedy) for (const town of large.splice(0, 35)) await searchAs(user, town)
    // The first user reaches the hourly limit of twenty. Each of the others may have as many waiting loads as the line
    // has free places.
    expect(await Promise.all(greedy.map(startedBy))).toEqual([20, 15, 8, 4])
    const newcomer = await lab.newUser()
    const found: Problem[] = []
    for (const town of large.splice(0, 10)) found.push(await searchAs(newcomer, town))
    expect(await startedBy(newcomer)).toBe(2)
    expect(found.find(({ load }) => load === undefined)?.message).toContain(tooManyAreaLoads)
    expect(new Set((await nextLoads(5)).map(({ holder }) => holder)).size).toBe(5)
  })

  test('accounts with unconfirmed emails on one network count as one', async () => {
    const network = '198.51.100.7'
    const large = largeTowns()
    const found: Problem[] = []
    for (const town of large.splice(0, 24)) found.push(await searchAs(await signUp(lab.product.app), town, network))
    expect(await loadCount()).toBe(20)
    expect(found.at(-1)?.message).toContain(
      'Too many loads of new areas by accounts with unconfirmed emails on your network. Open the link in the email we sent you to continue right away, or try again in 60 minutes.',
    )
    const [town, other] = large
    if (town === undefined || other === undefined) throw new Error('There are too few towns')
    // Elsewhere, and with a confirmed email, there is room.
    expect((await searchAs(await signUp(lab.product.app), town, '198.51.100.8')).load).toBeDefined()
    const confirmed = await lab.newUser()
    expect((await searchAs(confirmed, other, network)).load).toBeDefined()
    expect((await nextLoads(3)).map(({ userId }) => userId)).toContain(confirmed.user.id)
  })

  test('a load that waits behind others of its user does not wait for them when somebody else needs it, too', async () => {
    const towns = largeTowns().slice(0, 3)
    for (const town of towns) await searchAs(lab.user, town)
    const [, , last] = towns
    if (last === undefined) throw new Error('There are too few towns')
    const other = await lab.newUser()
    for (let again = 0; again < 3; again++) expect((await searchAs(other, last)).load).toBeDefined()
    expect(await loadCount()).toBe(3)
    const userId = lab.user.user.id
    const jobs = await nextLoads(9)
    expect(jobs.map(job => [job.userId, job.isJoined])).toEqual([
      [userId, null],
      [userId, true],
      [userId, null],
      [userId, null],
    ])
    await lab.runJobs()
    expect(lab.product.log.filter(line => line.includes('a job failed'))).toEqual([])
  })

  test('of a whole state are not loaded by a search', async () => {
    expect((await lab.search({ location: 'Wyoming' })).load).toBeNull()
    expect(await loadCount()).toBe(0)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('show the remaining time while they are read, but not while they are imported', async () => {
    const { id } = loadOf(await lab.search())
    const after10Seconds = async (fraction: number) => {
      const startedAt = new Date(lab.product.clock.now().getTime() - 10_000)
      await lab.db.query(`UPDATE place_load SET state = 'running', started_at = $1, fraction = $2`, [
        startedAt,
        fraction,
      ])
      return (await lab.load(id)).secondsLeft
    }
    expect([await after10Seconds(0), await after10Seconds(0.5), await after10Seconds(1)]).toEqual([null, 13, null])
  })

  test('without samples, the refusal says what is being loaded', async () => {
    const reply = await lab.withoutSamples.app.inject({
      method: 'POST',
      url: '/api/search',
      payload: restaurants,
      headers: { cookie: lab.user.cookie },
    })
    const { errorType, load } = reply.json<Problem>()
    expect({ errorType, state: load?.state }).toEqual({ errorType: 'AREA_NOT_LOADED', state: 'waiting' })
    expect((await quota()).remainingSearches).toBe(5)
  })

  test('whose source cannot be reached are reported immediately, and can be tried again', async () => {
    lab.server.fault = (_request, response) => {
      response.writeHead(503, { 'retry-after': '0' }).end()
      return true
    }
    const { id } = loadOf(await lab.search())
    await lab.runJobs()
    expect(await lab.load(id)).toMatchObject({
      state: 'failed',
      progress: 'The source of real places cannot be reached.',
    })
    expect(lab.product.log.filter(line => line.includes('"level":50'))).toEqual([])
    // For a while, further searches do not start another load.
    expect(loadOf(await lab.search())).toMatchObject({ id, state: 'failed' })
    lab.server.fault = null
    const retry = () =>
      lab.product.app.inject({
        method: 'POST',
        url: `/api/area-loads/${id}/retry`,
        headers: { cookie: lab.user.cookie },
      })
    const replies = await Promise.all([retry(), retry()])
    expect(replies.map(reply => [reply.statusCode, reply.json<AreaLoad>().state])).toEqual([
      [202, 'waiting'],
      [202, 'waiting'],
    ])
    await lab.runJobs()
    expect(await lab.load(id)).toMatchObject({ state: 'done' })
  })

  test('a user starts at most twenty loads an hour', async () => {
    const { towns } = lab.product.deps.catalog.gazetteer
    const loads = new Set<string>()
    for (const { name, state } of towns.filter(({ population }) => population > 400_000).slice(0, 40)) {
      const reply = await lab.withoutSamples.app.inject({
        method: 'POST',
        url: '/api/search',
        payload: { ...restaurants, location: `${name}, ${state}`, radius: 1 },
        headers: { cookie: lab.user.cookie },
      })
      const { load } = reply.json<Problem>()
      if (load !== undefined) loads.add(load.id)
    }
    expect(loads.size).toBe(20)
    expect(await loadCount()).toBe(20)
  })

  test('are reported as missing if the source does not have them', async () => {
    const { id } = loadOf(await lab.search({ location: 'Denver, CO', radius: 1 }))
    await lab.runJobs()
    expect(await lab.load(id)).toMatchObject({ state: 'failed', progress: 'Our source has none there.' })
  })

  test('are not waited for behind fifty other loads', async () => {
    await lab.db.query(
      `INSERT INTO place_load (wish, cells, area, state, created_at)
       SELECT '{}', ARRAY[n], 'elsewhere', 'waiting', $1 FROM generate_series(1, 49) AS n`,
      [lab.product.clock.now()],
    )
    expect((await lab.search()).load).not.toBeNull()
    expect((await lab.search({ location: 'Miami, FL' })).load).toBeNull()
    expect(await loadCount()).toBe(50)
  })
})
