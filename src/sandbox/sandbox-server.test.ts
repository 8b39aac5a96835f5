import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { afterwards, emptied, openSandbox } from '#tests/support/sandbox.ts'
import { startSandbox } from './start-sandbox.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describeOnBothDatabases('the HTTP server of the sandbox', openNew => {
  const openDatabase = emptied(openNew)
  test('another website cannot use the panel’s buttons', async () => {
    const { sandbox, clock } = await openSandbox(await openDatabase())
    const press = (headers: Record<string, string>) =>
      fetch(sandbox.panelUrl, {
        method: 'POST',
        headers: { ...form, ...headers },
        body: 'action=day',
        redirect: 'manual',
      })
    expect((await press({ origin: 'http://evil.example' })).status).toBe(403)
    expect((await press({ origin: 'null' })).status).toBe(403)
    expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(clock.now()).toEqual(new Date('2026-03-01T12:00:00Z'))
    expect((await press({ origin: sandbox.apiBase })).status).toBe(303)
    expect(clock.now()).toEqual(new Date('2026-03-02T12:00:00Z'))
  })

  test('a call needs a key, and a browser’s key only reads intents whose client secret it has', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    const { id, client_secret: secret } = await stripe.setupIntents.create()
    const ask = async (path: string, key: string) =>
      (await fetch(`${sandbox.apiBase}${path}`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await ask('/v1/events', 'sk_test_other')).toBe(401)
    expect(await ask('/v1/events', sandbox.publishableKey)).toBe(403)
    expect(await ask(`/v1/setup_intents/${id}`, sandbox.publishableKey)).toBe(404)
    expect(await ask(`/v1/setup_intents/${id}?client_secret=${id}_secret_x`, sandbox.publishableKey)).toBe(404)
    expect(await ask(`/v1/setup_intents/${id}?client_secret=${secret}`, sandbox.publishableKey)).toBe(200)
  })

  test('unknown objects, parameters, and calls are refused with Stripe’s errors', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    const answer = await fetch(`${sandbox.apiBase}/v1/customers`, {
      method: 'POST',
      headers: { ...form, authorization: `Bearer ${sandbox.secretKey}` },
      body: 'emial=ann%40example.com',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: 'Received unknown parameter: emial',
        param: 'emial',
      },
    })
    expect((await fetch(`${sandbox.apiBase}/v1/unicorns`)).status).toBe(400)
  })

  test('a switch makes the API answer 500, or with something that is not JSON', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    await sandbox.controls.setFault('error')
    await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: 500 })
    await sandbox.controls.setFault('garbage')
    await expect(stripe.customers.create()).rejects.toThrow('Invalid JSON')
    await sandbox.controls.setFault('none')
    expect((await stripe.customers.create()).object).toBe('customer')
  })

  test('pages load only their own files, say that they are a sandbox, and escape what they show', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    await stripe.customers.create({ name: '<script>alert(1)</script>' })
    const answer = await fetch(`${sandbox.panelUrl}?show=customer`)
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page).toContain('Payments sandbox')
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script>alert')
    for (const file of [
      '/card-script.js',
      '/assets/card-frame.ts',
      '/assets/sandbox.css',
      '/frames/card',
      '/frames/controller',
    ])
      expect((await fetch(sandbox.apiBase + file)).status).toBe(200)
  })

  test('uses another port if its own is taken', async () => {
    const db = await openDatabase()
    const first = await openSandbox(db)
    const second = await startSandbox({
      db,
      log: first.log,
      clock: first.clock,
      secret: new Uint8Array(32),
      productName: 'Leadline',
      port: Number(new URL(first.sandbox.apiBase).port),
      webhookUrl: () => undefined,
      productUrl: () => 'http://127.0.0.1:3000',
    })
    afterwards(() => second.close())
    expect(second.apiBase).not.toBe(first.sandbox.apiBase)
  })
})
