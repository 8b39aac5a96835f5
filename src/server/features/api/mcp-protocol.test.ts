import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { requestsPerMinute } from '#contract/public-api/api-limits.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { signUpProgrammer } from '#tests/support/api-calls.ts'
import { makeApiKey } from '#tests/support/api-key.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { callMessage, createMcpLab, type McpLab, type ToolResult } from '#tests/support/mcp-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

describeOnPostgres('the connection of AI assistants', open => {
  let db: Db
  let lab: McpLab
  beforeAll(async () => {
    db = await open()
    await seedTown(db)
    lab = await createMcpLab(db)
  })
  afterAll(() => lab.close())
  const personWith = (scope: KeyScope) => signUpProgrammer(lab.product, scope)
  const post: McpLab['post'] = (...message) => lab.post(...message)
  const resultOf = async (secret: string, name: string, given: object) =>
    (await post(secret, callMessage(name, given))).json<{ result: ToolResult }>().result

  test.each(['2025-06-18', '2025-11-25'])('a client of revision %s is served without a session', async version => {
    const { secret } = await personWith('read')
    const hello = {
      jsonrpc: '2.0',
      id: 'a',
      method: 'initialize',
      params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    }
    const welcome = await post(secret, hello)
    expect(welcome.headers['content-type']).toContain('application/json')
    expect(welcome.headers).not.toHaveProperty('mcp-session-id')
    expect(welcome.json()).toMatchObject({ id: 'a', result: { protocolVersion: version } })
    const headers = { 'mcp-protocol-version': version }
    const ready = await post(secret, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
    expect([ready.statusCode, ready.body]).toEqual([202, ''])
    expect((await post(secret, callMessage('usage'), headers)).json()).toMatchObject({
      result: { structuredContent: { plan: 'elite' } },
    })
    const { client, call } = await lab.connect(secret, 'legacy')
    expect(client.getNegotiatedProtocolVersion()).toMatch(/^2025/)
    expect(await call('usage')).toMatchObject({ plan: 'elite' })
  })

  test.each([undefined, '*/*', 'application/json', 'text/event-stream'])(
    'a client that accepts %s gets JSON',
    async accept => {
      const { secret } = await personWith('read')
      const reply = await post(secret, callMessage('usage'), accept === undefined ? {} : { accept })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(reply.json()).toMatchObject({ result: { structuredContent: { plan: 'elite' } } })
    },
  )

  test('a client may send null for what it leaves out, and numbers as text', async () => {
    const { secret } = await personWith('read')
    const ask = async (method: string, params: unknown) =>
      (await post(secret, { jsonrpc: '2.0', id: 1, method, params })).json<{ result: object }>().result
    const nothing = { cursor: null, _meta: null }
    for (const params of [null, nothing]) expect(await ask('tools/list', params)).toHaveProperty('tools.0.name')
    expect(await ask('tools/call', { name: 'usage', arguments: null })).not.toHaveProperty('isError')
    const listOf = (given: object) => ask('tools/call', { name: 'list_leads', arguments: given })
    expect(await listOf({ limit: '10', cursor: '', quality: null })).not.toHaveProperty('isError')
    expect(await listOf({ limit: 'ten' })).toHaveProperty('isError', true)
    const ready = await post(secret, { jsonrpc: '2.0', id: null, method: 'notifications/initialized', params: null })
    expect(ready.statusCode).toBe(202)
  })

  test('headers that contradict the message, batches, and messages that are too large get an error', async () => {
    const { secret } = await personWith('write')
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modern } }
    const version = { 'mcp-protocol-version': '2026-07-28' }
    const good = { ...version, 'mcp-method': 'tools/list' }
    expect((await post(secret, list, good)).statusCode).toBe(200)
    for (const wrong of [
      { ...version, 'mcp-method': 'tools/call' },
      { ...good, 'mcp-protocol-version': '2025-06-18' },
      { ...good, 'mcp-protocol-version': '2099-01-01' },
      version,
    ])
      expect((await post(secret, list, wrong)).statusCode).toBe(400)
    const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await post(secret, unknown, { 'mcp-protocol-version': '1999-01-01' })).statusCode).toBe(400)
    expect(refusalOf(await post(secret, [list, list], good))).toBe('INVALID_REQUEST')
    expect(refusalOf(await post(secret, { ...list, params: 'x'.repeat(100_001) }, good))).toBe('TOO_LARGE')
    expect(refusalOf(await post(secret, '{"jsonrpc":"2.0","id":1,"result":{}}'))).toBe('INVALID_REQUEST')
    const method = 'subscriptions/listen'
    const listen = { ...list, method, params: { _meta: modern, notifications: { toolsListChanged: true } } }
    expect((await post(secret, listen, { ...version, 'mcp-method': method })).json()).toMatchObject({
      error: { message: 'Subscription limit reached' },
    })
    expect((await post(secret, { ...list, method: 'resources/list' }, good)).statusCode).toBe(400)
    const nothing = { 'mcp-method': 'resources/list', ...version }
    expect((await post(secret, { ...list, method: 'resources/list' }, nothing)).statusCode).toBe(404)
  })

  test('an unknown tool, and one that the key may not use, are errors of the protocol that change nothing', async () => {
    const person = await personWith('read')
    for (const name of ['nothing', 'search', 'create_list', 'constructor', '__proto__']) {
      const refused = await post(person.secret, callMessage(name, { name: 'Mine' }))
      expect([refused.statusCode, refused.json()]).toMatchObject([200, { id: 1, error: { code: -32_602 } }])
    }
    expect(await db.query('SELECT FROM lead_list WHERE user_id = $1', [person.user.id])).toEqual([])
  })

  test('two assistants that ask for the same page at once get the same leads, paid once', async () => {
    const person = await personWith('search')
    const other = await makeApiKey(lab.product.app, person)
    const search = { ...seededSearch, maxNewPulls: 25 }
    const { structuredContent: first } = await resultOf(person.secret, 'search', search)
    const { search: made, nextPageToken: pageToken } = first as { search: { id: number }; nextPageToken: string }
    const page = { searchId: made.id, pageToken }
    const secrets = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? person.secret : other.secret))
    const pages = await Promise.all(secrets.map(secret => resultOf(secret, 'next_page', page)))
    expect(new Set(pages.map(({ content }) => content[1]?.text)).size).toBe(1)
    const { structuredContent: usage } = await resultOf(person.secret, 'usage', {})
    expect(usage).toMatchObject({ searches: { remaining: 999 }, contactPulls: { remaining: 7000 - 25 } })
  })

  test('only valid keys of accounts with API access are served, and no requests from other sites', async () => {
    const person = await personWith('write')
    const usage = callMessage('usage')
    expect(refusalOf(await post('leadline_wrong', usage))).toBe('INVALID_API_KEY')
    expect((await post('leadline_wrong', usage)).headers['www-authenticate']).toBe('Bearer')
    expect(refusalOf(await post(person.secret, usage, { origin: 'https://evil.example' }))).toBe('CROSS_SITE')
    for (const method of ['GET', 'DELETE'] as const) {
      const other = await lab.product.app.inject({ method, url: '/mcp', headers: { accept: 'text/event-stream' } })
      expect([refusalOf(other), other.headers['allow']]).toEqual(['METHOD_NOT_ALLOWED', 'POST'])
    }
    await db.query('UPDATE api_key SET expires_at = $2 WHERE id = $1', [person.keyId, lab.product.clock.now()])
    expect((await post(person.secret, usage)).json()).toMatchObject({ detail: 'This API key has expired.' })
    await db.query('UPDATE api_key SET expires_at = NULL WHERE id = $1', [person.keyId])
    await grantPlan(lab.product.deps, { username: person.user.username, tier: 'pro' })
    expect(refusalOf(await post(person.secret, usage))).toBe('FEATURE_NOT_IN_PLAN')
    await grantPlan(lab.product.deps, { username: person.user.username, tier: 'elite' })
    expect((await post(person.secret, usage)).statusCode).toBe(200)
    await lab.product.app.inject({
      method: 'DELETE',
      url: `/api/api-keys/${person.keyId}`,
      headers: { cookie: person.cookie },
    })
    expect(refusalOf(await post(person.secret, usage))).toBe('INVALID_API_KEY')
  })

  test('messages and other calls of a key share one limit, and tools obey the limits of the account', async () => {
    const { secret } = await personWith('read')
    const previews = []
    for (let count = 0; count < 61; count++)
      previews.push(await post(secret, callMessage('preview_search', seededSearch)))
    const failed = previews.filter(answer => answer.json<{ result: ToolResult }>().result.isError === true)
    expect(failed).toHaveLength(1)
    expect(failed[0]?.body).toContain('TOO_MANY_REQUESTS')
    for (let count = 61; count < requestsPerMinute; count++) await post(secret, callMessage('usage'))
    const over = await post(secret, callMessage('usage'))
    expect([refusalOf(over), over.headers['retry-after']]).toEqual(['TOO_MANY_REQUESTS', expect.any(String)])
  })
})
