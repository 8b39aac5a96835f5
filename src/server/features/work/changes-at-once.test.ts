import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { type LeadAction, leadsPerCall, type LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { plans } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { leadChangeJob } from './change-leads.usecases.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** A user with 20 leads, who changes them. */
function createWorkLab(open: () => Promise<Db>) {
  const lab = {} as { db: Db; product: TestApp; user: SignedIn; leadIds: number[] }
  beforeAll(async () => {
    lab.db = await open()
    await seedPlumbers(lab.db, 20)
    lab.product = await createTestApp({ db: lab.db })
  })
  beforeEach(async () => {
    lab.user = await signUp(lab.product.app)
    const { leads } = (
      await searchCalls(() => ({ app: lab.product.app, user: lab.user })).post(plumbers)
    ).json<SearchResult>()
    lab.leadIds = leads.map(({ id }) => id)
  })
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    lab.product.app.inject({ method, url, headers: { cookie: lab.user.cookie }, ...(payload && { payload }) })
  return {
    lab,
    send,
    act: async (leadIds: number[], action: LeadAction) =>
      (await send('POST', '/api/leads/actions', { leadIds, action })).json<{ changed: number; batchId: number }>(),
    workOn: async (id: number) => (await send('GET', `/api/leads/${id}/work`)).json<LeadWorkDetails>(),
    newList: async (name: string) => (await send('POST', '/api/lists', { name })).json<LeadList>(),
    total: async (query: string) => (await send('GET', `/api/leads?limit=1&${query}`)).json<ListPage<Lead>>().total,
  }
}

describeOnBothDatabases('changes of leads at the same time', open => {
  const { lab, send, act, workOn, newList, total } = createWorkLab(open)

  test('two browsers change the same leads: each lead has one of the changes, and its history has both in turn', async () => {
    const statuses = ['contacted', 'won', 'lost', 'replied'] as const
    await Promise.all(
      statuses.map((status, n) =>
        act(n % 2 === 0 ? lab.leadIds : lab.leadIds.toReversed(), { kind: 'status', status }),
      ),
    )
    const works = await Promise.all(lab.leadIds.map(workOn))
    for (const { status, history } of works) {
      expect(history).toHaveLength(statuses.length)
      expect(new Set(history.map(({ becomes }) => becomes))).toEqual(new Set(statuses))
      expect(history[0]?.becomes).toBe(status)
      // Newest first: each change begins where the one before it ended.
      expect(history.map(({ was }) => was)).toEqual([...history.slice(1).map(({ becomes }) => becomes), 'new'])
    }
    const counts = await Promise.all(statuses.map(status => total(`status=${status}`)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(lab.leadIds.length)
  })

  test('an undo that is clicked twice is made once', async () => {
    const won = await act(lab.leadIds, { kind: 'status', status: 'won' })
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', `/api/leads/actions/${won.batchId}/undo`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const works = await Promise.all(lab.leadIds.map(workOn))
    expect(works.map(({ status, history }) => [status, history.length])).toEqual(works.map(() => ['new', 2]))
  })

  test('a list that is deleted while leads are added to it leaves nothing, and the leads stay', async () => {
    const { id: listId } = await newList('Short-lived')
    const [added, removed] = await Promise.all([
      send('POST', '/api/leads/actions', { leadIds: lab.leadIds, action: { kind: 'addToList', listId } }),
      send('DELETE', `/api/lists/${listId}`),
    ])
    expect([200, 404]).toContain(added.statusCode)
    expect(removed.statusCode).toBe(200)
    expect(await lab.db.query('SELECT FROM lead_list_entry WHERE list_id = $1', [listId])).toEqual([])
    expect(await total('')).toBe(lab.leadIds.length)
  })
})

describeOnPostgres('what happens while a job changes many leads', open => {
  const { lab, send, newList, total } = createWorkLab(open)
  const many = leadsPerCall + 20

  /** Gives the user more leads than one call changes, begins to change all, and stops after two steps. */
  async function begin(action: LeadAction): Promise<{ batchId: number; done: number }> {
    await lab.db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT l.user_id, 'more:' || n, true, l.facts, l.name, l.quality, l.search_id, l.pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) l, generate_series(1, $2::int) n`,
      [lab.user.user.id, leadsPerCall],
    )
    const answer = await send('POST', '/api/leads/actions', { matching: { expected: many }, action })
    const { batchId } = answer.json<{ batchId: number }>()
    let steps = 0
    const transaction: Db['transaction'] = work => {
      if (++steps > 2) throw new Error('killed')
      return lab.db.transaction(work)
    }
    const killed = { ...lab.product.deps, db: { ...lab.db, transaction } }
    const attempt = { id: '1', isFirst: true, isLast: false }
    await expect(leadChangeJob.run(killed, { userId: lab.user.user.id, batchId }, attempt)).rejects.toThrow('killed')
    return { batchId, done: (await progressOf(batchId)).done }
  }
  const progressOf = async (batchId: number) =>
    (await send('GET', `/api/leads/actions/${batchId}`)).json<{ total: number; done: number }>()

  test('the list is deleted: the job ends and says so, and nothing is left of the list', async () => {
    const { id: listId } = await newList('Everyone')
    const { batchId, done } = await begin({ kind: 'addToList', listId })
    expect(await total(`listId=${listId}`)).toBe(done)
    expect((await send('DELETE', `/api/lists/${listId}`)).statusCode).toBe(200)
    await runDueJobs(lab.product.deps)
    expect(await progressOf(batchId)).toEqual({
      total: many,
      done: many,
      changed: done,
      leftOut: { leads: many - done, reason: 'listDeleted' },
    })
    expect(await lab.db.query('SELECT FROM lead_list_entry WHERE list_id = $1', [listId])).toEqual([])
    expect(await total('')).toBe(many)
  })

  test('the account is deleted: the job ends, and nothing is stored for it anymore', async () => {
    await begin({ kind: 'status', status: 'contacted' })
    const closed = await send('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    expect(closed.statusCode).toBe(200)
    await runChore(lab.product.deps, 'deleted-accounts')
    await runDueJobs(lab.product.deps)
    expect(await lab.db.query(`SELECT FROM pgboss.job WHERE state IN ('retry', 'failed')`)).toEqual([])
    expect(await lab.db.query('SELECT FROM lead_refresh WHERE user_id = $1', [lab.user.user.id])).toEqual([])
  })

  test('the plan ends: the do-not-contact list gets no more leads than the new plan has room for, and the job says so', async () => {
    const { username, id: userId } = lab.user.user
    await grantPlan(lab.product.deps, { username, tier: 'elite' })
    const { batchId, done } = await begin({ kind: 'doNotContact' })
    await lab.db.query(`UPDATE user_account SET subscription_tier = 'free' WHERE id = $1`, [userId])
    await runDueJobs(lab.product.deps)
    expect(await progressOf(batchId)).toEqual({
      total: many,
      done: many,
      changed: done,
      leftOut: { leads: many - done, reason: 'doNotContactFull' },
    })
    const [own] = await lab.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM do_not_contact_entry WHERE user_id = $1',
      [userId],
    )
    expect(done).toBeGreaterThan(plans.free.doNotContactEntries)
    expect(own?.count).toBe(done)
  })

  test('a lead that somebody changes meanwhile keeps that change if the job had it before, and both are in its history', async () => {
    const { batchId, done } = await begin({ kind: 'status', status: 'contacted' })
    const [first, last] = await lab.db.query<{ id: number }>(
      `(SELECT id FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) UNION ALL
       (SELECT id FROM lead WHERE user_id = $1 ORDER BY id DESC LIMIT 1)`,
      [lab.user.user.id],
    )
    const leadIds = [first?.id, last?.id]
    await send('POST', '/api/leads/actions', { leadIds, action: { kind: 'status', status: 'won' } })
    expect(await total('status=contacted')).toBe(done - 1)
    await runDueJobs(lab.product.deps)
    expect(await progressOf(batchId)).toEqual({ total: many, done: many, changed: many, leftOut: null })
    expect([await total('status=won'), await total('status=contacted'), await total('status=new')]).toEqual([
      1,
      many - 1,
      0,
    ])
  })
})
