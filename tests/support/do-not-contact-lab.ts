import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatedDoNotContactEntry } from '#contract/leads/do-not-contact.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { emptyCatalog, inBoulder, testDeps, writeOverture } from './imports.ts'
import type { TestPlace } from './overture-file.ts'
import { describeLab, UserLab } from './user-lab.ts'

export const ann = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
  socials: ['https://www.facebook.com/annplumbing'],
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
class DoNotContactLab extends UserLab {
  #folder!: string
  #releases = 0

  override async open(db: Db): Promise<void> {
    await super.open(db)
    this.#folder = await mkdtemp(path.join(tmpdir(), 'own-list-test-'))
    await emptyCatalog(db)
  }

  override async begin(): Promise<void> {
    await this.load([ann, bob, cat, dan])
    await super.begin()
  }

  override async close(): Promise<void> {
    await super.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  load = async (places: TestPlace[]): Promise<void> => {
    const day = new Date(Date.UTC(2026, 3, 1 + this.#releases++)).toISOString().slice(0, 10)
    const files = [await writeOverture(this.#folder, 'p.parquet', places)]
    await importPlaces(testDeps(this.db), { files, release: `${day}.0` })
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

  entries = async () => (await this.call('GET', '/api/do-not-contact')).json<DatedDoNotContactEntry[]>()

  mark = async (...names: string[]) => {
    const leadIds = await Promise.all(names.map(async name => (await this.leadNamed(name)).id))
    const reply = await this.call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    return reply.json<{ changed: number; batchId: number }>()
  }
}

/** Runs tests about the list on both databases. */
export const describeDoNotContact = (tests: (lab: DoNotContactLab) => void): void =>
  describeLab({ title: "a user's own do-not-contact list", newLab: () => new DoNotContactLab() }, tests)
