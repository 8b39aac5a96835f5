import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEvents } from '#contract/accounts/webhooks.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { signUpElite } from '#tests/support/api-key.ts'
import { createTestApp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const plumber = (name: string, digits: number): TestPlace => ({
  id: name.toLowerCase(),
  name: `${name} Plumbing`,
  ...inBoulder,
  phones: [`303-440-${digits}`],
  street: `${digits} Pearl St`,
})
const [ann, bob, cat, dan] = [
  plumber('Ann', 1001),
  plumber('Bobby', 1002),
  plumber('Cathy', 1003),
  plumber('Dan', 1004),
]

const urlOf = (id: number | undefined): string => `https://leads.example/api/v1/leads/${id}`
type Message = { type: string; data: Record<string, unknown> }

describeOnBothDatabases('a newer release of places', open => {
  let product: TestApp
  let receiver: WebhookReceiver
  let user: SignedIn
  let folder: string
  let first: SearchResult

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, payload })
  const load = async (release: string, places: TestPlace[]) => {
    product.clock.advance({ days: 1 })
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
  }
  const told = async (): Promise<Message[]> => {
    receiver.received = []
    await new WebhookSender(product.deps).sendDue()
    return receiver.received.map(({ body }) => JSON.parse(body) as Message)
  }
  const leadNamed = (name: string) => first.leads.find(({ businessName }) => businessName.startsWith(name))?.id

  beforeAll(async () => {
    receiver = await new WebhookReceiver().listen()
    product = await createTestApp({
      db: await open(),
      settings: { WEBHOOK_HOSTS: receiver.host, PUBLIC_URL: 'https://leads.example' },
    })
    folder = await mkdtemp(path.join(tmpdir(), 'release-webhooks-test-'))
    user = await signUpElite(product.app, product.deps)
    await load('2026-04-15.0', [ann, bob, cat])
    const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
    first = (await call('POST', '/api/search', criteria)).json<SearchResult>()
    await call('POST', '/api/saved-searches', { searchId: first.search.id, name: 'Plumbers' })
    await call('POST', '/api/webhooks', { url: receiver.urlOf('/hook'), events: [...webhookEvents] })
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
    await receiver.close()
  })

  test('is reported with the names of the changed facts of each lead, without their values, even if nobody is signed in', async () => {
    await product.deps.db.query('DELETE FROM session')
    await load('2026-05-20.0', [{ ...ann, phones: ['303-440-2001'] }, cat])
    await runChore(product.deps, 'stale-leads')
    const messages = await told()
    const [annId, bobId] = [leadNamed('Ann'), leadNamed('Bobby')]
    expect(messages).toMatchObject([{ type: 'lead.changed' }])
    const leads = messages[0]?.data.leads as object[]
    expect(leads).toHaveLength(2)
    expect(leads).toEqual(
      expect.arrayContaining([
        { id: annId, url: urlOf(annId), changed: ['phoneNumber'] },
        { id: bobId, url: urlOf(bobId), changed: ['isListed'] },
      ]),
    )
    expect(JSON.stringify(messages)).not.toMatch(/2001|Ann/)
    await runChore(product.deps, 'stale-leads')
    expect(await told()).toEqual([])
  })

  test('is reported to a webhook on hold once it is turned on, even if nobody was signed in meanwhile', async () => {
    const { db } = product.deps
    await db.query(`UPDATE webhook_endpoint SET state = 'held'`)
    await load('2026-05-27.0', [{ ...ann, phones: ['303-440-2002'] }, cat])
    await runChore(product.deps, 'stale-leads')
    expect(await told()).toEqual([])
    await db.query(`UPDATE webhook_endpoint SET state = 'on'`)
    expect(await told()).toMatchObject([
      { type: 'lead.changed', data: { leads: [{ id: leadNamed('Ann'), changed: ['phoneNumber'] }] } },
    ])
  })

  test('is reported once with the number of new businesses of a saved search', async () => {
    await load('2026-06-17.0', [{ ...ann, phones: ['303-440-2001'] }, cat, dan])
    await runChore(product.deps, 'news')
    const hits = (await told()).filter(({ type }) => type === 'saved_search.hits')
    expect(hits).toMatchObject([
      {
        data: {
          savedSearchId: expect.any(Number) as number,
          newBusinesses: 1,
          url: 'https://leads.example/api/v1/saved-searches',
        },
      },
    ])
    await runChore(product.deps, 'news')
    expect((await told()).filter(({ type }) => type === 'saved_search.hits')).toEqual([])
  })
})
