import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Lead } from '#contract/leads.ts'
import type { DatedOwnEntry } from '#contract/own-suppression.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { describeOnBothDatabases } from './databases.ts'
import { emptyCatalog, inBoulder, testDeps, writeOverture } from './imports.ts'
import type { TestPlace } from './overture-file.ts'

export const ann = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
}
export const bob = {
  id: 'bob',
  name: 'Bob Plumbing',
  ...inBoulder,
  phones: ['303-440-0002'],
  emails: ['bob@gmail.com'],
}
export const cat = { id: 'cat', name: 'Cat Plumbing', ...inBoulder, phones: ['303-440-0003'] }
export const dan = { id: 'dan', name: 'Dan Plumbing', ...inBoulder, emails: ['dan@mail.danplumbing.org'] }
export const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }

/** The product with four plumbers in Boulder, and in each test a new user with an empty do-not-contact list. */
class OwnListLab {
  product!: TestApp
  user!: SignedIn
  #folder!: string
  #releases = 0

  async open(db: Db): Promise<void> {
    this.product = await createTestApp({ db })
    this.#folder = await mkdtemp(path.join(tmpdir(), 'own-list-test-'))
    await emptyCatalog(db)
  }

  async begin(): Promise<void> {
    await this.load([ann, bob, cat, dan])
    this.user = await signUp(this.product.app)
  }

  async close(): Promise<void> {
    await this.product.app.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  load = async (places: TestPlace[]): Promise<void> => {
    const day = new Date(Date.UTC(2026, 3, 1 + this.#releases++)).toISOString().slice(0, 10)
    const files = [await writeOverture(this.#folder, 'p.parquet', places)]
    await importPlaces(testDeps(this.product.deps.db), { files, release: `${day}.0` })
  }

  call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who = this.user) =>
    this.product.app.inject({ method, url, headers: { cookie: who.cookie }, ...(payload && { payload }) })

  search = async (who = this.user) => (await this.call('POST', '/api/search', plumbers, who)).json<SearchResult>()

  /** The names that a search finds. */
  found = async (who = this.user) => (await this.search(who)).leads.map(({ businessName }) => businessName).toSorted()

  leads = async () => (await this.call('GET', '/api/leads')).json<Lead[]>()

  leadNamed = async (name: string): Promise<Lead> => {
    const lead = (await this.leads()).find(({ businessName }) => businessName === name)
    if (lead === undefined) throw new Error(`There is no lead ${name}`)
    return lead
  }

  /** The names of the leads that the list hides. */
  hidden = async () => (await this.leads()).flatMap(lead => (lead.doNotContact ? lead.businessName : [])).toSorted()

  add = async (text: string) => (await this.call('POST', '/api/do-not-contact', { text })).json<object>()

  entries = async () => (await this.call('GET', '/api/do-not-contact')).json<DatedOwnEntry[]>()

  mark = async (...names: string[]) => {
    const leadIds = await Promise.all(names.map(async name => (await this.leadNamed(name)).id))
    const reply = await this.call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    return reply.json<{ changed: number; batchId: number }>()
  }
}

/** Runs tests about the list on both databases. */
export function describeOwnList(tests: (lab: OwnListLab) => void): void {
  describeOnBothDatabases("a user's own do-not-contact list", open => {
    const lab = new OwnListLab()
    beforeAll(async () => lab.open(await open()))
    afterAll(() => lab.close())
    beforeEach(() => lab.begin())
    tests(lab)
  })
}
