import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEvents } from '#contract/accounts/webhooks.ts'
import { newWebhookSecret, signedHeaders } from '#server/accounts/webhooks/signature.rules.ts'
import { makeApiKey, signUpElite } from './support/api-key.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { createTestDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { freePort } from './support/postgres-cluster.ts'

const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
const examplesIn = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)
const [subscribe = '', sign = ''] = examplesIn('sh')

let product: TestApp
let folder: string

beforeAll(async () => {
  product = await createTestApp({ db: await createTestDatabase('postgres') })
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-webhook-guide-'))
})
afterAll(async () => {
  await product.app.close()
  await product.deps.db.close()
  rmSync(folder, { recursive: true })
})

const shell = async (code: string, env: Record<string, string>): Promise<string> =>
  (await promisify(execFile)('sh', ['-ec', code], { cwd: folder, env: { ...process.env, ...env } })).stdout

test('the guide names every event', () => {
  const rows = [...guide.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name)
  expect(rows).toEqual([...webhookEvents, 'test'])
})

test("the guide's curl example subscribes, and the secret is one of the specification", async () => {
  const address = await product.app.listen({ host: '127.0.0.1', port: 0 })
  const { secret } = await makeApiKey(product.app, await signUpElite(product.app, product.deps))
  const made = JSON.parse(await shell(subscribe, { LEADLINE_URL: address, LEADLINE_API_KEY: secret })) as object
  expect(made).toMatchObject({ id: expect.any(Number) as number, events: ['lead.pulled'], state: 'on' })
  expect(() => new StandardWebhook((made as { secret: string }).secret)).not.toThrow()
})

test("the guide's shell example prints the signature", async () => {
  const secret = newWebhookSecret()
  const body = '{"type":"test","data":{"message":"ä"}}'
  writeFileSync(path.join(folder, 'body.json'), body)
  const headers = signedHeaders({ id: 'msg_1', body, at: new Date(), secrets: [secret] })
  const printed = await shell(sign, {
    LEADLINE_SECRET: secret,
    WEBHOOK_ID: 'msg_1',
    WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] ?? '',
  })
  expect(printed.trim()).toBe(headers['webhook-signature'])
})

test("the guide's receiver accepts a genuine message, handles it once, and refuses a forged or an old one", async () => {
  const [example = '', ...rest] = examplesIn('ts')
  expect(rest).toEqual([])
  writeFileSync(path.join(folder, 'receiver.mts'), example)
  const [secret, port] = [newWebhookSecret(), await freePort()]
  const env = { ...process.env, LEADLINE_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, ['receiver.mts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  try {
    const body = '{"type":"test","data":{"message":"hello"}}'
    const post = async (at: Date, sent = body) => {
      const headers = signedHeaders({ id: 'msg_1', body, at, secrets: [newWebhookSecret(), secret] })
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
    }
    await eventually(async () => expect(await post(new Date())).toBe(204))
    expect(await post(new Date())).toBe(204)
    expect(await post(new Date(), body.replace('hello', 'Hello'))).toBe(400)
    expect(await post(new Date(Date.now() - 3_600_000))).toBe(400)
    await eventually(() => expect(printed).toBe('test {"message":"hello"}\n'))
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
  }
})
