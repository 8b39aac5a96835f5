import { expect, test } from 'vitest'
import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { untilSomebodyWaits } from '#tests/support/until-somebody-waits.ts'
import { describeWebhooksOnPostgres, isSigned, messageOf } from '#tests/support/webhook-lab.ts'
import type { Received } from '#tests/support/webhook-receiver.ts'

describeWebhooksOnPostgres('events that are sent to webhooks', lab => {
  const { call, add, send, search, setStatus, causeEvent } = lab

  test('a search sends the leads that it pulled with ids and links, signed and without contacts', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const { path, secret } = await add(['lead.pulled'], ann)
    const { search: searched, leads } = await search(ann)
    await send()
    const [told] = lab.receiver.at(path)
    if (told === undefined) throw new Error('Nothing was received')
    expect(messageOf(told)).toEqual({
      type: 'lead.pulled',
      timestamp: lab.product.clock.now().toISOString(),
      data: {
        searchId: searched.id,
        searchUrl: `https://leads.example/api/v1/searches/${searched.id}`,
        leads: leads.map(({ id }) => ({ id, url: `https://leads.example/api/v1/leads/${id}` })),
      },
    })
    expect(isSigned(told, secret)).toBe(true)
    expect(told.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Leadline-Webhooks/1' })
    expect(told.body).not.toMatch(/\d{3}-\d{4}|Place \d|place-\d/)
    const key = await makeApiKey(lab.product.app, ann, 'read')
    const lead = await lab.product.app.inject({ url: `/api/v1/leads/${leads[0]?.id}`, headers: bearer(key.secret) })
    expect(lead.json()).toMatchObject({ id: leads[0]?.id, businessName: leads[0]?.businessName })
    // The same leads again are not news.
    await search(ann)
    await send()
    expect(lab.receiver.at(path)).toHaveLength(1)
    // A returned lead is news again once it has changed.
    const [returned] = leads
    await call('POST', '/api/leads/reports', { leadIds: [returned?.id], reason: 'closed' }, ann)
    await lab.product.deps.db.query(`UPDATE place SET website = 'https://moved.example' WHERE name = $1`, [
      returned?.businessName,
    ])
    await lab.product.deps.db.transaction(raiseCatalogVersion)
    await search(ann)
    await send()
    expect(lab.receiver.at(path).map(message => messageOf(message).data)).toMatchObject([
      {},
      { leads: [{ id: returned?.id }] },
    ])
  })

  test('a change succeeds although a webhook that is told of it is being deleted', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const { leads } = await search(ann)
    const { webhook } = await add(['lead.status_changed'], ann)
    const deletion = await lab.product.deps.db.connect()
    await deletion.query('BEGIN')
    await deletion.query('DELETE FROM webhook_endpoint WHERE id = $1', [webhook.id])
    const action = { kind: 'status', status: 'contacted' }
    const changed = call('POST', '/api/leads/actions', { leadIds: [leads[0]?.id], action }, ann)
    await untilSomebodyWaits(lab.product.deps.db)
    await deletion.query('COMMIT')
    deletion.release()
    expect((await changed).statusCode).toBe(200)
  })

  test('a lead of another user cannot be read by its id', async () => {
    const [ann, bob] = [
      await signUpElite(lab.product.app, lab.product.deps),
      await signUpElite(lab.product.app, lab.product.deps),
    ]
    const { leads } = await search(ann)
    const { secret } = await makeApiKey(lab.product.app, bob, 'read')
    const read = await lab.product.app.inject({ url: `/api/v1/leads/${leads[0]?.id}`, headers: bearer(secret) })
    expect(read.statusCode).toBe(404)
  })

  test('a change of status is sent with its history entry, and so is its undo', async () => {
    const { leads } = await search()
    const leadId = leads[0]?.id ?? 0
    const hook = await add(['lead.status_changed'])
    const changed = await call('POST', '/api/leads/actions', {
      leadIds: [leadId],
      action: { kind: 'status', status: 'won' },
    })
    await call('POST', `/api/leads/actions/${changed.json<{ batchId: number }>().batchId}/undo`)
    await send()
    const work = (await call('GET', `/api/leads/${leadId}/work`)).json<{ history: { id: number; becomes: string }[] }>()
    const told = lab.receiver.at(hook.path).map(each => messageOf(each).data)
    const lead = { id: leadId, url: `https://leads.example/api/v1/leads/${leadId}` }
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        { changes: [{ eventId: work.history[1]?.id, lead, was: 'new', becomes: 'won' }] },
        { changes: [{ eventId: work.history[0]?.id, lead, was: 'won', becomes: 'new' }] },
      ]),
    )
  })

  test('a change of 250 leads is sent in three messages of at most 100 leads', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const { search: searched } = await search(ann)
    const rows = await lab.product.deps.db.query<{ id: number }>(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, is_free, search_id, pulled_at, facts, name, quality, state)
       SELECT $1, 'gone:' || n, true, true, $2, now(), facts, name, quality, state
       FROM generate_series(1, 250) n, (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one RETURNING id`,
      [ann.user.id, searched.id],
    )
    const hook = await add(['lead.status_changed'], ann)
    await setStatus(
      rows.map(({ id }) => id),
      'contacted',
      ann,
    )
    await send()
    const sizes = lab.receiver.at(hook.path).map(each => (messageOf(each).data.changes as object[]).length)
    expect(sizes.toSorted((a, b) => b - a)).toEqual([100, 100, 50])
  })

  test('a change that is rolled back is not sent', async () => {
    const hook = await add(['lead.status_changed'])
    const { leads } = await search()
    await setStatus([leads[0]?.id ?? 0], 'new')
    await send()
    const before = lab.receiver.at(hook.path).length
    await lab.product.deps.db
      .transaction(async tx => {
        const changes = [{ eventId: 1, leadId: 1, was: 'new', becomes: 'won' }]
        const of = { userId: lab.user.user.id, now: lab.product.clock.now() }
        await queueEvent(tx, of, 'lead.status_changed', { changes })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await send()
    expect(lab.receiver.at(hook.path)).toHaveLength(before)
  })

  test('a quota that runs low is sent once, and again when it is used up', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const hook = await add(['quota.low'], ann)
    const leave = (left: number) =>
      lab.product.deps.db.query(`UPDATE quota_balance SET balance = $2 WHERE user_id = $1 AND bucket = 'searches'`, [
        ann.user.id,
        left,
      ])
    await search(ann)
    for (const left of [101, 100, 1]) {
      await leave(left)
      await search(ann)
    }
    await send()
    const told = lab.receiver.at(hook.path).map(each => messageOf(each).data.remaining)
    expect(new Set(told)).toEqual(new Set([0, 100]))
    expect(told).toHaveLength(2)
    expect(messageOf(lab.receiver.at(hook.path)[0] as Received).data).toMatchObject({
      quota: 'searches',
      monthlyQuota: 1000,
      url: 'https://leads.example/api/v1/usage',
    })
  })

  test('an endpoint gets only the events that it is subscribed to, and only those of its user', async () => {
    await search()
    const [pulls, statuses] = [await add(['lead.pulled']), await add(['lead.status_changed'])]
    await causeEvent()
    await causeEvent(await signUpElite(lab.product.app, lab.product.deps))
    await send()
    expect(lab.receiver.at(pulls.path)).toEqual([])
    expect(lab.receiver.at(statuses.path).every(each => messageOf(each).type === 'lead.status_changed')).toBe(true)
    expect(lab.receiver.at(statuses.path).length).toBeGreaterThan(0)
  })
})
