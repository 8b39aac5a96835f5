import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import { plans } from '#contract/plans.ts'
import { openSandbox } from '#server/entry/open-sandbox.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

let folder: string
let url: string
let drop: () => Promise<void>
let db: Db
let servers: ServerProcess[]
let cookie: string
/** The provider that all processes share. */
let provider: Awaited<ReturnType<typeof openSandbox>>

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-payment-processes-'))
  ;({ url, drop } = await createPostgresTestUrl())
  db = await openDatabase({ databaseUrl: url })
  servers = []
  await start()
  provider = await openSandbox({
    config: readConfig({ NODE_ENV: 'test', PORT: '0' }),
    db,
    log: pino({ level: 'silent' }),
    productAddress: () => servers.at(-1)?.address,
  })
  cookie = await register(servers[0])
})
afterEach(async () => {
  await Promise.all(servers.map(server => server.stop('SIGKILL')))
  await provider.sandbox.close()
  await db.close()
  await drop()
  rmSync(folder, { recursive: true })
})

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, `data${servers.length}`),
    SANDBOX_PORT: '0',
  })
  servers.push(server)
  return server
}

async function register(server: ServerProcess | undefined): Promise<string> {
  const response = await send(server, '/api/register', {
    username: 'ann',
    email: 'ann@example.com',
    password: 'correct horse battery',
  })
  return response.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
}

const send = (server: ServerProcess | undefined, route: string, body: object): Promise<Response> =>
  fetch(`${server?.address}${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify(body),
  })

async function saveCard(server: ServerProcess | undefined): Promise<void> {
  const { clientSecret } = (await (await send(server, '/api/setup-payment', {})).json()) as { clientSecret: string }
  await provider.sandbox.controls.confirmSetup(clientSecret, '4242424242424242')
  const setupIntentId = clientSecret.split('_secret_')[0]
  expect((await send(server, '/api/payment-methods', { setupIntentId })).status).toBe(200)
}

async function user(server: ServerProcess | undefined): Promise<User> {
  const response = await fetch(`${server?.address}/api/user`, { headers: { cookie } })
  return (await response.json()) as User
}

/** Also waits for the events that a server's own sandbox is sending: `settle` leaves those to it. */
async function allEventsSent(): Promise<void> {
  await provider.sandbox.controls.settle()
  while ((await db.query('SELECT 1 FROM sandbox.delivery WHERE due_at IS NOT NULL LIMIT 1')).length > 0) await pause(20)
}

const charges = async () => (await provider.sandbox.controls.list('charge')).map(({ amount }) => amount)
const months = () => db.query(`SELECT amount FROM ledger_entry WHERE bucket = 'pulls' AND reason LIKE 'month paid%'`)

test('two processes that are asked for a plan at the same time sell it once', async () => {
  const both = [servers[0], await start()]
  await saveCard(both[0])
  const answers = await Promise.all(both.map(server => send(server, '/api/subscription', { tier: 'starter' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await provider.sandbox.controls.settle()
  expect(await charges()).toEqual([plans.starter.pricePerMonthCents])
  expect(await months()).toEqual([{ amount: 500 }])
  for (const server of both)
    expect(await user(server)).toMatchObject({ subscriptionTier: 'starter', remainingContactPulls: 500 })
})

test('a process killed while it processes a payment leaves the rest to the next one', async () => {
  const [first] = servers
  await saveCard(first)
  const { stripe } = provider.payments
  const { controls } = provider.sandbox
  await allEventsSent()
  await controls.setSwitch('webhooks', 'off')
  const [{ id: customer } = { id: '' }] = await controls.list('customer')
  const [price] = (await stripe?.prices.list({ lookup_keys: ['leadline_starter_monthly'] }))?.data ?? []
  await stripe?.subscriptions.create({ customer, items: [{ price: price?.id ?? '' }] })
  await controls.setSwitch('webhooks', 'normal')
  const [event] = (await stripe?.events.list({ types: ['customer.subscription.created'] }))?.data ?? []
  await controls.setFault('slow')
  const sending = controls.resendEvent(event?.id ?? '').catch(() => {})
  while ((await db.query('SELECT 1 FROM billing_lock')).length === 0) await pause(20)
  await first?.stop('SIGKILL')
  await controls.setFault('none')
  await sending
  expect(await months()).toEqual([])
  const second = await start()
  await controls.resendEvent(event?.id ?? '')
  while ((await user(second)).subscriptionTier === 'free') {
    await controls.releaseWebhooks()
    await pause(200)
  }
  expect(await charges()).toEqual([plans.starter.pricePerMonthCents])
  expect(await months()).toEqual([{ amount: 500 }])
  expect(await user(second)).toMatchObject({ subscriptionTier: 'starter', remainingContactPulls: 500 })
})
