import { expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { afterwards, emptied, openSandbox } from '#tests/support/sandbox.ts'
import { startSandbox } from './start-sandbox.ts'

const send = (to: string, fields: Record<string, string>) =>
  fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describeOnPostgres('the HTTP server of the sandbox', openNew => {
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

  test('a call needs the secret key', async () => {
    const { sandbox } = await openSandbox(await openDatabase())
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${sandbox.apiBase}/v1/events`, { headers })).status
    expect(await ask({})).toBe(401)
    for (const key of ['sk_test_other', sandbox.publishableKey])
      expect(await ask({ authorization: `Bearer ${key}` })).toBe(401)
    expect(await ask({ authorization: `Bearer ${sandbox.secretKey}` })).toBe(200)
  })

  test('the card script reads and confirms only intents whose client secret it has, from any page', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    const { id: customer } = await stripe.customers.create()
    const { id, client_secret: secret } = await stripe.setupIntents.create({ customer })
    const ask = async (action: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ key: sandbox.publishableKey, client_secret: secret ?? '', ...fields })
      const headers = { origin: 'http://127.0.0.1:3000' }
      const answer = await fetch(`${sandbox.apiBase}/intents/${action}`, { method: 'POST', headers, body })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      return answer.json()
    }
    const card = { number: '4242 4242 4242 4242', expiry: '12 / 99', cvc: '123', zip: '80302' }
    const refused = { error: { type: 'invalid_request_error' } }
    expect(await ask('retrieve', { key: 'pk_test_other' })).toMatchObject(refused)
    expect(await ask('retrieve', { client_secret: `${id}_secret_x` })).toMatchObject(refused)
    expect(await ask('confirm', { client_secret: `${id}_secret_x`, ...card })).toMatchObject(refused)
    expect(await ask('retrieve', {})).toMatchObject({ intent: { id, status: 'requires_payment_method' } })
    expect(await ask('confirm', {})).toMatchObject({ error: { code: 'setup_intent_unexpected_state' } })
    for (const [code, typed] of Object.entries({
      incorrect_number: { number: '4111 1111 1111 1111' },
      invalid_expiry_month: { expiry: '13/30' },
      invalid_expiry_year: { expiry: '02/26' },
      invalid_cvc: { cvc: '1234' },
      insufficient_funds: { number: '4000 0000 0000 9995' },
    })) {
      const { error } = await ask('confirm', { ...card, ...typed })
      expect([error.code, error.decline_code]).toContain(code)
    }
    expect(await ask('confirm', card)).toMatchObject({ intent: { id, status: 'succeeded' } })
    const [saved] = (await sandbox.controls.list('payment_method')).slice(-1)
    expect(saved?.billing_details.address).toMatchObject({ country: 'US', postal_code: '80302' })
  })

  test('the form of a checkout shows that a card is declined, or continues to 3-D Secure or to the product', async () => {
    const { sandbox, stripe } = await openSandbox(await openDatabase())
    const { id: customer } = await stripe.customers.create()
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Leads' } } }],
      success_url: 'http://127.0.0.1:3000/?checkout={CHECKOUT_SESSION_ID}',
    })
    const url = session.url ?? ''
    const pay = (number: string) => send(url, { number, expiry: '12/99', cvc: '123' })
    expect(await (await pay('4000 0000 0000 0341')).text()).toContain('Your card was declined.')
    const challenge = `${sandbox.apiBase}${(await pay('4000 0027 6000 3184')).headers.get('location')}`
    const bankPage = await (await fetch(challenge)).text()
    expect(bankPage).toContain('pay <strong>$5.00</strong> to Leadline')
    // The browser loses clicks on a frame that is not drawn yet.
    expect(bankPage.match(/<button [^>]*>/g)).toSatisfy((buttons: string[]) =>
      buttons.every(text => /disabled/.test(text)),
    )
    const secret = new URL(challenge).searchParams.get('client_secret') ?? ''
    const passed = await send(`${sandbox.apiBase}/challenge`, { client_secret: secret, outcome: 'pass' })
    expect(passed.headers.get('location')).toBe(new URL(url).pathname)
    const paid = await fetch(url, { redirect: 'manual' })
    expect(paid.headers.get('location')).toBe(`http://127.0.0.1:3000/?checkout=${session.id}`)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
    expect((await sandbox.controls.list('charge')).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
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
    await stripe.customers.create({ email: '<script>alert(1)</script>' })
    const answer = await fetch(`${sandbox.panelUrl}?show=customer`)
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page).toContain('Payments sandbox')
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script>alert')
    for (const file of ['/card-script.js', '/assets/card-frame.ts', '/assets/sandbox.css', '/card'])
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
