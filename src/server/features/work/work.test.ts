import { expect, test } from 'vitest'
import { changesPerDay, noteLimits } from '#contract/leads/lead-work.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { signUp } from '#tests/support/app.ts'
import { plumbers } from '#tests/support/plumber-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { describeWork, inOrder } from '#tests/support/work-lab.ts'
import { sweepLeadChanges } from './change-leads.usecases.ts'

describeWork('the work on leads', lab => {
  const { send, idOf, act, setStatus, addNote, workOn, listed, idsListed } = lab
  const ownUpTo = (count: number) =>
    lab.db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT one.user_id, place_key || '+' || count || '+' || n, false, '{}', name, quality, search_id, pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one,
         (SELECT count(*)::int FROM lead WHERE user_id = $1) owned, generate_series(1, $2 - count) n`,
      [lab.user.user.id, count],
    )
  const statusOfChange = async (indexes: number[]) => {
    const payload = { leadIds: indexes.map(idOf), action: { kind: 'status', status: 'won' } }
    return (await send('POST', '/api/leads/actions', payload)).statusCode
  }
  const batchOf = (leadCount: number) =>
    lab.db.query('INSERT INTO lead_batch (user_id, lead_count, created_at) VALUES ($1, $2, $3)', [
      lab.user.user.id,
      leadCount,
      lab.product.clock.now(),
    ])

  test('a status, a follow-up, and a note are part of a lead and of its history', async () => {
    const id = idOf(0)
    expect(await workOn(id)).toEqual({
      status: 'new',
      followUpOn: null,
      noteCount: 0,
      tags: [],
      lists: [],
      doNotContactEntries: [],
      notes: [],
      history: [],
    })
    await setStatus([id], 'contacted')
    lab.product.clock.advance({ minutes: 1 })
    await act([id], { kind: 'followUp', on: '2026-05-04' })
    lab.product.clock.advance({ minutes: 1 })
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
    const again = await searchCalls(lab.caller).post(plumbers)
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
    const stranger = await signUp(lab.product.app)
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
    expect(refused.json<{ message: string }>().message).toContain('Too many changes of your leads in 24 hours')
    lab.product.clock.advance({ hours: 24 })
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
    await lab.db.query(
      `INSERT INTO lead_note (lead_id, user_id, body, created_at)
       SELECT $1, $2, 'old', now() FROM generate_series(1, $3::int)`,
      [id, lab.user.user.id, noteLimits.perLead - 1],
    )
    expect(refusalOf(await addNote(id, 'one more'))).toBe('TOO_MANY_NOTES')
    expect((await send('DELETE', `/api/leads/${id}/notes/${note.id}`)).statusCode).toBe(200)
    expect(refusalOf(await send('DELETE', `/api/leads/${id}/notes/${note.id}`))).toBe('NOT_FOUND')
    expect((await addNote(id, 'one more')).statusCode).toBe(201)
    await lab.db.query(
      `INSERT INTO lead_note (lead_id, user_id, body, created_at)
       SELECT $1, $2, 'old', now() FROM generate_series(1, $3::int)`,
      [idOf(1), lab.user.user.id, noteLimits.perAccount - noteLimits.perLead],
    )
    expect(refusalOf(await addNote(idOf(2), 'one more'))).toBe('TOO_MANY_NOTES')
  })

  test('notes can be changed 20,000 times a day, because the history of a lead keeps each change', async () => {
    const id = idOf(0)
    const note = (await addNote(id, 'Wants a quote')).json<{ id: number }>()
    const edit = () => send('PATCH', `/api/leads/${id}/notes/${note.id}`, { body: 'Got a quote' })
    const key = storedKey({ name: 'changes of notes in 24 hours', key: String(lab.user.user.id) })
    await lab.db.query('UPDATE rate_limit SET hits = $1 WHERE key = $2', [noteLimits.perAccount - 1, key])
    expect((await edit()).statusCode).toBe(200)
    expect((await edit()).json()).toMatchObject({ message: expect.stringContaining('changes of notes') as string })
    lab.product.clock.advance({ hours: 24 })
    expect((await edit()).statusCode).toBe(200)
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

  test('what serves to undo a change is deleted after a day', async () => {
    await setStatus([idOf(0)], 'won')
    lab.product.clock.advance({ hours: 25 })
    await setStatus([idOf(1)], 'won')
    await sweepLeadChanges(lab.product.deps)
    const kept = await lab.db.query('SELECT FROM lead_batch WHERE user_id = $1', [lab.user.user.id])
    expect(kept).toHaveLength(1)
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
    await runChore(lab.product.deps, 'deleted-accounts')
    for (const table of ['lead_mark', 'lead_note', 'lead_event', 'lead_batch'])
      expect([table, await lab.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [lab.user.user.id])]).toEqual([
        table,
        [],
      ])
  })
})
