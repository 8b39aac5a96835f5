import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type LeadList, tagLimit } from '#contract/leads/lead-lists.ts'
import { type LeadAction, leadsPerCall, type LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead, LeadSummary, Matching } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { plans } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { runChore } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { releaseLine } from '#tests/support/release-line.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { leadChangeJob } from './change-leads.usecases.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

describeOnBothDatabases('lists of leads and changes of many', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn
  let leads: Lead[]

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 20)
    product = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(product.app)
    leads = (await searchCalls(() => ({ app: product.app, user })).post(plumbers)).json<SearchResult>().leads
  })

  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = user) =>
    product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })
  const create = (name: string) => send('POST', '/api/lists', { name })
  const newList = async (name = 'Boulder') => (await create(name)).json<LeadList>()
  const lists = async () => (await send('GET', '/api/lists')).json<{ lists: LeadList[] }>().lists
  const ids = (from: number, to: number) => leads.slice(from, to).map(({ id }) => id)
  const actOn = (chosen: { leadIds: number[] } | { matching: Matching }, action: LeadAction) =>
    send('POST', '/api/leads/actions', { ...chosen, action })
  const act = async (leadIds: number[], action: LeadAction) =>
    (await actOn({ leadIds }, action)).json<{ changed: number; batchId: number }>()
  const undo = (batchId: number) => send('POST', `/api/leads/actions/${batchId}/undo`)
  const total = async (query: string) => (await send('GET', `/api/leads?limit=1&${query}`)).json<ListPage<Lead>>().total
  const workOn = async (id: number) => (await send('GET', `/api/leads/${id}/work`)).json<LeadWorkDetails>()

  test('leads are added to a list and removed, and the list and its figures agree', async () => {
    const { id: listId } = await newList()
    expect((await act(ids(0, 5), { kind: 'addToList', listId })).changed).toBe(5)
    expect((await act(ids(3, 7), { kind: 'addToList', listId })).changed).toBe(2)
    expect((await act(ids(0, 1), { kind: 'removeFromList', listId })).changed).toBe(1)
    expect(await lists()).toMatchObject([{ id: listId, name: 'Boulder', leadCount: 6 }])
    expect(await total(`listId=${listId}`)).toBe(6)
    expect((await send('GET', `/api/leads/summary?listId=${listId}`)).json<LeadSummary>().total).toBe(6)
    const [search] = (await send('GET', '/api/searches')).json<{ id: number }[]>()
    expect(await total(`listId=${listId}&searchId=${search?.id}`)).toBe(6)
    expect(await workOn(ids(1, 2)[0] ?? 0)).toMatchObject({
      lists: [{ id: listId, kind: 'list', name: 'Boulder' }],
      history: [{ kind: 'list', was: null, becomes: 'Boulder' }],
    })
  })

  test('a file has the leads of one list, as many as its preview says', async () => {
    const { id: listId } = await newList('Call this week')
    const { id: other } = await newList('Other')
    await act(ids(0, 5), { kind: 'addToList', listId })
    await act(ids(4, 9), { kind: 'addToList', listId: other })
    const [search] = (await send('GET', '/api/searches')).json<{ id: number }[]>()
    const parts = [{ listId }, { listId, searchId: search?.id }, { listId, leadIds: ids(0, 9) }]
    for (const part of parts) {
      const file = await send('POST', '/api/export', { ...part, format: 'json' })
      expect(file.json<{ id: number }[]>()).toHaveLength(5)
      expect(file.headers['content-disposition']).toContain('leads-call-this-week-')
      expect((await send('POST', '/api/export/preview', part)).json()).toMatchObject({ rows: 5 })
    }
  })

  test('a list can be renamed and deleted, and its leads stay', async () => {
    const { id } = await newList()
    await act(ids(0, 5), { kind: 'addToList', listId: id })
    expect((await send('PATCH', `/api/lists/${id}`, { name: ' Denver ' })).json()).toMatchObject({ name: 'Denver' })
    expect(refusalOf(await create('DENVER'))).toBe('LIST_NAME_TAKEN')
    expect((await send('DELETE', `/api/lists/${id}`)).statusCode).toBe(200)
    expect(refusalOf(await send('DELETE', `/api/lists/${id}`))).toBe('NOT_FOUND')
    expect(await lists()).toEqual([])
    expect(await total('')).toBe(20)
  })

  test('lists and tags are in the order in which people count, wherever they are shown', async () => {
    const leadIds = ids(0, 1)
    for (const kind of ['list', 'tag'])
      for (const name of ['Week 10', 'week 2', 'Week 1']) {
        const { id: listId } = (await send('POST', '/api/lists', { name, kind })).json<LeadList>()
        await act(leadIds, { kind: 'addToList', listId })
      }
    const counted = ['Week 1', 'week 2', 'Week 10']
    const each = counted.flatMap(name => [{ name }, { name }])
    const work = await workOn(leadIds[0] ?? 0)
    const { items } = (await send('GET', '/api/leads?limit=1&tag=Week%201')).json<ListPage<Lead>>()
    expect([await lists(), work.lists]).toMatchObject([each, each])
    expect([work.tags, items[0]?.tags]).toEqual([counted, counted])
  })

  test('a tag is a list that its leads show, and leads are filtered by it', async () => {
    await newList('Hot')
    const tag = (await send('POST', '/api/lists', { name: 'Hot', kind: 'tag' })).json<LeadList>()
    const tagged = await act(ids(0, 3), { kind: 'addToList', listId: tag.id })
    const shown = (await send('GET', '/api/leads?limit=100&tag=hOT')).json<ListPage<Lead>>()
    expect([shown.total, shown.items.map(({ tags }) => tags)]).toEqual([3, [['Hot'], ['Hot'], ['Hot']]])
    expect(await workOn(ids(0, 1)[0] ?? 0)).toMatchObject({ tags: ['Hot'], history: [{ kind: 'tag', becomes: 'Hot' }] })
    expect((await undo(tagged.batchId)).json()).toMatchObject({ changed: 3 })
    expect(await total('tag=Hot')).toBe(0)
    await db.query(
      `INSERT INTO lead_list (user_id, kind, name, created_at)
       SELECT $1, 'tag', 'Tag ' || n, now() FROM generate_series(2, $2::int) n`,
      [user.user.id, tagLimit],
    )
    expect(refusalOf(await send('POST', '/api/lists', { name: 'One more', kind: 'tag' }))).toBe('TOO_MANY_TAGS')
  })

  test("a user has as many lists as the plan allows, and cannot use somebody else's", async () => {
    const { id } = await newList('List 1')
    for (let n = 2; n <= plans.free.leadLists; n++) expect((await create(`List ${n}`)).statusCode).toBe(201)
    expect(refusalOf(await create('One more'))).toBe('TOO_MANY_LISTS')
    const stranger = await signUp(product.app)
    const attempts = [
      send('PATCH', `/api/lists/${id}`, { name: 'Mine' }, stranger),
      send('DELETE', `/api/lists/${id}`, undefined, stranger),
      send('GET', `/api/leads?limit=1&listId=${id}`, undefined, stranger),
      send('GET', `/api/leads/summary?listId=${id}`, undefined, stranger),
      send('POST', '/api/export', { listId: id }, stranger),
      send(
        'POST',
        '/api/leads/actions',
        { matching: { expected: 0 }, action: { kind: 'addToList', listId: id } },
        stranger,
      ),
    ]
    for (const attempt of attempts) expect(refusalOf(await attempt)).toBe('NOT_FOUND')
  })

  test('everything that matches a filter is changed, unless another number matches than the user was shown', async () => {
    const { id: listId } = await newList()
    const high = { quality: 'high' as const, expected: await total('quality=high') }
    expect((await actOn({ matching: high }, { kind: 'addToList', listId })).json()).toMatchObject({
      changed: high.expected,
    })
    const inList = { listId, expected: high.expected }
    expect((await actOn({ matching: inList }, { kind: 'status', status: 'won' })).json()).toMatchObject({
      changed: high.expected,
    })
    for (const expected of [high.expected - 1, high.expected + 1])
      expect(refusalOf(await actOn({ matching: { ...high, expected } }, { kind: 'status', status: 'lost' }))).toBe(
        'SELECTION_CHANGED',
      )
    expect(await total('status=won')).toBe(high.expected)
    expect(refusalOf(await send('POST', '/api/leads/actions', { action: { kind: 'status', status: 'won' } }))).toBe(
      'INVALID_REQUEST',
    )
  })

  test('a change can be undone once, within ten minutes, on the leads that were not changed again since', async () => {
    const { id: listId } = await newList()
    const added = await act(ids(0, 3), { kind: 'addToList', listId })
    await act(ids(0, 1), { kind: 'status', status: 'contacted' })
    const won = await act(ids(0, 4), { kind: 'status', status: 'won' })
    await act(ids(2, 3), { kind: 'status', status: 'lost' })
    for (const status of ['lost', 'won'] as const) await act(ids(3, 4), { kind: 'status', status })
    const planned = await act(ids(0, 1), { kind: 'followUp', on: '2026-05-04' })
    expect((await undo(won.batchId)).json()).toMatchObject({ changed: 2 })
    expect((await undo(planned.batchId)).json()).toMatchObject({ changed: 1 })
    expect((await undo(added.batchId)).json()).toMatchObject({ changed: 3 })
    const works = await Promise.all(ids(0, 4).map(workOn))
    expect(works.map(({ status }) => status)).toEqual(['contacted', 'new', 'lost', 'won'])
    expect(works[0]).toMatchObject({ followUpOn: null, lists: [] })
    expect(works[1]?.history.map(({ kind, was, becomes }) => [kind, was, becomes])).toEqual([
      ['list', 'Boulder', null],
      ['status', 'won', 'new'],
      ['status', 'new', 'won'],
      ['list', null, 'Boulder'],
    ])
    expect(refusalOf(await undo(won.batchId))).toBe('CANNOT_UNDO')
    const late = await act(ids(0, 1), { kind: 'removeFromList', listId })
    const stranger = await signUp(product.app)
    expect(refusalOf(await send('POST', `/api/leads/actions/${late.batchId}/undo`, undefined, stranger))).toBe(
      'NOT_FOUND',
    )
    product.clock.advance({ minutes: 10 })
    expect(refusalOf(await undo(late.batchId))).toBe('CANNOT_UNDO')
  })

  test('a removal from a list is undone, and nothing happens if the list is gone', async () => {
    const { id: listId } = await newList()
    await act(ids(0, 3), { kind: 'addToList', listId })
    const removed = await act(ids(0, 3), { kind: 'removeFromList', listId })
    for (const kind of ['addToList', 'removeFromList'] as const) await act(ids(2, 3), { kind, listId })
    expect((await undo(removed.batchId)).json()).toMatchObject({ changed: 2 })
    const again = await act(ids(0, 3), { kind: 'removeFromList', listId })
    await send('DELETE', `/api/lists/${listId}`)
    expect((await undo(again.batchId)).json()).toMatchObject({ changed: 0 })
  })

  test('more leads than one call changes are changed in the background, and a killed job continues', async () => {
    await db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT l.user_id, 'more:' || n, true, l.facts, l.name, l.quality, l.search_id, l.pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) l, generate_series(1, $2::int) n`,
      [user.user.id, leadsPerCall],
    )
    const expected = leadsPerCall + 20
    const reply = await actOn({ matching: { expected } }, { kind: 'status', status: 'contacted' })
    expect([reply.statusCode, reply.json()]).toMatchObject([202, { total: expected }])
    const { batchId } = reply.json<{ batchId: number }>()
    const progress = async () => (await send('GET', `/api/leads/actions/${batchId}`)).json<{ done: number }>()
    expect(await progress()).toMatchObject({ total: expected, done: 0 })
    expect(refusalOf(await undo(batchId))).toBe('CANNOT_UNDO')

    let steps = 0
    const transaction: Db['transaction'] = work => {
      if (++steps > 3) throw new Error('killed')
      return db.transaction(work)
    }
    const payload = { userId: user.user.id, batchId }
    const attempt = { id: '1', isFirst: true, isLast: false }
    const cutOff = { ...product.deps, db: { ...db, transaction } }
    await expect(leadChangeJob.run(cutOff, payload, attempt)).rejects.toThrow('killed')
    const { done } = await progress()
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(expected)
    expect(await total('status=contacted')).toBe(done)
    const [events] = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM lead_event WHERE batch_id = $1',
      [batchId],
    )
    expect(events?.count).toBe(done)

    // Of a backup that is restored, which has no jobs.
    await db.query('DELETE FROM pgboss.job')
    const setBack = (days: number) =>
      db.query('UPDATE lead_batch SET created_at = created_at + $1 * make_interval(days => 1) WHERE id = $2', [
        days,
        batchId,
      ])
    await setBack(-2)
    await runChore(product.deps, 'old-lead-changes')
    await setBack(2)
    await runDueJobs(product.deps)
    expect(await progress()).toEqual({ total: expected, done: expected, changed: expected, leftOut: null })
    expect(await total('status=contacted')).toBe(expected)
    const undone = await undo(batchId)
    expect(undone.statusCode).toBe(202)
    await runDueJobs(product.deps)
    expect(await total('status=new')).toBe(expected)
  })

  test('a lead that another lead of its business had put in the list stays there when the addition is undone', async () => {
    const [first = 0, second = 0] = ids(0, 2)
    const here = await newList('Here')
    await act([second], { kind: 'addToList', listId: here.id })
    product.clock.advance({ minutes: 1 })
    const { batchId } = await act([first], { kind: 'addToList', listId: here.id })
    await releaseLine(db, leads[1], leads[0])
    expect(await total(`listId=${here.id}`)).toBe(1)
    await undo(batchId)
    expect(await total(`listId=${here.id}`)).toBe(1)
    await releaseLine(db, leads[1], leads[1])
  })

  test('two leads that become one business are in the lists of both', async () => {
    const [first, second] = ids(0, 2)
    const [here, there] = [await newList('Here'), await newList('There')]
    await act(ids(0, 1), { kind: 'addToList', listId: here.id })
    await act(ids(1, 2), { kind: 'addToList', listId: there.id })
    await releaseLine(db, leads[1], leads[0])
    expect(await total('')).toBe(19)
    for (const id of [first, second])
      expect((await workOn(id ?? 0)).lists.map(({ name }) => name)).toEqual(['Here', 'There'])
    expect((await lists()).map(({ leadCount }) => leadCount)).toEqual([1, 1])
    for (const list of [here, there]) expect(await total(`listId=${list.id}`)).toBe(1)
    expect((await send('GET', '/api/account/data')).json()).toMatchObject({
      leadLists: [{ name: 'Here' }, { name: 'There' }],
      leadsInLists: [{ id: first, list_ids: [here.id, there.id] }],
    })
  })
})
