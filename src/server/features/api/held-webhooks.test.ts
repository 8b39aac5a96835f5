import { expect, test } from 'vitest'
import type { Programs } from '#contract/accounts/programs.ts'
import type { AccountEvent } from '#contract/accounts/security.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { signIn } from '#tests/support/app.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { oldPassword } from '#tests/support/test-account.ts'
import { describeWebhooks } from '#tests/support/webhook-lab.ts'

describeWebhooks('webhooks on hold', lab => {
  const { call, add, send, messages, stateOf, causeEvent } = lab

  const resetPassword = async () => {
    const { app, deps, mails } = lab.product
    const { email, username } = lab.user.user
    await app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email } })
    const token = await tokenMailedTo(app, email, '/reset-password#')
    await app.inject({ method: 'POST', url: '/api/reset-password', payload: { token, newPassword: oldPassword } })
    await runDueJobs(deps)
    lab.user = await signIn(app, username)
    return mails.findLast(({ to, subject }) => to === email && subject === 'Your password was changed')
  }
  const eventKinds = async () =>
    (await call('GET', '/api/account/security-events')).json<AccountEvent[]>().map(({ kind }) => kind)
  const metric = async (name: string) => {
    const { body } = await lab.product.app.inject('/metrics')
    return Number(
      body
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  }

  test('a password reset puts them on hold, names their hosts, and loses no event that happens meanwhile', async () => {
    const [hook, off] = [await add(['lead.status_changed']), await add()]
    await call('PATCH', `/api/webhooks/${off.webhook.id}`, { isOn: false })
    const mail = await resetPassword()
    expect(mail?.text).toContain(`Your webhooks at ${lab.receiver.host} are on hold`)
    expect([(await stateOf(hook))?.state, (await stateOf(off))?.state]).toEqual(['held', 'off'])
    await causeEvent()
    lab.product.clock.advance({ hours: 3 })
    lab.user = await signIn(lab.product.app, lab.user.user.username)
    await runChore(lab.product.deps, 'webhook-upkeep')
    await send()
    expect(lab.receiver.at(hook.path)).toEqual([])
    const { items } = await messages(hook)
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['waiting']))
    expect(new Set(items.map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(new Set([null]))
    expect(await metric('leadline_webhooks_waiting{receivers="paused"}')).toBe(items.length)
    expect(await metric('leadline_webhooks_oldest_seconds{receivers="paused"}')).toBe(3 * 3600)
    expect(await metric('leadline_webhooks_due_seconds{receivers="working"}')).toBe(0)
    await call('PATCH', `/api/webhooks/${hook.webhook.id}`, { isOn: true })
    expect(await metric('leadline_webhooks_due_seconds{receivers="working"}')).toBe(3 * 3600)
    // While a receiver asks for a pause, its messages are not late.
    const pauseUntil = (at: Date | null) =>
      lab.product.deps.db.query('UPDATE webhook_endpoint SET paused_until = $1 WHERE id = $2', [at, hook.webhook.id])
    await pauseUntil(new Date(lab.product.clock.now().getTime() + 60_000))
    expect(await metric('leadline_webhooks_due_seconds{receivers="working"}')).toBe(0)
    await pauseUntil(null)
    await send()
    expect(lab.receiver.at(hook.path)).toHaveLength(items.length)
    expect(await metric('leadline_webhooks_waiting{receivers="working"}')).toBe(0)
    expect(await eventKinds()).toContain('webhooks-held')
  })

  test('messages wait for months, and upkeep still deletes those of others that are 30 days old', async () => {
    const { app, deps, clock } = lab.product
    const [held, bob] = [await add(), await signUpElite(app, deps)]
    await call('DELETE', '/api/account/programs')
    const other = await add(undefined, bob)
    const insert = `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, next_at, created_at)
      SELECT $1, $2, 'test', '{}', $3, 9, CASE WHEN $3 = 'waiting' THEN $4::timestamptz END, $4 FROM generate_series(1, $5)`
    const old = new Date(clock.now().getTime() - 90 * 86_400_000)
    await deps.db.query(insert, [held.webhook.id, lab.user.user.id, 'waiting', old, 2001])
    await deps.db.query(insert, [other.webhook.id, bob.user.id, 'delivered', old, 3])
    // More than are kept of messages that have ended.
    await deps.db.query(insert, [held.webhook.id, lab.user.user.id, 'delivered', clock.now(), 20_000])
    await runChore(deps, 'webhook-upkeep')
    const left = await deps.db.query<{ id: number; count: number }>(
      'SELECT endpoint_id AS id, count(*)::int AS count FROM webhook_message WHERE created_at = $1 GROUP BY 1',
      [old],
    )
    expect(left).toEqual([{ id: held.webhook.id, count: 2001 }])
    await call('DELETE', `/api/webhooks/${held.webhook.id}`)
  })

  test('a reset without webhooks says nothing about them', async () => {
    const mail = await resetPassword()
    expect(mail?.text).toContain('new password')
    expect(mail?.text).not.toContain('webhook')
  })

  test('the owner stops all programs at once, and those of others keep working', async () => {
    const { app, deps } = lab.product
    const hook = await add(['lead.status_changed'])
    const { secret } = await makeApiKey(app, lab.user)
    const bob = await signUpElite(app, deps)
    const [other, { secret: otherSecret }] = [await add(undefined, bob), await makeApiKey(app, bob)]
    const before = (await call('GET', '/api/account/programs')).json<Programs>()
    expect([before.apiKeys.length, before.webhooks.map(({ state }) => state)]).toEqual([1, ['on']])
    expect((await call('DELETE', '/api/account/programs')).json()).toMatchObject({
      apiKeys: [],
      webhooks: [{ id: hook.webhook.id, state: 'held' }],
    })
    const usage = async (key: string) => (await app.inject({ url: '/api/v1/usage', headers: bearer(key) })).statusCode
    expect([await usage(secret), await usage(otherSecret)]).toEqual([401, 200])
    await causeEvent(bob)
    await send()
    expect(lab.receiver.at(other.path).length).toBeGreaterThan(0)
    expect(await eventKinds()).toEqual(expect.arrayContaining(['api-key-revoked', 'webhooks-held']))
    // Nothing is left to stop.
    await call('DELETE', '/api/account/programs')
    expect((await eventKinds()).filter(kind => kind === 'webhooks-held')).toHaveLength(1)
  })
})
