import { expect, test } from 'vitest'
import { webhookLimit } from '#contract/accounts/webhooks.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { createWebhook } from '#server/accounts/webhooks/endpoints.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { signIn, signUp } from '#tests/support/app.ts'
import { tokenMailedTo } from '#tests/support/due-jobs.ts'
import { describeWebhooksOnPostgres, messageOf } from '#tests/support/webhook-lab.ts'

describeWebhooksOnPostgres('webhooks', lab => {
  const { call, newPath, add, send, messages, stateOf, causeEvent } = lab

  test('secrets are encrypted in the database, and those of other accounts do not open', async () => {
    const hook = await add()
    const rows = await lab.product.deps.db.query<{ text: string }>(
      `SELECT encode(secret, 'escape') AS text FROM webhook_endpoint WHERE id = $1`,
      [hook.webhook.id],
    )
    expect(rows[0]?.text).not.toContain('whsec_')
    expect(rows[0]?.text).not.toContain(hook.secret.slice(10, 30))
    const bob = await signUpElite(lab.product.app, lab.product.deps)
    await lab.product.deps.db.query('UPDATE webhook_endpoint SET user_id = $2 WHERE id = $1', [
      hook.webhook.id,
      bob.user.id,
    ])
    await causeEvent(bob)
    await send()
    expect(lab.receiver.at(hook.path)).toEqual([])
    expect((await messages(hook, '', bob)).items[0]?.attempts).toMatchObject([{ status: null, fault: 'secret' }])
  })

  test('a test message is sent once, also to an endpoint that is off, and its failure does not count', async () => {
    const hook = await add()
    await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { isOn: false })
    lab.receiver.behaviors.set(hook.path, response => response.writeHead(500).end())
    expect((await call('POST', `/api/webhooks/${hook.webhook.id}/test`)).statusCode).toBe(202)
    await send()
    expect(lab.receiver.at(hook.path).map(messageOf)).toMatchObject([{ type: 'test' }])
    expect((await messages(hook)).items).toMatchObject([{ type: 'test', state: 'failed', attempts: [{ status: 500 }] }])
    expect(await stateOf(hook)).toMatchObject({ state: 'off', failingSince: null })
  })

  test('60 test messages an hour can be sent', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const { webhook } = await add(undefined, ann)
    const sendTest = () => call('POST', `/api/webhooks/${webhook.id}/test`, undefined, ann)
    for (let n = 0; n < 60; n++) expect((await sendTest()).statusCode).toBe(202)
    expect((await sendTest()).statusCode).toBe(429)
    lab.product.clock.advance({ hours: 1 })
    expect((await sendTest()).statusCode).toBe(202)
  })

  test('an account can have ten webhooks, also if several are created at once', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const make = () =>
      call('POST', '/api/webhooks', { url: lab.receiver.urlOf(newPath()), events: ['lead.pulled'] }, ann)
    const made = await Promise.all(Array.from({ length: webhookLimit + 2 }, make))
    const amountOf = (status: number) => made.filter(({ statusCode }) => statusCode === status).length
    expect([amountOf(201), amountOf(409)]).toEqual([webhookLimit, 2])
    expect((await make()).json()).toMatchObject({ errorType: 'TOO_MANY_WEBHOOKS' })
  })

  test('the owner gets a mail about each new server, however it was added, and none about its other addresses', async () => {
    const { app } = lab.product
    const token = await tokenMailedTo(app, lab.user.user.email, '/verify-email#')
    expect((await call('POST', '/api/verify-email', { token })).statusCode).toBe(200)
    const added = async () => (await lab.mailsAboutWebhooks('A webhook was added')).map(({ text }) => text)
    const hook = await add()
    await add()
    expect(await added()).toEqual([expect.stringContaining(`now sends to ${lab.receiver.host}. `)])
    const { secret } = await makeApiKey(app, lab.user)
    const payload = { url: 'https://other.example/a', events: ['lead.pulled'] }
    const made = await app.inject({ method: 'POST', url: '/api/v1/webhooks', headers: bearer(secret), payload })
    expect(made.statusCode).toBe(201)
    await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { url: 'https://other.example/b', isOn: true })
    await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { url: 'https://third.example/' })
    const hosts = (await added()).map(text => /sends to (\S+)\. /.exec(text)?.[1])
    expect(new Set(hosts)).toEqual(new Set([lab.receiver.host, 'other.example', 'third.example']))
    expect(hosts).toHaveLength(3)
  })

  test('a user who has used up the mails to an unconfirmed address cannot add a webhook unnoticed', async () => {
    const hosts = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'a.example']
    const statuses = []
    for (const host of hosts)
      statuses.push(
        (await call('POST', '/api/webhooks', { url: `https://${host}/`, events: ['lead.pulled'] })).statusCode,
      )
    // One of the five mails an hour was the confirmation at sign-up.
    expect(statuses).toEqual([201, 201, 201, 201, 429, 201])
  })

  test.each([
    'http://hooks.example/',
    'https://10.0.0.1/',
    'https://user:pass@hooks.example/',
    'ftp://hooks.example/',
    'hooks',
  ])('the address %s is refused', async url => {
    const refused = await call('POST', '/api/webhooks', { url, events: ['lead.pulled'] })
    expect([refused.statusCode, refused.json<{ issues: { path: string }[] }>().issues[0]?.path]).toEqual([400, 'url'])
  })

  test("another user's webhook cannot be read, changed, sent to, or deleted", async () => {
    const hook = await add()
    const bob = await signUpElite(lab.product.app, lab.product.deps)
    const url = `/api/webhooks/${hook.webhook.id}`
    const answers = await Promise.all([
      call('PATCH', url, { isOn: false }, bob),
      call('DELETE', url, undefined, bob),
      call('POST', `${url}/rotation`, undefined, bob),
      call('POST', `${url}/test`, undefined, bob),
      call('GET', `${url}/messages`, undefined, bob),
      call('POST', `${url}/messages/1/resend`, undefined, bob),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404))
    expect((await call('GET', '/api/webhooks', undefined, bob)).json()).toEqual({ webhooks: [] })
  })

  test('on a smaller plan nothing is sent or written, and webhooks can still be seen and deleted', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const hook = await add(['lead.status_changed'], ann)
    await causeEvent(ann)
    await grantPlan(lab.product.deps, { username: ann.user.username, tier: 'starter' })
    await send()
    expect(lab.receiver.at(hook.path)).toEqual([])
    const { items } = await messages(hook, '', ann)
    expect(items[0]).toMatchObject({ state: 'failed', attempts: [{ fault: 'plan' }] })
    await causeEvent(ann)
    expect((await messages(hook, '', ann)).items).toHaveLength(items.length)
    const refused = await call('POST', `/api/webhooks/${hook.webhook.id}/test`, undefined, ann)
    expect(refused.json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
    expect((await call('DELETE', `/api/webhooks/${hook.webhook.id}`, undefined, ann)).statusCode).toBe(200)
  })

  test('of a disabled account say so and are not sent; enabled again, the account gets its next events and can send those again', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const hook = await add(['lead.status_changed'], ann)
    await causeEvent(ann)
    await lab.product.deps.db.query('UPDATE user_account SET is_admin = true WHERE id = $1', [lab.user.user.id])
    const disable = (isDisabled: boolean) => call('PATCH', `/api/admin/users/${ann.user.id}`, { isDisabled })
    await disable(true)
    await send()
    await disable(false)
    const again = await signIn(lab.product.app, ann.user.username)
    const [unsent, ...others] = (await messages(hook, '', again)).items
    expect([unsent, others]).toMatchObject([{ state: 'failed', attempts: [{ fault: 'disabled' }] }, []])
    expect(lab.receiver.at(hook.path)).toEqual([])
    const resend = `/api/webhooks/${hook.webhook.id}/messages/${unsent?.id}/resend`
    expect((await call('POST', resend, undefined, again)).statusCode).toBe(202)
    await causeEvent(again)
    await send()
    expect((await messages(hook, '', again)).items.map(({ state }) => state)).toEqual(
      Array.from(lab.receiver.at(hook.path), () => 'delivered'),
    )
    expect(lab.receiver.at(hook.path).length).toBeGreaterThan(1)
  })

  test('creating, rotating, and deleting are in the security log', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const { webhook } = await add(undefined, ann)
    await call('PATCH', `/api/webhooks/${webhook.id}`, { url: lab.receiver.urlOf(newPath()) }, ann)
    await call('POST', `/api/webhooks/${webhook.id}/rotation`, undefined, ann)
    await call('DELETE', `/api/webhooks/${webhook.id}`, undefined, ann)
    const events = await lab.product.deps.db.query<{ kind: string }>(
      `SELECT kind FROM security_event WHERE user_id = $1 AND kind LIKE 'webhook%' ORDER BY id`,
      [ann.user.id],
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'webhook-created',
      'webhook-changed',
      'webhook-secret-rotated',
      'webhook-deleted',
    ])
  })

  test('the history is read page by page, newest first, and ends with a full page', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const hook = await add(undefined, ann)
    await lab.product.deps.db.query(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT $1, $2, 'test', '{}', 'delivered', 9, now() FROM generate_series(1, 40)`,
      [hook.webhook.id, ann.user.id],
    )
    const seen: number[] = []
    let pages = 0
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof messages>> = await messages(hook, cursor ? `?cursor=${cursor}` : '', ann)
      seen.push(...page.items.map(({ id }) => id))
      pages += 1
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([new Set(seen).size, pages]).toEqual([40, 2])
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  test('upkeep deletes what is 30 days old, and turns off an endpoint with far too much to send', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const [old, full] = [await add(undefined, ann), await add(undefined, ann)]
    const now = lab.product.clock.now()
    const insert = `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, next_at, created_at)`
    await lab.product.deps.db.query(
      `${insert} SELECT $1, $2, 'test', '{}', 'delivered', 9, NULL, $3::timestamptz - make_interval(days => d)
       FROM unnest(ARRAY[40, 31, 29, 1]) d`,
      [old.webhook.id, ann.user.id, now],
    )
    await lab.product.deps.db.query(
      `${insert} SELECT $1, $2, 'test', '{}', 'waiting', 9, $3, $3 FROM generate_series(1, 10001)`,
      [full.webhook.id, ann.user.id, now],
    )
    await runChore(lab.product.deps, 'webhook-upkeep')
    expect((await messages(old, '', ann)).items).toHaveLength(2)
    const rows = await lab.product.deps.db.query(`SELECT state FROM webhook_endpoint WHERE id = $1`, [full.webhook.id])
    expect(rows).toEqual([{ state: 'full' }])
    await call('DELETE', `/api/webhooks/${full.webhook.id}`, undefined, ann)
  })

  test('upkeep of the webhooks of others is done although that of one fails', async () => {
    const { db } = lab.product.deps
    const hooks = [await add(undefined), await add(undefined)]
    const ids = hooks.map(({ webhook }) => webhook.id)
    const now = lab.product.clock.now()
    await db.query(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT id, user_id, 'test', '{}', 'delivered', 9, $2::timestamptz - interval '31 days' FROM webhook_endpoint WHERE id = ANY ($1)`,
      [ids, now],
    )
    await db.query(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, next_at, created_at)
       SELECT e.id, user_id, 'test', '{}', 'waiting', 9, $2, $2 FROM webhook_endpoint e, generate_series(1, 10001)
       WHERE e.id = ANY ($1)`,
      [ids, now],
    )
    await db.query(`ALTER TABLE webhook_endpoint ADD CONSTRAINT fails CHECK (state <> 'full' OR id <> ${ids[0]})`)
    await expect(runChore(lab.product.deps, 'webhook-upkeep')).rejects.toThrow('fails')
    await db.query('ALTER TABLE webhook_endpoint DROP CONSTRAINT fails')
    const states = await db.query('SELECT state FROM webhook_endpoint WHERE id = ANY ($1) ORDER BY id', [ids])
    expect(states).toEqual([{ state: 'on' }, { state: 'full' }])
    expect(
      await db.query(`SELECT FROM webhook_message WHERE endpoint_id = ANY ($1) AND state = 'delivered'`, [ids]),
    ).toEqual([])
    for (const id of ids) await call('DELETE', `/api/webhooks/${id}`)
  })

  test('a webhook that is created while the account is deleted is refused for that reason', async () => {
    const { deps } = lab.product
    const ann = await signUpElite(lab.product.app, deps)
    const account = await readAccount(deps, ann.user.id)
    if (account === undefined) throw new Error('nobody')
    await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' }, ann)
    const made = createWebhook(deps, account, { url: lab.receiver.urlOf('/late'), events: ['lead.pulled'] })
    await expect(made).rejects.toMatchObject({ errorType: 'NOT_SIGNED_IN' })
  })

  test("deleting the account deletes its webhooks; before, they are part of the account's data, without secrets", async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const hook = await add(['lead.status_changed'], ann)
    await causeEvent(ann)
    await send()
    const file = await call('GET', '/api/account/data', undefined, ann)
    const mine = file.json<Record<string, object[]>>()
    expect(mine.webhooks).toMatchObject([{ url: hook.webhook.url, events: ['lead.status_changed'] }])
    expect(mine.webhookMessages?.length).toBeGreaterThan(0)
    expect(mine.webhookAttempts?.length).toBe(mine.webhookMessages?.length)
    expect(file.body).not.toMatch(/whsec|secret/i)
    await causeEvent(ann)
    const deleted = await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' }, ann)
    expect(deleted.statusCode).toBe(200)
    const received = lab.receiver.received.length
    await send()
    expect(lab.receiver.received).toHaveLength(received)
    await runChore(lab.product.deps, 'deleted-accounts')
    for (const table of ['webhook_endpoint', 'webhook_message', 'webhook_attempt'])
      expect(await lab.product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [ann.user.id])).toEqual([])
  })

  test('a program subscribes and unsubscribes with a write key; a repeated request gets the same secret', async () => {
    const ann = await signUpElite(lab.product.app, lab.product.deps)
    const [writer, reader] = [
      await makeApiKey(lab.product.app, ann, 'write'),
      await makeApiKey(lab.product.app, ann, 'search'),
    ]
    const payload = { url: lab.receiver.urlOf(newPath()), events: ['lead.pulled'] }
    const subscribe = (secret: string) =>
      lab.product.app.inject({
        method: 'POST',
        url: '/api/v1/webhooks',
        payload,
        headers: { ...bearer(secret), 'idempotency-key': 'zap-1' },
      })
    expect((await subscribe(reader.secret)).json()).toMatchObject({ errorType: 'KEY_SCOPE_TOO_SMALL' })
    const made = await subscribe(writer.secret)
    expect(made.statusCode).toBe(201)
    const { id, secret } = made.json<{ id: number; secret: string }>()
    const again = await subscribe(writer.secret)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(made.json())
    const stored = await lab.product.deps.db.query<{ text: string }>(
      'SELECT answer::text AS text FROM api_answer WHERE user_id = $1',
      [ann.user.id],
    )
    expect(stored.map(({ text }) => text).join('')).not.toContain(secret)
    const list = await lab.product.app.inject({ url: '/api/v1/webhooks', headers: bearer(reader.secret) })
    expect(list.json()).toMatchObject({ items: [{ id, url: payload.url }], total: 1, nextCursor: null })
    expect(list.body).not.toContain('whsec_')
    const end = () =>
      lab.product.app.inject({ method: 'DELETE', url: `/api/v1/webhooks/${id}`, headers: bearer(writer.secret) })
    const ended = await end()
    expect([ended.statusCode, ended.body]).toEqual([204, ''])
    expect((await end()).statusCode).toBe(404)
  })

  test('on plans without the API, no webhook can be created', async () => {
    const refused = await call(
      'POST',
      '/api/webhooks',
      { url: 'https://hooks.example/', events: ['lead.pulled'] },
      await signUp(lab.product.app),
    )
    expect(refused.json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
  })
})
