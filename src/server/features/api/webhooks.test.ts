import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches.ts'
import {
  type Webhook,
  webhookEvents,
  type WebhookInput,
  webhookLimit,
  type WebhookMessage,
} from '#contract/webhooks.ts'
import { takeDueMessages } from '#server/accounts/webhooks/delivery.usecases.ts'
import { webhookIdOf } from '#server/accounts/webhooks/history.usecases.ts'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs } from '#tests/support/due-jobs.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/good-calls.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'
import { type Received, WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const DEADLINE_MS = 400

type Message = { type: string; timestamp: string; data: Record<string, unknown> }
const messageOf = ({ body }: Received): Message => JSON.parse(body) as Message
const idOf = ({ headers }: Received): string => String(headers['webhook-id'])

/** Signed with the secret, as the library of the specification would do it. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const wanted = new StandardWebhook(secret).sign(String(headers['webhook-id']), at, body)
  return String(headers['webhook-signature']).split(' ').includes(wanted)
}

describeOnBothDatabases('webhooks', open => {
  let product: TestApp
  let receiver: WebhookReceiver
  let user: SignedIn
  let paths = 0

  beforeAll(async () => {
    receiver = await new WebhookReceiver().listen()
    const db = await open()
    await seedTown(db)
    product = await createTestApp({
      db,
      settings: { WEBHOOK_HOSTS: receiver.host, PUBLIC_URL: 'https://leads.example' },
    })
  })
  beforeEach(async () => {
    user = await signUpElite(product.app, product.deps)
  })
  afterAll(async () => {
    await product.app.close()
    await receiver.close()
  })

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = user) =>
    product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload ? { payload } : {}) })
  const newPath = () => `/hook-${++paths}`
  const add = async (events: WebhookInput['events'] = [...webhookEvents], as = user) => {
    const path = newPath()
    const made = await call('POST', '/api/webhooks', { url: receiver.urlOf(path), events }, as)
    expect(made.statusCode).toBe(201)
    return { path, ...made.json<{ webhook: Webhook; secret: string }>() }
  }
  const send = () => new WebhookSender(product.deps, { deadlineMs: DEADLINE_MS }).sendDue()
  const messages = async ({ webhook }: { webhook: Webhook }, query = '', as = user) =>
    (await call('GET', `/api/webhooks/${webhook.id}/messages${query}`, undefined, as)).json<{
      items: WebhookMessage[]
      nextCursor: string | null
    }>()
  const stateOf = async ({ webhook }: { webhook: Webhook }) =>
    (await call('GET', '/api/webhooks')).json<{ webhooks: Webhook[] }>().webhooks.find(({ id }) => id === webhook.id)
  const search = async (as = user) => (await call('POST', '/api/search', seededSearch, as)).json<SearchResult>()
  const setStatus = async (leadIds: number[], status: string, as = user) =>
    expect(
      (await call('POST', '/api/leads/actions', { leadIds, action: { kind: 'status', status } }, as)).statusCode,
    ).toBe(200)
  const mailsAboutWebhooks = async () => {
    await runDueJobs(product.deps, mailQueues)
    return product.mails.filter(({ to, subject }) => to === user.user.email && subject === 'A webhook was turned off')
  }
  /** A waiting message for each of these endpoints. */
  const causeEvent = async (as = user) => {
    const { leads } = await search(as)
    const [lead] = leads
    await setStatus([lead?.id ?? 0], 'new', as)
    await setStatus([lead?.id ?? 0], 'contacted', as)
  }
  const behave = async (behavior: Parameters<typeof receiver.behaviors.set>[1]) => {
    const hook = await add(['lead.status_changed'])
    receiver.behaviors.set(hook.path, behavior)
    await causeEvent()
    await send()
    return hook
  }

  test('a search tells the leads that it pulled, with ids and links, signed, and no contacts', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const { path, secret } = await add(['lead.pulled'], ann)
    const { search: searched, leads } = await search(ann)
    await send()
    const [told] = receiver.at(path)
    if (told === undefined) throw new Error('Nothing was received')
    expect(messageOf(told)).toEqual({
      type: 'lead.pulled',
      timestamp: product.clock.now().toISOString(),
      data: {
        searchId: searched.id,
        searchUrl: `https://leads.example/api/v1/searches/${searched.id}`,
        leads: leads.map(({ id }) => ({ id, url: `https://leads.example/api/v1/leads/${id}` })),
      },
    })
    expect(isSigned(told, secret)).toBe(true)
    expect(told.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Leadline-Webhooks/1' })
    expect(told.body).not.toMatch(/\d{3}-\d{4}|Place \d|place-\d/)
    const key = await makeApiKey(product.app, ann, 'read')
    const lead = await product.app.inject({ url: `/api/v1/leads/${leads[0]?.id}`, headers: bearer(key.secret) })
    expect(lead.json()).toMatchObject({ id: leads[0]?.id, businessName: leads[0]?.businessName })
    // The same leads again are not news.
    await search(ann)
    await send()
    expect(receiver.at(path)).toHaveLength(1)
  })

  test('a lead of another user cannot be read by its id', async () => {
    const [ann, bob] = [await signUpElite(product.app, product.deps), await signUpElite(product.app, product.deps)]
    const { leads } = await search(ann)
    const { secret } = await makeApiKey(product.app, bob, 'read')
    const read = await product.app.inject({ url: `/api/v1/leads/${leads[0]?.id}`, headers: bearer(secret) })
    expect(read.statusCode).toBe(404)
  })

  test('a change of status is told with the entry of the history, and undoing it, too', async () => {
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
    const told = receiver.at(hook.path).map(each => messageOf(each).data)
    const lead = { id: leadId, url: `https://leads.example/api/v1/leads/${leadId}` }
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        { changes: [{ eventId: work.history[1]?.id, lead, was: 'new', becomes: 'won' }] },
        { changes: [{ eventId: work.history[0]?.id, lead, was: 'won', becomes: 'new' }] },
      ]),
    )
  })

  test('a change of 250 leads is told in three messages of at most 100 leads', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const { search: searched } = await search(ann)
    const rows = await product.deps.db.query<{ id: number }>(
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
    const sizes = receiver.at(hook.path).map(each => (messageOf(each).data.changes as object[]).length)
    expect(sizes.toSorted((a, b) => b - a)).toEqual([100, 100, 50])
  })

  test('a change that is rolled back is told to nobody', async () => {
    const hook = await add(['lead.status_changed'])
    const { leads } = await search()
    await setStatus([leads[0]?.id ?? 0], 'new')
    await send()
    const before = receiver.at(hook.path).length
    await product.deps.db
      .transaction(async tx => {
        const { tellStatusChanged } = await import('#server/accounts/webhooks/webhook-events.usecases.ts')
        const changes = [{ eventId: 1, leadId: 1, was: 'new', becomes: 'won' }]
        await tellStatusChanged(tx, { userId: user.user.id, changes, now: product.clock.now() })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await send()
    expect(receiver.at(hook.path)).toHaveLength(before)
  })

  test('a quota that runs low is told once, and again when it is used up', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const hook = await add(['quota.low'], ann)
    const leave = (left: number) =>
      product.deps.db.query(`UPDATE quota_balance SET balance = $2 WHERE user_id = $1 AND bucket = 'searches'`, [
        ann.user.id,
        left,
      ])
    await search(ann)
    for (const left of [101, 100, 1]) {
      await leave(left)
      await search(ann)
    }
    await send()
    const told = receiver.at(hook.path).map(each => messageOf(each).data.remaining)
    expect(new Set(told)).toEqual(new Set([0, 100]))
    expect(told).toHaveLength(2)
    expect(messageOf(receiver.at(hook.path)[0] as Received).data).toMatchObject({
      quota: 'searches',
      monthlyQuota: 1000,
      url: 'https://leads.example/api/v1/usage',
    })
  })

  test('an endpoint gets only the events it is told of, and only those of its user', async () => {
    await search()
    const [pulls, statuses] = [await add(['lead.pulled']), await add(['lead.status_changed'])]
    await causeEvent()
    await causeEvent(await signUpElite(product.app, product.deps))
    await send()
    expect(receiver.at(pulls.path)).toEqual([])
    expect(receiver.at(statuses.path).every(each => messageOf(each).type === 'lead.status_changed')).toBe(true)
    expect(receiver.at(statuses.path).length).toBeGreaterThan(0)
  })

  test('500 and then 200: the message is sent again after the wait, with the same id and a new timestamp', async () => {
    let answers = 0
    const hook = await behave(response => response.writeHead(answers++ === 0 ? 500 : 200).end('<b>secret body</b>'))
    const [failed] = (await messages(hook)).items
    expect(failed).toMatchObject({ state: 'waiting', attempts: [{ status: 500, fault: null }] })
    expect((await stateOf(hook))?.failingSince).toBe(product.clock.now().toISOString())
    await send()
    const first = receiver.at(hook.path).length
    product.clock.advance({ minutes: 1 })
    await send()
    const all = receiver.at(hook.path).filter(each => idOf(each) === failed?.webhookId)
    expect(all).toHaveLength(2)
    expect(receiver.at(hook.path).length).toBeGreaterThanOrEqual(first + 1)
    expect(all[0]?.body).toBe(all[1]?.body)
    const [one, two] = all.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect((two ?? 0) - (one ?? 0)).toBe(60)
    expect(all.every(each => isSigned(each, hook.secret))).toBe(true)
    const { items } = await messages(hook)
    expect(items.find(({ id }) => id === failed?.id)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 200 }, { status: 500 }],
    })
    expect(JSON.stringify(items)).not.toContain('secret body')
    expect((await stateOf(hook))?.failingSince).toBeNull()
  })

  test.each<[string, Parameters<WebhookReceiver['behaviors']['set']>[1], object]>([
    ['never answers', () => {}, { status: null, fault: 'timeout' }],
    [
      'resets the connection',
      (_response, request) => request.socket.resetAndDestroy(),
      { status: null, fault: 'connection' },
    ],
    [
      'redirects elsewhere',
      response => response.writeHead(307, { location: '/elsewhere' }).end(),
      { status: 307, fault: 'redirect' },
    ],
    ['answers with an error', response => response.writeHead(404).end(), { status: 404, fault: null }],
  ])('a receiver that %s has failed, and is tried again', async (_what, behavior, attempt) => {
    const hook = await behave(behavior)
    const [message] = (await messages(hook)).items
    expect(message).toMatchObject({ state: 'waiting', attempts: [attempt] })
    const waitMs = Date.parse(message?.nextAttemptAt ?? '') - product.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(5000)
    expect(waitMs).toBeLessThanOrEqual(5500)
    expect(receiver.at('/elsewhere')).toEqual([])
  })

  test.each<[string, Parameters<WebhookReceiver['behaviors']['set']>[1]]>([
    [
      'huge',
      response => {
        response.writeHead(200)
        for (let n = 0; n < 64; n++) response.write(Buffer.alloc(1_000_000))
        response.end()
      },
    ],
    ['endless', response => void response.writeHead(200).write('a')],
    [
      'compressed, although we did not ask for it',
      response => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    ],
  ])('a 200 with a body that is %s counts as delivered, and is not waited for', async (_what, behavior) => {
    const start = performance.now()
    const hook = await behave(behavior)
    expect((await messages(hook)).items[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('410 turns the endpoint off, ends what waits for it, and the owner gets a mail', async () => {
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [user.user.id])
    const hook = await behave(response => response.writeHead(410).end())
    expect(await stateOf(hook)).toMatchObject({ state: 'gone' })
    expect((await messages(hook)).items.every(({ state }) => state === 'failed')).toBe(true)
    const [mail] = await mailsAboutWebhooks()
    expect(mail?.text).toContain(receiver.host)
    const told = receiver.at(hook.path).length
    await causeEvent()
    await send()
    expect(receiver.at(hook.path)).toHaveLength(told)
  })

  test('Retry-After pauses the endpoint, and an absurd one only for a day', async () => {
    let retryAfter = '120'
    const hook = await behave(response => response.writeHead(503, { 'retry-after': retryAfter }).end())
    const told = () => receiver.at(hook.path).length
    const first = told()
    product.clock.advance({ minutes: 1 })
    await causeEvent()
    await send()
    expect(told()).toBe(first)
    retryAfter = '999999999999999'
    product.clock.advance({ minutes: 1 })
    await send()
    const second = told()
    expect(second).toBeGreaterThan(first)
    product.clock.advance({ hours: 23 })
    user = await signIn(product.app, user.user.username)
    await send()
    expect(told()).toBe(second)
    product.clock.advance({ hours: 1 })
    await send()
    expect(told()).toBeGreaterThan(second)
  })

  test('after five days of failure the endpoint is turned off, with one mail; turned on again, it starts anew', async () => {
    const hook = await behave(response => response.writeHead(500).end())
    for (let day = 0; day < 5; day++) {
      expect(await stateOf(hook)).toMatchObject({ state: 'on' })
      product.clock.advance({ days: 1 })
      user = await signIn(product.app, user.user.username)
      await causeEvent()
      await send()
    }
    expect(await stateOf(hook)).toMatchObject({ state: 'failed' })
    expect(await mailsAboutWebhooks()).toHaveLength(1)
    const turnedOn = await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { isOn: true })
    expect(turnedOn.json()).toMatchObject({ state: 'on', failingSince: null })
    receiver.behaviors.delete(hook.path)
    await causeEvent()
    await send()
    expect((await messages(hook)).items[0]).toMatchObject({ state: 'delivered' })
  })

  test('a message that has failed for good is listed, and can be sent again, with the same id', async () => {
    const hook = await behave(response => response.writeHead(500).end())
    const [message] = (await messages(hook)).items
    for (const hours of [1, 1, 1, 3, 6, 11, 16, 22, 27]) {
      product.clock.advance({ hours })
      await send()
    }
    user = await signIn(product.app, user.user.username)
    const resend = () => call('POST', `/api/webhooks/${hook.webhook.id}/messages/${message?.id}/resend`)
    const { items } = await messages(hook, '?state=failed')
    const failed = items.find(({ id }) => id === message?.id)
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: null })
    expect(failed?.attempts).toHaveLength(10)
    receiver.behaviors.delete(hook.path)
    expect((await resend()).statusCode).toBe(202)
    await send()
    expect((await messages(hook)).items.find(({ id }) => id === message?.id)).toMatchObject({ state: 'delivered' })
    expect(
      new Set(
        receiver
          .at(hook.path)
          .filter(each => idOf(each) === message?.webhookId)
          .map(idOf),
      ).size,
    ).toBe(1)
    expect((await resend()).statusCode).toBe(404)
  })

  test('after a rotation, messages are signed with both secrets for a day, and then only with the new one', async () => {
    const hook = await add(['lead.status_changed'])
    const rotated = await call('POST', `/api/webhooks/${hook.webhook.id}/rotation`)
    const { secret, webhook } = rotated.json<{ webhook: Webhook; secret: string }>()
    expect(secret).not.toBe(hook.secret)
    expect(webhook.formerSecretUntil).not.toBeNull()
    const signedBy = async () => {
      await causeEvent()
      await send()
      const newest = receiver.at(hook.path).at(-1)
      return newest === undefined ? [] : [isSigned(newest, hook.secret), isSigned(newest, secret)]
    }
    expect(await signedBy()).toEqual([true, true])
    product.clock.advance({ hours: 24 })
    user = await signIn(product.app, user.user.username)
    expect(await signedBy()).toEqual([false, true])
    expect((await stateOf(hook))?.formerSecretUntil).toBeNull()
  })

  test('secrets are encrypted in the database, and those of other accounts do not open', async () => {
    const hook = await add()
    const rows = await product.deps.db.query<{ text: string }>(
      `SELECT encode(secret, 'escape') AS text FROM webhook_endpoint WHERE id = $1`,
      [hook.webhook.id],
    )
    expect(rows[0]?.text).not.toContain('whsec_')
    expect(rows[0]?.text).not.toContain(hook.secret.slice(10, 30))
    const bob = await signUpElite(product.app, product.deps)
    await product.deps.db.query('UPDATE webhook_endpoint SET user_id = $2 WHERE id = $1', [
      hook.webhook.id,
      bob.user.id,
    ])
    await causeEvent(bob)
    await send()
    expect(receiver.at(hook.path)).toEqual([])
    expect((await messages(hook, '', bob)).items[0]?.attempts).toMatchObject([{ status: null, fault: 'secret' }])
  })

  test('a test message is sent once, also to an endpoint that is off, and its failure does not count', async () => {
    const hook = await add()
    await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { isOn: false })
    receiver.behaviors.set(hook.path, response => response.writeHead(500).end())
    expect((await call('POST', `/api/webhooks/${hook.webhook.id}/test`)).statusCode).toBe(202)
    await send()
    expect(receiver.at(hook.path).map(messageOf)).toMatchObject([{ type: 'test' }])
    expect((await messages(hook)).items).toMatchObject([{ type: 'test', state: 'failed', attempts: [{ status: 500 }] }])
    expect(await stateOf(hook)).toMatchObject({ state: 'off', failingSince: null })
  })

  test('60 test messages an hour can be sent', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const { webhook } = await add(undefined, ann)
    const sendTest = () => call('POST', `/api/webhooks/${webhook.id}/test`, undefined, ann)
    for (let n = 0; n < 60; n++) expect((await sendTest()).statusCode).toBe(202)
    expect((await sendTest()).statusCode).toBe(429)
    product.clock.advance({ hours: 1 })
    expect((await sendTest()).statusCode).toBe(202)
  })

  test('an account can have ten webhooks, also if several are created at once', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const make = () => call('POST', '/api/webhooks', { url: receiver.urlOf(newPath()), events: ['lead.pulled'] }, ann)
    const made = await Promise.all(Array.from({ length: webhookLimit + 2 }, make))
    const amountOf = (status: number) => made.filter(({ statusCode }) => statusCode === status).length
    expect([amountOf(201), amountOf(409)]).toEqual([webhookLimit, 2])
    expect((await make()).json()).toMatchObject({ errorType: 'TOO_MANY_WEBHOOKS' })
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

  test('a name that leads to a private address is accepted, but never connected to', async () => {
    const hook = await add(['lead.status_changed'])
    // "localhost" is refused when it is entered; other names show where they lead only when they are looked up.
    await product.deps.db.query('UPDATE webhook_endpoint SET url = $2 WHERE id = $1', [
      hook.webhook.id,
      `https://localhost:${receiver.host.split(':')[1]}/`,
    ])
    await causeEvent()
    await send()
    expect((await messages(hook)).items[0]?.attempts).toMatchObject([{ status: null, fault: 'address' }])
  })

  test("another user's webhook cannot be read, changed, sent to, or deleted", async () => {
    const hook = await add()
    const bob = await signUpElite(product.app, product.deps)
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
    const ann = await signUpElite(product.app, product.deps)
    const hook = await add(['lead.status_changed'], ann)
    await causeEvent(ann)
    await grantPlan(product.deps, { username: ann.user.username, tier: 'starter' })
    await send()
    expect(receiver.at(hook.path)).toEqual([])
    const { items } = await messages(hook, '', ann)
    expect(items[0]).toMatchObject({ state: 'failed', attempts: [{ fault: 'plan' }] })
    await causeEvent(ann)
    expect((await messages(hook, '', ann)).items).toHaveLength(items.length)
    const refused = await call('POST', `/api/webhooks/${hook.webhook.id}/test`, undefined, ann)
    expect(refused.json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
    expect((await call('DELETE', `/api/webhooks/${hook.webhook.id}`, undefined, ann)).statusCode).toBe(200)
  })

  test('creating, rotating, and deleting are in the security log', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const { webhook } = await add(undefined, ann)
    await call('PATCH', `/api/webhooks/${webhook.id}`, { url: receiver.urlOf(newPath()) }, ann)
    await call('POST', `/api/webhooks/${webhook.id}/rotation`, undefined, ann)
    await call('DELETE', `/api/webhooks/${webhook.id}`, undefined, ann)
    const events = await product.deps.db.query<{ kind: string }>(
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

  test('a receiver that hangs delays no other, and has at most ten calls at once, then one', async () => {
    const [hanging, good] = [await add(['lead.status_changed']), await add(['lead.status_changed'])]
    receiver.behaviors.set(hanging.path, () => {})
    const { leads } = await search()
    for (let n = 0; n < 30; n++) await setStatus([leads[0]?.id ?? 0], n % 2 === 0 ? 'won' : 'lost')
    const sender = new WebhookSender(product.deps, { deadlineMs: 3000 }).start()
    const start = performance.now()
    while (receiver.at(good.path).length < 30 && performance.now() - start < 10_000)
      await new Promise(resolve => setTimeout(resolve, 20))
    expect(receiver.at(good.path)).toHaveLength(30)
    expect(performance.now() - start).toBeLessThan(2500)
    expect(receiver.mostOpen.get(hanging.path)).toBe(10)
    while (receiver.at(hanging.path).length < 11) await new Promise(resolve => setTimeout(resolve, 50))
    await new Promise(resolve => setTimeout(resolve, 1000))
    expect(receiver.open.get(hanging.path)).toBe(1)
    await sender.stop(5000)
  }, 30_000)

  test('two processes send each message once', async () => {
    const hook = await add(['lead.status_changed'])
    const { leads } = await search()
    for (let n = 0; n < 20; n++) await setStatus([leads[0]?.id ?? 0], n % 2 === 0 ? 'won' : 'lost')
    await Promise.all([send(), send()])
    const ids = receiver.at(hook.path).map(idOf)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  test('a message whose process died while sending it is sent again a minute later, with the same id', async () => {
    const hook = await add(['lead.status_changed'])
    await causeEvent()
    const lane = { areFailing: false, atMost: 10, perEndpoint: 10 }
    const [taken] = await takeDueMessages(product.deps, lane, new Map())
    await send()
    expect(receiver.at(hook.path)).toEqual([])
    product.clock.advance({ minutes: 1 })
    await send()
    expect(receiver.at(hook.path).map(idOf)).toEqual([webhookIdOf(taken?.key ?? '')])
  })

  test('the history is read page by page, newest first, and ends', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const hook = await add(undefined, ann)
    await product.deps.db.query(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT $1, $2, 'test', '{}', 'delivered', 9, now() FROM generate_series(1, 45)`,
      [hook.webhook.id, ann.user.id],
    )
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof messages>> = await messages(hook, cursor ? `?cursor=${cursor}` : '', ann)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toHaveLength(45)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  test('upkeep deletes what is 30 days old, and turns off an endpoint with far too much to send', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const [old, full] = [await add(undefined, ann), await add(undefined, ann)]
    const now = product.clock.now()
    const insert = `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, next_at, created_at)`
    await product.deps.db.query(
      `${insert} SELECT $1, $2, 'test', '{}', 'delivered', 9, NULL, $3::timestamptz - make_interval(days => d)
       FROM unnest(ARRAY[40, 31, 29, 1]) d`,
      [old.webhook.id, ann.user.id, now],
    )
    await product.deps.db.query(
      `${insert} SELECT $1, $2, 'test', '{}', 'waiting', 9, $3, $3 FROM generate_series(1, 10001)`,
      [full.webhook.id, ann.user.id, now],
    )
    await runChore(product.deps, 'webhook-upkeep')
    expect((await messages(old, '', ann)).items).toHaveLength(2)
    const rows = await product.deps.db.query(`SELECT state FROM webhook_endpoint WHERE id = $1`, [full.webhook.id])
    expect(rows).toEqual([{ state: 'full' }])
    await call('DELETE', `/api/webhooks/${full.webhook.id}`, undefined, ann)
  })

  test("deleting the account deletes its webhooks; before, they are part of the account's data, without secrets", async () => {
    const ann = await signUpElite(product.app, product.deps)
    const hook = await add(['lead.status_changed'], ann)
    await causeEvent(ann)
    await send()
    const file = await call('GET', '/api/account/data', undefined, ann)
    const mine = file.json<Record<string, object[]>>()
    expect(mine.webhooks).toMatchObject([{ url: hook.webhook.url, events: ['lead.status_changed'] }])
    expect(mine.webhookMessages?.length).toBeGreaterThan(0)
    expect(mine.webhookAttempts?.length).toBe(mine.webhookMessages?.length)
    expect(file.body).not.toMatch(/whsec|secret/i)
    const deleted = await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' }, ann)
    expect(deleted.statusCode).toBe(200)
    for (const table of ['webhook_endpoint', 'webhook_message', 'webhook_attempt'])
      expect(await product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [ann.user.id])).toEqual([])
  })

  test('a program subscribes and unsubscribes with a write key; a repeated request gets the same secret', async () => {
    const ann = await signUpElite(product.app, product.deps)
    const [writer, reader] = [await makeApiKey(product.app, ann, 'write'), await makeApiKey(product.app, ann, 'search')]
    const payload = { url: receiver.urlOf(newPath()), events: ['lead.pulled'] }
    const subscribe = (secret: string) =>
      product.app.inject({
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
    const stored = await product.deps.db.query<{ text: string }>(
      'SELECT answer::text AS text FROM api_answer WHERE user_id = $1',
      [ann.user.id],
    )
    expect(stored.map(({ text }) => text).join('')).not.toContain(secret)
    const list = await product.app.inject({ url: '/api/v1/webhooks', headers: bearer(reader.secret) })
    expect(list.json()).toMatchObject({ items: [{ id, url: payload.url }], total: 1, nextCursor: null })
    expect(list.body).not.toContain('whsec_')
    const end = () =>
      product.app.inject({ method: 'DELETE', url: `/api/v1/webhooks/${id}`, headers: bearer(writer.secret) })
    const ended = await end()
    expect([ended.statusCode, ended.body]).toEqual([204, ''])
    expect((await end()).statusCode).toBe(404)
  })

  test('on plans without the API, no webhook can be created', async () => {
    const refused = await call(
      'POST',
      '/api/webhooks',
      { url: 'https://hooks.example/', events: ['lead.pulled'] },
      await signUp(product.app),
    )
    expect(refused.json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
  })
})
