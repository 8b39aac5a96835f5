import { expect, test } from 'vitest'
import { releaseLine } from '#tests/support/release-line.ts'
import { describeWork, inOrder } from '#tests/support/work-lab.ts'

describeWork('the work on leads that become one business', lab => {
  const { send, idOf, act, setStatus, addNote, workOn, listed, idsListed } = lab

  /** A release in which a place is the business of another one, or its own again. */
  const release = async (index: number, as: number) => {
    await releaseLine(lab.db, lab.leads[index], lab.leads[as])
    await listed()
  }

  test('when two leads become one business, the later status wins and notes are united; both keep them if it is split', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    await addNote(first, 'on the first')
    await setStatus([second], 'lost')
    await act([second], { kind: 'followUp', on: '2026-05-04' })
    await act([first], { kind: 'followUp', on: '2026-06-01' })
    lab.product.clock.advance({ minutes: 1 })
    await setStatus([first], 'contacted')
    lab.product.clock.advance({ minutes: 1 })
    await setStatus([second], 'won')
    await addNote(second, 'on the second')

    await release(1, 0)
    expect((await listed()).total).toBe(19)
    const united = await workOn(first)
    expect(united).toMatchObject({ status: 'won', followUpOn: '2026-05-04', noteCount: 2 })
    expect(united.notes.map(({ body }) => body).toSorted()).toEqual(['on the first', 'on the second'])
    expect(united.history).toHaveLength(7)
    expect(await workOn(second)).toEqual(united)

    await setStatus([second], 'qualified')
    expect(await workOn(first)).toMatchObject({ status: 'qualified' })
    expect(await idsListed('&status=qualified')).toEqual([Math.min(first, second)])

    await release(1, 1)
    expect((await listed()).total).toBe(20)
    expect(await workOn(second)).toMatchObject({ status: 'qualified', noteCount: 2 })
    await setStatus([second], 'new')
    expect(await workOn(first)).toMatchObject({ status: 'qualified', noteCount: 2 })
  })

  test('a note that is open while a release makes its lead one business with another can still be edited', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    const ids = []
    for (const lead of [first, second]) ids.push((await addNote(lead, `on ${lead}`)).json<{ id: number }>().id)
    await release(1, 0)
    for (const [at, lead] of [first, second].entries()) {
      const edited = await send('PATCH', `/api/leads/${lead}/notes/${ids[at]}`, { body: `again on ${lead}` })
      expect(edited.statusCode).toBe(200)
    }
    expect(inOrder((await workOn(first)).notes.map(({ id }) => id))).toEqual(inOrder(ids))
    await release(1, 1)
  })

  test('notes keep their ids when a business of two leads becomes one with a third lead', async () => {
    const [first = 0, second = 1, third = 2] = [0, 1, 2].toSorted((a, b) => idOf(a) - idOf(b))
    const ids = []
    for (const at of [second, third]) ids.push((await addNote(idOf(at), `on ${at}`)).json<{ id: number }>().id)
    for (const at of [second, third]) await release(at, 3)
    await release(first, 3)
    expect((await listed()).total).toBe(17)
    expect(inOrder((await workOn(idOf(first))).notes.map(({ id }) => id))).toEqual(inOrder(ids))
    for (const at of [first, second, third]) await release(at, at)
  })

  test('a change is undone after its lead has become one business with another: the work of the other one stays', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    await setStatus([second], 'contacted')
    lab.product.clock.advance({ minutes: 1 })
    const { batchId } = await setStatus([first], 'won')
    lab.product.clock.advance({ minutes: 1 })
    await release(1, 0)
    expect(await workOn(second)).toMatchObject({ status: 'won' })
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'contacted' })
    expect(await workOn(second)).toMatchObject({ status: 'contacted' })
    await release(1, 1)
  })

  test('a change of two leads that have become one business since is undone', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    await setStatus([first, second], 'contacted')
    lab.product.clock.advance({ minutes: 1 })
    const { batchId } = await setStatus([first, second], 'won')
    // The steps of a change of many leads have their own times.
    await lab.db.query(`UPDATE lead_event SET at = at + interval '1 second' WHERE batch_id = $1 AND lead_id = $2`, [
      batchId,
      second,
    ])
    lab.product.clock.advance({ minutes: 1 })
    await release(1, 0)
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'contacted' })
    expect(await workOn(second)).toMatchObject({ status: 'contacted' })
    await release(1, 1)
  })

  test('a change is not undone if the other lead of its business was changed since, also to the same', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    const { batchId } = await setStatus([second], 'won')
    lab.product.clock.advance({ minutes: 1 })
    await setStatus([first], 'won')
    await release(1, 0)
    await send('POST', `/api/leads/actions/${batchId}/undo`)
    expect(await workOn(first)).toMatchObject({ status: 'won' })
    await release(1, 1)
  })
})
