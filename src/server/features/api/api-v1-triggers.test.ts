import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { apiV1Endpoints } from '#contract/public-api/api-v1.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { Db } from '#server/platform/database/db.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { createTestApp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { releaseLine } from '#tests/support/release-line.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { newLead } from '../../../../docs/examples/zapier-new-lead.ts'

type Item = { id: number; [field: string]: unknown }
type Person = SignedIn & { secret: string }
const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
const isNewestFirst = (items: Item[]) => items.every(({ id }, index) => index === 0 || id < (items[index - 1]?.id ?? 0))

describeOnPostgres('polling', open => {
  let db: Db
  let product: TestApp
  let app: FastifyInstance

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 130)
    product = await createTestApp({ db })
    ;({ app } = product)
  })

  const personWithKey = async (): Promise<Person> => {
    const owner = await signUpElite(app, product.deps)
    return { ...owner, secret: (await makeApiKey(app, owner)).secret }
  }
  const post = async <Answer>({ secret }: Person, url: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api/v1${url}`, headers: bearer(secret), payload })).json<Answer>()
  const search = (person: Person, criteria: object = {}) =>
    post<SearchResult>(person, '/searches', { ...plumbers, ...criteria })
  const poll = async ({ secret }: Person, name: string) =>
    (await app.inject({ url: `/api/v1/triggers/${name}`, headers: bearer(secret) })).json<Item[]>()
  const setStatus = (person: Person, leadIds: number[], status: LeadStatus) =>
    post(person, '/leads/changes', { leadIds, status })

  test('new leads are a bare array, newest first, of at most one hundred', async () => {
    const person = await personWithKey()
    expect(await poll(person, 'new-leads')).toEqual([])
    const { search: found, leads, nextPageToken } = await search(person)
    const first = await poll(person, 'new-leads')
    expect(new Set(first.map(({ id }) => id))).toEqual(new Set(leads.map(({ id }) => id)))
    for (let token = nextPageToken; token !== null;) {
      const page: SearchResult = await post(person, `/searches/${found.id}/next-page`, { pageToken: token })
      token = page.nextPageToken
    }
    const later = await poll(person, 'new-leads')
    expect([later.length, isNewestFirst(later)]).toEqual([100, true])
    expect(await poll(person, 'new-leads?limit=3')).toEqual(later.slice(0, 3))
    const tooMany = await app.inject({ url: '/api/v1/triggers/new-leads?limit=101', headers: bearer(person.secret) })
    expect(refusalOf(tooMany)).toBe('INVALID_REQUEST')
    expect(await poll(await personWithKey(), 'new-leads')).toEqual([])
  })

  test('each change of a status is an item of its own, with an id that stays', async () => {
    const person = await personWithKey()
    const { leads } = await search(person)
    const [lead] = leads
    const ids = leads.map(({ id }) => id)
    await setStatus(person, [lead?.id ?? 0], 'contacted')
    const once = await poll(person, 'status-changes')
    expect(once).toEqual([
      {
        id: expect.any(Number) as number,
        leadId: lead?.id,
        businessName: lead?.businessName,
        was: 'new',
        becomes: 'contacted',
        at: product.clock.now().toISOString(),
      },
    ])
    await setStatus(person, [lead?.id ?? 0], 'contacted')
    await post(person, '/leads/changes', { leadIds: ids, followUpOn: '2026-05-04' })
    await post(person, `/leads/${lead?.id}/notes`, { body: 'Called' })
    expect(await poll(person, 'status-changes')).toEqual(once)
    for (const status of ['won', 'lost', 'contacted', 'won', 'lost', 'contacted'] as const)
      await setStatus(person, ids, status)
    const many = await poll(person, 'status-changes')
    expect([many.length, isNewestFirst(many)]).toEqual([100, true])
    expect(await poll(await personWithKey(), 'status-changes')).toEqual([])
  })

  test('a release that joins two leads, or splits them, does not bring a status change again under another id', async () => {
    const person = await personWithKey()
    const { leads } = await search(person)
    const [first, second] = leads.slice(0, 2)
    await setStatus(person, [second?.id ?? 0], 'contacted')
    await setStatus(person, [first?.id ?? 0, second?.id ?? 0], 'won')
    const release = async (as: Lead | undefined) => {
      await releaseLine(db, second, as)
      await app.inject({ url: '/api/v1/leads', headers: bearer(person.secret) })
    }
    const seen = async () => (await poll(person, 'status-changes')).map(({ id }) => id)
    const before = await seen()
    expect(before).toHaveLength(3)
    await release(first)
    const joined = await seen()
    expect(joined.filter(id => !before.includes(id))).toEqual([])
    await release(second)
    await release(first)
    await release(second)
    expect(await seen()).toEqual(joined)
    await setStatus(person, [second?.id ?? 0], 'lost')
    expect(await seen()).toHaveLength(joined.length + 1)
  })

  test('hits are new businesses that the account does not have, without their names', async () => {
    const person = await personWithKey()
    const { search: found, leads } = await search(person)
    const saved = await post<Item>(person, '/saved-searches', { searchId: found.id, name: 'Plumbers' })
    const hit = async (index: number, placeKey: string, daysAgo: number) =>
      db.query(
        `INSERT INTO alert_hit (user_id, saved_search_id, change_id, place_key, town, kind, what, found_at)
         VALUES ($1, $2, $3, $4, 'Boulder, CO', 'added', 0, $5)`,
        [person.user.id, saved.id, index, placeKey, new Date(product.clock.now().getTime() - daysAgo * 86_400_000)],
      )
    const [owned] = await db.query<{ key: string }>('SELECT place_key AS key FROM lead WHERE id = $1', [leads[0]?.id])
    await hit(1, 'too-old', 91)
    await hit(2, 'a', 2)
    await hit(3, owned?.key ?? '', 1)
    await hit(4, 'b', 1)
    const hits = await poll(person, 'hits')
    expect(isNewestFirst(hits)).toBe(true)
    expect(hits.map(({ id: _id, foundAt: _foundAt, ...told }) => told)).toEqual(
      Array.from({ length: 2 }, () => ({ savedSearchId: saved.id, savedSearch: 'Plumbers', town: 'Boulder, CO' })),
    )
    expect(await poll(await personWithKey(), 'hits')).toEqual([])
  })

  test('the trigger for Zapier in the documentation sends each lead once', async () => {
    const person = await personWithKey()
    const z = {
      request: async ({ url, params, headers }: { url: string; params: Record<string, string>; headers: object }) => ({
        json: (await app.inject({ url, query: params, headers: { ...headers } })).json<unknown>(),
      }),
    }
    const seen = new Set<number>()
    /** Zapier takes the items whose `id` it has not seen, oldest first. */
    const pollOfZapier = async () => {
      const authData = { server: '', apiKey: person.secret }
      const items = (await newLead.operation.perform(z, { authData })) as Item[]
      const fresh = items.filter(({ id }) => !seen.has(id)).toReversed()
      for (const { id } of fresh) seen.add(id)
      return fresh
    }
    expect(await pollOfZapier()).toEqual([])
    await search(person, { maxNewPulls: 4 })
    const four = await pollOfZapier()
    expect(four).toHaveLength(4)
    for (const name of Object.keys(newLead.operation.sample)) expect(four[0]).toHaveProperty(name)
    expect(await pollOfZapier()).toEqual([])
    await search(person, { maxNewPulls: 3 })
    expect(await pollOfZapier()).toHaveLength(3)
  })

  test('the workflow for n8n in the documentation can be imported and polls the real address', async () => {
    const workflow = JSON.parse(await readFile('docs/examples/n8n-new-leads.json', 'utf8')) as Workflow
    expect(faultsOf(workflow)).toEqual([])
    const request = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.httpRequest')?.parameters ?? {}
    expect(request).toMatchObject({ authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' })
    const { pathname } = new URL(String(request.url))
    expect(Object.values(apiV1Endpoints).map(({ path }) => path as string)).toContain(pathname)
    const person = await personWithKey()
    await search(person, { maxNewPulls: 2 })
    const { parameters } = request.queryParameters as { parameters: { name: string; value: string }[] }
    const query = Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    const items = (await app.inject({ url: pathname, query, headers: bearer(person.secret) })).json<Item[]>()
    expect(items).toHaveLength(2)
    const dedupe = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.removeDuplicates')?.parameters
    const [, field = ''] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(String(dedupe?.dedupeValue)) ?? []
    expect(new Set(items.map(item => item[field])).size).toBe(2)
  })
})

type Node = { id: string; name: string; type: string; typeVersion: number; position: number[]; parameters: NodeFields }
type NodeFields = Record<string, unknown>
type Workflow = {
  name: string
  nodes: Node[]
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>
  settings: object
}

const isNode = (node: Node) =>
  /^n8n-nodes-base\.\w+$/.test(node.type) &&
  node.typeVersion > 0 &&
  node.position.length === 2 &&
  typeof node.parameters === 'object' &&
  !('credentials' in node)

/** What makes the import of a workflow fail, or leaves it unconnected. */
function faultsOf({ name, nodes, connections, settings }: Workflow): string[] {
  const names = nodes.map(node => node.name)
  const targets = Object.values(connections).flatMap(({ main }) => main.flat())
  return [
    ...(name.length > 0 && typeof settings === 'object' ? [] : ['the workflow has no name or settings']),
    ...nodes.filter(node => !isNode(node)).map(node => `${node.name} is not a node`),
    ...(new Set(names).size === nodes.length ? [] : ['two nodes have one name']),
    ...(new Set(nodes.map(({ id }) => id)).size === nodes.length ? [] : ['two nodes have one id']),
    ...Object.keys(connections).filter(from => !names.includes(from)),
    ...targets.filter(({ node, type, index }) => !names.includes(node) || type !== 'main' || index !== 0).map(String),
    ...names
      .filter(each => !(each in connections) && targets.every(({ node }) => node !== each))
      .map(each => `${each} is not connected`),
  ]
}
