import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, assert, beforeAll, beforeEach } from 'vitest'
import { type Webhook, webhookEvents, type WebhookInput, type WebhookMessage } from '#contract/accounts/webhooks.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import type { Db } from '#server/platform/database/db.ts'
import { signUpElite } from './api-key.ts'
import { createTestApp, ownAddress, type SignedIn, signIn, type TestApp } from './app.ts'
import { type DatabaseKind, describeOnBothDatabases, describeOnPostgres } from './databases.ts'
import { mailQueues, runDueJobs } from './due-jobs.ts'
import { seededSearch, seedTown } from './seed-town.ts'
import { type Received, WebhookReceiver } from './webhook-receiver.ts'

const DEADLINE_MS = 1000

type Message = { type: string; timestamp: string; data: Record<string, unknown> }
export const messageOf = ({ body }: Received): Message => JSON.parse(body) as Message
export const idOf = ({ headers }: Received): string => String(headers['webhook-id'])

/** Signed with the secret, as the library of the specification would do it. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const wanted = new StandardWebhook(secret).sign(String(headers['webhook-id']), at, body)
  return String(headers['webhook-signature']).split(' ').includes(wanted)
}

type NewWebhook = { path: string; webhook: Webhook; secret: string }

/** The product, a receiver of webhooks beside it, and a user of the Elite plan, who is a new one in each test. */
export class WebhookLab {
  product!: TestApp
  receiver!: WebhookReceiver
  user!: SignedIn
  #paths = 0

  call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = this.user) =>
    this.product.app.inject({
      method,
      url,
      headers: { cookie: as.cookie },
      remoteAddress: ownAddress(as),
      ...(payload ? { payload } : {}),
    })
  newPath = (): string => `/hook-${++this.#paths}`
  add = async (events: WebhookInput['events'] = [...webhookEvents], as = this.user): Promise<NewWebhook> => {
    const path = this.newPath()
    const made = await this.call('POST', '/api/webhooks', { url: this.receiver.urlOf(path), events }, as)
    assert.equal(made.statusCode, 201)
    return { path, ...made.json<Omit<NewWebhook, 'path'>>() }
  }
  /** Sends what is due. */
  send = (): Promise<void> => new WebhookSender(this.product.deps, { deadlineMs: DEADLINE_MS }).sendDue()
  messages = async ({ webhook }: { webhook: Webhook }, query = '', as = this.user) =>
    (await this.call('GET', `/api/webhooks/${webhook.id}/messages${query}`, undefined, as)).json<{
      items: WebhookMessage[]
      nextCursor: string | null
    }>()
  stateOf = async ({ webhook }: { webhook: Webhook }): Promise<Webhook | undefined> =>
    (await this.call('GET', '/api/webhooks'))
      .json<{ webhooks: Webhook[] }>()
      .webhooks.find(({ id }) => id === webhook.id)
  search = async (as = this.user): Promise<SearchResult> =>
    (await this.call('POST', '/api/search', seededSearch, as)).json<SearchResult>()
  setStatus = async (leadIds: number[], status: string, as = this.user): Promise<void> => {
    const action = { kind: 'status', status }
    assert.equal((await this.call('POST', '/api/leads/actions', { leadIds, action }, as)).statusCode, 200)
  }
  /** After the session has ended with time. */
  signInAgain = async (): Promise<void> => {
    this.user = await signIn(this.product.app, this.user.user.username)
  }
  mailsAboutWebhooks = async (subject = 'A webhook was turned off') => {
    await runDueJobs(this.product.deps, mailQueues)
    const { email } = this.user.user
    return this.product.mails.filter(mail => mail.to === email && mail.subject === subject)
  }
  /** A waiting message for each endpoint that is told of statuses. */
  causeEvent = async (as = this.user): Promise<void> => {
    const { leads } = await this.search(as)
    const [lead] = leads
    await this.setStatus([lead?.id ?? 0], 'new', as)
    await this.setStatus([lead?.id ?? 0], 'contacted', as)
  }
  /** A webhook whose receiver behaves like this, after a first attempt. */
  behave = async (behavior: Parameters<WebhookReceiver['behaviors']['set']>[1]): Promise<NewWebhook> => {
    const hook = await this.add(['lead.status_changed'])
    this.receiver.behaviors.set(hook.path, behavior)
    await this.causeEvent()
    await this.send()
    return hook
  }
}

type WebhookTests = (lab: WebhookLab, kind: DatabaseKind) => void

export const describeWebhooks = (title: string, tests: WebhookTests): void =>
  describeOnBothDatabases(title, (open, kind) => testWebhooks({ open, kind, tests }))

export const describeWebhooksOnPostgres = (title: string, tests: WebhookTests): void =>
  describeOnPostgres(title, (open, kind) => testWebhooks({ open, kind, tests }))

type WebhookSuite = { open: () => Promise<Db>; kind: DatabaseKind; tests: WebhookTests }
function testWebhooks({ open, kind, tests }: WebhookSuite): void {
  const lab = new WebhookLab()
  beforeAll(async () => {
    lab.receiver = await new WebhookReceiver().listen()
    const db = await open()
    await seedTown(db)
    lab.product = await createTestApp({
      db,
      settings: { WEBHOOK_HOSTS: lab.receiver.host, PUBLIC_URL: 'https://leads.example' },
    })
  })
  beforeEach(async () => {
    // What is left for receivers of earlier tests is not waited for.
    lab.receiver.behaviors.clear()
    lab.user = await signUpElite(lab.product.app, lab.product.deps)
  })
  afterAll(async () => {
    await lab.product.app.close()
    await lab.receiver.close()
  })
  tests(lab, kind)
}
