import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Webhook, WebhookMessage } from '#contract/accounts/webhooks.ts'
import { takeDueMessages } from '#server/accounts/webhooks/delivery.usecases.ts'
import { webhookIdOf } from '#server/accounts/webhooks/history.usecases.ts'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import { signUpElite } from '#tests/support/api-key.ts'
import { describeWebhooks, idOf, isSigned } from '#tests/support/webhook-lab.ts'
import type { WebhookReceiver } from '#tests/support/webhook-receiver.ts'

describeWebhooks('the delivery of webhooks', (lab, kind) => {
  const { call, add, send, messages, stateOf, search, setStatus, mailsAboutWebhooks, causeEvent, behave, signInAgain } =
    lab

  test('500 and then 200: the message is sent again after the wait, with the same id and a new timestamp', async () => {
    let answers = 0
    const hook = await behave(response => response.writeHead(answers++ === 0 ? 500 : 200).end('<b>secret body</b>'))
    const [failed] = (await messages(hook)).items
    expect(failed).toMatchObject({ state: 'waiting', attempts: [{ status: 500, fault: null }] })
    expect((await stateOf(hook))?.failingSince).toBe(lab.product.clock.now().toISOString())
    await send()
    const first = lab.receiver.at(hook.path).length
    lab.product.clock.advance({ minutes: 1 })
    await send()
    const all = lab.receiver.at(hook.path).filter(each => idOf(each) === failed?.webhookId)
    expect(all).toHaveLength(2)
    expect(lab.receiver.at(hook.path).length).toBeGreaterThanOrEqual(first + 1)
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

  test('a message that has failed for good is listed, and can be sent again, with the same id', async () => {
    const hook = await behave(response => response.writeHead(500).end())
    const [message] = (await messages(hook)).items
    for (const hours of [1, 1, 1, 3, 6, 11, 16, 22, 27]) {
      lab.product.clock.advance({ hours })
      await send()
    }
    await signInAgain()
    const resend = () => call('POST', `/api/webhooks/${hook.webhook.id}/messages/${message?.id}/resend`)
    const { items } = await messages(hook, '?state=failed')
    const failed = items.find(({ id }) => id === message?.id)
    expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: null })
    expect(failed?.attempts).toHaveLength(10)
    lab.receiver.behaviors.delete(hook.path)
    expect((await resend()).statusCode).toBe(202)
    await send()
    expect((await messages(hook)).items.find(({ id }) => id === message?.id)).toMatchObject({ state: 'delivered' })
    expect(
      new Set(
        lab.receiver
          .at(hook.path)
          .filter(each => idOf(each) === message?.webhookId)
          .map(idOf),
      ).size,
    ).toBe(1)
    expect((await resend()).statusCode).toBe(404)
  })

  test('a user whose receivers are slow does not use up the calls of all: users take turns', async () => {
    const { db, clock } = lab.product.deps
    await db.query('DELETE FROM webhook_message')
    const wait = ({ webhook }: { webhook: Webhook }, count: number, minutes: number) =>
      db.query(
        `INSERT INTO webhook_message (endpoint_id, user_id, type, content, tries_left, next_at, created_at)
         SELECT e.id, e.user_id, 'test', '{"message": "Test"}', 1, at, at
         FROM webhook_endpoint e, generate_series(1, $2::int), (SELECT $3::timestamptz - make_interval(mins => $4) AS at) due
         WHERE e.id = $1`,
        [webhook.id, count, clock.now(), minutes],
      )
    const slow = [await add(), await add()]
    for (const hook of slow) await wait(hook, 10, 60)
    const bob = await signUpElite(lab.product.app, lab.product.deps)
    await wait(await add(['quota.low'], bob), 2, 0)
    const cleo = await signUpElite(lab.product.app, lab.product.deps)
    await wait(await add(['quota.low'], cleo), 2, 1)
    const takeOf = async (atMost: number, busy: Map<number, number>) => {
      const taken = await takeDueMessages(lab.product.deps, { areFailing: false, atMost, perEndpoint: 10 }, busy)
      return [lab.user, bob, cleo].map(({ user }) => taken.filter(({ userId }) => userId === user.id).length)
    }
    expect(await takeOf(7, new Map(slow.map(({ webhook }) => [webhook.id, 1])))).toEqual([1, 2, 2])
    // However many wait, a user gets half of the free calls, and the next one half of the rest.
    const [first] = slow
    expect(await takeOf(6, new Map())).toEqual([3, 0, 0])
    for (const who of [bob, cleo]) await wait(await add(['quota.low'], who), 10, 0)
    expect(await takeOf(4, new Map([[first?.webhook.id ?? 0, 4]]))).toEqual([0, 2, 1])
  })

  test('two processes send each message once', async () => {
    const hook = await add(['lead.status_changed'])
    const { leads } = await search()
    for (let n = 0; n < 20; n++) await setStatus([leads[0]?.id ?? 0], n % 2 === 0 ? 'won' : 'lost')
    await Promise.all([send(), send()])
    const ids = lab.receiver.at(hook.path).map(idOf)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test.each<[string, Parameters<WebhookReceiver['behaviors']['set']>[1], object]>([
    ['never answers', () => {}, { status: null, fault: 'timeout' }],
    [
      'resets the connection',
      (_response, request) => request.socket.resetAndDestroy(),
      { status: null, fault: 'closed' },
    ],
    ['speaks another protocol', ({ socket }) => void socket?.end('SSH-2.0\r\n'), { status: null, fault: 'answer' }],
    [
      'sends endless headers',
      ({ socket }) => void socket?.write(`HTTP/1.1 200 OK\r\n${`x: ${'a'.repeat(1000)}\r\n`.repeat(100)}`),
      { status: null, fault: 'answer' },
    ],
    [
      'redirects to nowhere',
      response => response.writeHead(302, { location: 'http://[' }).end(),
      { status: 302, fault: 'redirect' },
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
    const waitMs = Date.parse(message?.nextAttemptAt ?? '') - lab.product.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(5000)
    expect(waitMs).toBeLessThanOrEqual(5500)
    expect(lab.receiver.at('/elsewhere')).toEqual([])
  })

  test('during an attempt, no next one is announced', async () => {
    const during = Promise.withResolvers<WebhookMessage[]>()
    const hook = await add(['lead.status_changed'])
    lab.receiver.behaviors.set(hook.path, response => {
      const read = messages(hook).then(({ items }) => items)
      during.resolve(read)
      void read.finally(() => response.writeHead(500).end())
    })
    await lab.causeEvent()
    await send()
    expect(await during.promise).toMatchObject([{ state: 'waiting', nextAttemptAt: null, attempts: [] }])
    expect((await messages(hook)).items).toMatchObject([{ state: 'waiting', nextAttemptAt: expect.any(String) }])
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
  ])('a 200 with a body that is %s counts as delivered without waiting for the body', async (_what, behavior) => {
    const hook = await behave(behavior)
    expect((await messages(hook)).items[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] })
  })

  test('410 turns the endpoint off, ends what waits for it, and the owner gets a mail', async () => {
    await lab.product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
      lab.user.user.id,
    ])
    const hook = await behave(response => response.writeHead(410).end())
    expect(await stateOf(hook)).toMatchObject({ state: 'gone' })
    expect((await messages(hook)).items.every(({ state }) => state === 'failed')).toBe(true)
    const [mail] = await mailsAboutWebhooks()
    expect(mail?.text).toContain(lab.receiver.host)
    const told = lab.receiver.at(hook.path).length
    await causeEvent()
    await send()
    expect(lab.receiver.at(hook.path)).toHaveLength(told)
  })

  test('failures of a former address do not count against the one that replaced it, even if they come late', async () => {
    const change = (hook: { webhook: Webhook }, path: string) =>
      call('PATCH', `/api/webhooks/${hook.webhook.id}`, { url: lab.receiver.urlOf(path) })
    const hook = await add(['lead.status_changed'])
    const [next, last] = [lab.newPath(), lab.newPath()]
    const moveOn = async (response: ServerResponse) => {
      await change(hook, next)
      response.writeHead(410).end()
    }
    lab.receiver.behaviors.set(hook.path, response => void moveOn(response))
    await causeEvent()
    await send()
    expect(await stateOf(hook)).toMatchObject({ state: 'on', failingSince: null })
    lab.receiver.behaviors.set(next, response => response.writeHead(503, { 'retry-after': '86400' }).end())
    lab.product.clock.advance({ minutes: 1 })
    await send()
    expect(lab.receiver.at(next)).not.toEqual([])
    expect((await stateOf(hook))?.failingSince).not.toBeNull()
    expect((await change(hook, last)).json()).toMatchObject({ state: 'on', failingSince: null })
    await causeEvent()
    await send()
    expect(lab.receiver.at(last)).not.toEqual([])
  })

  test('Retry-After pauses the endpoint, and an absurd one only for a day', async () => {
    let retryAfter = '120'
    const hook = await behave(response => response.writeHead(503, { 'retry-after': retryAfter }).end())
    const told = () => lab.receiver.at(hook.path).length
    const first = told()
    lab.product.clock.advance({ minutes: 1 })
    await causeEvent()
    await send()
    expect(told()).toBe(first)
    const pausedUntil = new Date(lab.product.clock.now().getTime() + 60_000).toISOString()
    expect((await messages(hook)).items.map(({ nextAttemptAt }) => nextAttemptAt).slice(0, 2)).toEqual([
      pausedUntil,
      pausedUntil,
    ])
    retryAfter = '999999999999999'
    lab.product.clock.advance({ minutes: 1 })
    await send()
    const second = told()
    expect(second).toBeGreaterThan(first)
    lab.product.clock.advance({ hours: 23 })
    await signInAgain()
    await send()
    expect(told()).toBe(second)
    lab.product.clock.advance({ hours: 1 })
    await send()
    expect(told()).toBeGreaterThan(second)
  })

  test('after five days of failure the endpoint is turned off, with one mail; turned on again, it starts anew', async () => {
    const hook = await behave(response => response.writeHead(500).end())
    for (let day = 0; day < 5; day++) {
      expect(await stateOf(hook)).toMatchObject({ state: 'on' })
      lab.product.clock.advance({ days: 1 })
      await signInAgain()
      await causeEvent()
      await send()
    }
    expect(await stateOf(hook)).toMatchObject({ state: 'failed' })
    expect(await mailsAboutWebhooks()).toHaveLength(1)
    const turnedOn = await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { isOn: true })
    expect(turnedOn.json()).toMatchObject({ state: 'on', failingSince: null })
    lab.receiver.behaviors.delete(hook.path)
    await causeEvent()
    await send()
    expect((await messages(hook)).items[0]).toMatchObject({ state: 'delivered' })
  })

  test('a name that leads to a private address is accepted, but never connected to', async () => {
    const hook = await add(['lead.status_changed'])
    // "localhost" is refused when it is entered; other names show where they lead only when they are looked up.
    await lab.product.deps.db.query('UPDATE webhook_endpoint SET url = $2 WHERE id = $1', [
      hook.webhook.id,
      `https://localhost:${lab.receiver.host.split(':')[1]}/`,
    ])
    await causeEvent()
    await send()
    expect((await messages(hook)).items[0]?.attempts).toMatchObject([{ status: null, fault: 'address' }])
  })

  test('a receiver that hangs delays no others, and gets at most ten calls at once, and later only one', async () => {
    const [hanging, good] = [await add(['lead.status_changed']), await add(['lead.status_changed'])]
    const held: ServerResponse[] = []
    lab.receiver.behaviors.set(hanging.path, response => void held.push(response))
    const { leads } = await search()
    const setNext = (n: number) => setStatus([leads[0]?.id ?? 0], n % 2 === 0 ? 'won' : 'lost')
    for (let n = 0; n < 30; n++) await setNext(n)
    const sender = new WebhookSender(lab.product.deps, { deadlineMs: 60_000 }).start()
    await expect.poll(() => lab.receiver.at(good.path).length).toBe(30)
    expect(lab.receiver.at(hanging.path)).toHaveLength(10)
    for (const response of held.splice(0)) response.destroy()
    await expect.poll(() => lab.receiver.at(hanging.path).length).toBe(11)
    await setNext(30)
    await expect.poll(() => lab.receiver.at(good.path).length).toBe(31)
    expect(lab.receiver.open.get(hanging.path)).toBe(1)
    for (const response of held) response.destroy()
    await sender.stop(5000)
  })

  test('a message whose process died while sending it is sent again a minute later, with the same id', async () => {
    const hook = await add(['lead.status_changed'])
    await causeEvent()
    const lane = { areFailing: false, atMost: 10, perEndpoint: 10 }
    const [taken] = await takeDueMessages(lab.product.deps, lane, new Map())
    await send()
    expect(lab.receiver.at(hook.path)).toEqual([])
    lab.product.clock.advance({ minutes: 1 })
    await send()
    expect(lab.receiver.at(hook.path).map(idOf)).toEqual([webhookIdOf(taken?.key ?? '')])
  })
})
