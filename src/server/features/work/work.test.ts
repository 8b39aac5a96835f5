import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { changesPerDay, type LeadAction, type LeadWorkDetails, noteLimits } from '#contract/leads/lead-work.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

const inOrder = (ids: number[]): number[] => ids.toSorted((a, b) => a - b)

describeOnBothDatabases('the work on leads', open => {
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
  const idOf = (index: number): number => leads[index]?.id ?? 0
  const act = async (leadIds: number[], action: LeadAction) =>
    (await send('POST', '/api/leads/actions', { leadIds, action })).json<{ changed: number; batchId: number }>()
  const setStatus = (leadIds: number[], status: LeadStatus) => act(leadIds, { kind: 'status', status })
  const ownUpTo = (count: number) =>
    db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT one.user_id, place_key || '+' || count || '+' || n, false, '{}', name, quality, search_id, pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one,
         (SELECT count(*)::int FROM lead WHERE user_id = $1) owned, generate_series(1, $2 - count) n`,
      [user.user.id, count],
    )
  const statusOfChange = async (indexes: number[]) => {
    const payload = { leadIds: indexes.map(idOf), action: { kind: 'status', status: 'won' } }
    return (await send('POST', '/api/leads/actions', payload)).statusCode
  }
  const batchOf = (leadCount: number) =>
    db.query('INSERT INTO lead_batch (user_id, lead_count, created_at) VALUES ($1, $2, $3)', [
      user.user.id,
      leadCount,
      product.clock.now(),
    ])
  const addNote = (id: number, body: string) => send('POST', `/api/leads/${id}/notes`, { body })
  const workOn = async (id: number) => (await send('GET', `/api/leads/${id}/work`)).json<LeadWorkDetails>()
  const listed = async (query = '') => (await send('GET', `/api/leads?limit=100${query}`)).json<ListPage<Lead>>()
  const idsListed = async (query: string) => inOrder((await listed(query)).items.map(({ id }) => id))

  test('a status, a follow-up, and a note are part of a lead and of its history', async () => {
    const id = idOf(0)
    expect(await workOn(id)).toEqual({
      status: 'new',
      followUpOn: null,
      noteCount: 0,
      tags: [],
      lists: [],
      ownEntries: [],
      notes: [],
      history: [],
    })
    await setStatus([id], 'contacted')
    product.clock.advance({ minutes: 1 })
    await act([id], { kind: 'followUp', on: '2026-05-04' })
    product.clock.advance({ minutes: 1 })
    await addNote(id, 'Wants a quote')
    expect(await workOn(id)).toMatchObject({
      status: 'contacted',
      followUpOn: '2026-05-04',
      notes: [{ body: 'Wants a quote', editedAt: null }],
      history: [
        { kind: 'note', was: null, becomes: 'added' },
        { kind: 'followUp', was: null, becomes: '2026-05-04' },
        { kind: 'status', was: 'new', becomes: 'contacted' },
      ],
    })
    const inList = (await listed()).items.find(lead => lead.id === id)
    expect(inList).toMatchObject({ status: 'contacted', followUpOn: '2026-05-04', noteCount: 1 })
    const again = await searchCalls(() => ({ app: product.app, user })).post(plumbers)
    expect(again.json<SearchResult>().leads[0]).toMatchObject({ id, status: 'contacted' })
  })

  test('leads are filtered by status and by follow-up, in a search and among all leads', async () => {
    await setStatus([idOf(1), idOf(2)], 'won')
    await act([idOf(2), idOf(3)], { kind: 'followUp', on: '2026-05-04' })
    const [search] = (await send('GET', '/api/searches')).json<{ id: number }[]>()
    for (const where of ['', `&searchId=${search?.id}`]) {
      expect(await idsListed(`${where}&status=won`)).toEqual(inOrder([idOf(1), idOf(2)]))
      expect((await listed(`${where}&status=new`)).total).toBe(18)
      expect(await idsListed(`${where}&followUpBy=2026-05-04`)).toEqual(inOrder([idOf(2), idOf(3)]))
      expect(await idsListed(`${where}&followUpBy=2026-05-04&status=won`)).toEqual([idOf(2)])
      expect(await idsListed(`${where}&followUpBy=2026-05-03`)).toEqual([])
    }
  })

  test('only leads with another value are changed, and only those get a line of history', async () => {
    await setStatus([idOf(0)], 'won')
    expect((await setStatus([idOf(0), idOf(1), idOf(1)], 'won')).changed).toBe(1)
    expect((await workOn(idOf(0))).history).toHaveLength(1)
    expect((await act([idOf(0)], { kind: 'followUp', on: null })).changed).toBe(0)
  })

  test('a change of several leads is refused as a whole if one of them belongs to somebody else', async () => {
    const stranger = await signUp(product.app)
    const theirs = await send('POST', '/api/search', plumbers, stranger)
    const leadIds = [idOf(0), theirs.json<SearchResult>().leads[0]?.id ?? 0]
    const action = { kind: 'status', status: 'won' }
    expect(refusalOf(await send('POST', '/api/leads/actions', { leadIds, action }))).toBe('NOT_FOUND')
    expect((await listed('&status=won')).total).toBe(0)
    for (const [method, url] of [
      ['GET', `/api/leads/${idOf(0)}/work`],
      ['POST', `/api/leads/${idOf(0)}/notes`],
    ] as const)
      expect(refusalOf(await send(method, url, method === 'POST' ? { body: 'x' } : undefined, stranger))).toBe(
        'NOT_FOUND',
      )
  })

  test('an account can change a limited number of leads a day', async () => {
    await batchOf(changesPerDay.atLeast - 1)
    const action = { kind: 'status', status: 'won' }
    const both = { leadIds: [idOf(0), idOf(1)], action }
    expect(refusalOf(await send('POST', '/api/leads/actions', both))).toBe('TOO_MANY_REQUESTS')
    expect((await setStatus([idOf(0)], 'won')).changed).toBe(1)
    const refused = await send('POST', '/api/leads/actions', { leadIds: [idOf(1)], action })
    expect(refusalOf(refused)).toBe('TOO_MANY_REQUESTS')
    expect(refused.json<{ message: string }>().message).toContain('too often in the last 24 hours')
    product.clock.advance({ hours: 24 })
    expect((await send('POST', '/api/leads/actions', both)).statusCode).toBe(200)
  })

  test('an account with many leads can change each of them twenty times a day, up to half a million changes', async () => {
    const { atLeast, atMost, perLead } = changesPerDay
    await ownUpTo(atLeast / perLead + 1)
    await batchOf(atLeast + perLead - 3)
    expect([await statusOfChange([0, 1]), await statusOfChange([0, 1]), await statusOfChange([0])]).toEqual([
      200, 429, 200,
    ])
    await ownUpTo(atMost / perLead + 10)
    await batchOf(atMost - atLeast - perLead - 1)
    expect([await statusOfChange([0, 1]), await statusOfChange([0]), await statusOfChange([0])]).toEqual([
      429, 200, 429,
    ])
  })

  test('notes can be edited and deleted, and a lead has a limited number of them', async () => {
    const id = idOf(0)
    const note = (await addNote(id, ' Wants a quote ')).json<{ id: number }>()
    await send('PATCH', `/api/leads/${id}/notes/${note.id}`, { body: 'Got a quote' })
    expect((await workOn(id)).notes).toMatchObject([{ id: note.id, body: 'Got a quote', editedAt: expect.anything() }])
    expect(refusalOf(await send('PATCH', `/api/leads/${idOf(1)}/notes/${note.id}`, { body: 'x' }))).toBe('NOT_FOUND')
    await db.query(
      `INSERT INTO lead_note (lead_id, user_id, body, created_at)
       SELECT $1, $2, 'old', now() FROM generate_series(1, $3::int)`,
      [id, user.user.id, noteLimits.perLead - 1],
    )
    expect(refusalOf(await addNote(id, 'one more'))).toBe('TOO_MANY_NOTES')
    expect((await send('DELETE', `/api/leads/${id}/notes/${note.id}`)).statusCode).toBe(200)
    expect(refusalOf(await send('DELETE', `/api/leads/${id}/notes/${note.id}`))).toBe('NOT_FOUND')
    expect((await addNote(id, 'one more')).statusCode).toBe(201)
    await db.query(
      `INSERT INTO lead_note (lead_id, user_id, body, created_at)
       SELECT $1, $2, 'old', now() FROM generate_series(1, $3::int)`,
      [idOf(1), user.user.id, noteLimits.perAccount - noteLimits.perLead],
    )
    expect(refusalOf(await addNote(idOf(2), 'one more'))).toBe('TOO_MANY_NOTES')
  })

  /** A release in which a place has this phone. */
  const releasePhone = async (index: number, phone: number) => {
    await db.query('UPDATE place SET phone = $2 WHERE name = $1', [leads[index]?.businessName, phone])
    await raiseCatalogVersion(db)
    await listed()
  }

  test('when two leads become one business, the later status wins and notes are united; both keep them if it is split', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    const digits = Number(`1${leads[0]?.phoneNumber?.replaceAll(/\D/g, '')}`)
    await addNote(first, 'on the first')
    await setStatus([second], 'lost')
    await act([second], { kind: 'followUp', on: '2026-05-04' })
    await act([first], { kind: 'followUp', on: '2026-06-01' })
    product.clock.advance({ minutes: 1 })
    await setStatus([first], 'contacted')
    product.clock.advance({ minutes: 1 })
    await setStatus([second], 'won')
    await addNote(second, 'on the second')

    await releasePhone(1, digits)
    expect((await listed()).total).toBe(19)
    const united = await workOn(first)
    expect(united).toMatchObject({ status: 'won', followUpOn: '2026-05-04', noteCount: 2 })
    expect(united.notes.map(({ body }) => body).toSorted()).toEqual(['on the first', 'on the second'])
    expect(united.history).toHaveLength(7)
    expect(await workOn(second)).toEqual(united)

    await setStatus([second], 'qualified')
    expect(await workOn(first)).toMatchObject({ status: 'qualified' })
    expect(await idsListed('&status=qualified')).toEqual([Math.min(first, second)])

    await releasePhone(1, 13_035_559_999)
    expect((await listed()).total).toBe(20)
    expect(await workOn(second)).toMatchObject({ status: 'qualified', noteCount: 2 })
    await setStatus([second], 'new')
    expect(await workOn(first)).toMatchObject({ status: 'qualified', noteCount: 2 })
  })

  test('a note that is open while a release makes its lead one business with another can still be edited', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    const ids = []
    for (const lead of [first, second]) ids.push((await addNote(lead, `on ${lead}`)).json<{ id: number }>().id)
    await releasePhone(1, Number(`1${leads[0]?.phoneNumber?.replaceAll(/\D/g, '')}`))
    for (const [at, lead] of [first, second].entries()) {
      const edited = await send('PATCH', `/api/leads/${lead}/notes/${ids[at]}`, { body: `again on ${lead}` })
      expect(edited.statusCode).toBe(200)
    }
    expect(inOrder((await workOn(first)).notes.map(({ id }) => id))).toEqual(inOrder(ids))
    await releasePhone(1, 13_035_559_999)
  })

  test('notes keep their ids when a business of two leads becomes one with a third lead', async () => {
    const [first = 0, second = 1, third = 2] = [0, 1, 2].toSorted((a, b) => idOf(a) - idOf(b))
    const phone = 13_035_559_998
    const ids = []
    for (const at of [second, third]) ids.push((await addNote(idOf(at), `on ${at}`)).json<{ id: number }>().id)
    for (const at of [second, third]) await releasePhone(at, phone)
    await releasePhone(first, phone)
    expect((await listed()).total).toBe(18)
    expect(inOrder((await workOn(idOf(first))).notes.map(({ id }) => id))).toEqual(inOrder(ids))
    for (const at of [first, second, third]) await releasePhone(at, 13_035_557_000 + at)
  })

  test('a change is undone after its lead has become one business with another: the work of the other one stays', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    await setStatus([second], 'contacted')
    product.clock.advance({ minutes: 1 })
    const { batchId } = await setStatus([first], 'won')
    product.clock.advance({ minutes: 1 })
    await releasePhone(1, Number(`1${leads[0]?.phoneNumber?.replaceAll(/\D/g, '')}`))
    expect(await workOn(second)).toMatchObject({ status: 'won' })
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'contacted' })
    expect(await workOn(second)).toMatchObject({ status: 'contacted' })
    await releasePhone(1, 13_035_559_999)
  })

  test('the progress of a change that the request made itself says how many leads it changed', async () => {
    await setStatus([idOf(0)], 'won')
    const { batchId } = await setStatus([idOf(0), idOf(1)], 'won')
    expect((await send('GET', `/api/leads/actions/${batchId}`)).json()).toEqual({
      total: 2,
      done: 2,
      changed: 1,
      leftOut: null,
    })
  })

  test('a change of two leads that have become one business since is undone', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    await setStatus([first, second], 'contacted')
    product.clock.advance({ minutes: 1 })
    const { batchId } = await setStatus([first, second], 'won')
    // The steps of a change of many leads have their own times.
    await db.query(`UPDATE lead_event SET at = at + interval '1 second' WHERE batch_id = $1 AND lead_id = $2`, [
      batchId,
      second,
    ])
    product.clock.advance({ minutes: 1 })
    await releasePhone(1, Number(`1${leads[0]?.phoneNumber?.replaceAll(/\D/g, '')}`))
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'contacted' })
    expect(await workOn(second)).toMatchObject({ status: 'contacted' })
    await releasePhone(1, 13_035_559_999)
  })

  test('a change is not undone if the other lead of its business was changed since, also to the same', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    const { batchId } = await setStatus([second], 'won')
    product.clock.advance({ minutes: 1 })
    await setStatus([first], 'won')
    await releasePhone(1, Number(`1${leads[0]?.phoneNumber?.replaceAll(/\D/g, '')}`))
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'won' })
    await releasePhone(1, 13_035_559_999)
  })

  test('a deleted account leaves nothing of its work, and the download of its data has all of it', async () => {
    await setStatus([idOf(0)], 'won')
    await addNote(idOf(0), 'Wants a quote')
    expect((await send('GET', '/api/account/data')).json()).toMatchObject({
      leadStatuses: [{ id: idOf(0), status: 'won' }],
      leadNotes: [{ lead_id: idOf(0), body: 'Wants a quote' }],
      leadHistory: [{ kind: 'status', was: 'new', becomes: 'won' }, { kind: 'note' }],
    })
    await send('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    for (const table of ['lead_mark', 'lead_note', 'lead_event', 'lead_batch'])
      expect([table, await db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.user.id])]).toEqual([table, []])
  })
})
