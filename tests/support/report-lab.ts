import { beforeAll, beforeEach } from 'vitest'
import type { ReportResult } from '#contract/lead-reports.ts'
import type { Lead } from '#contract/leads.ts'
import type { SearchResult } from '#contract/searches.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { describeOnBothDatabases } from './databases.ts'
import { searchCalls } from './search-calls.ts'
import { seedPlumbers } from './seed-boulder.ts'

export const PLUMBERS = 12
export const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** The product with twelve plumbers, and in each test a new user who has them as leads. */
class ReportLab {
  db!: Db
  product!: TestApp
  user!: SignedIn
  leads!: Lead[]

  async open(db: Db): Promise<void> {
    this.db = db
    await seedPlumbers(db, PLUMBERS)
    this.product = await createTestApp({ db })
  }

  async begin(): Promise<void> {
    this.user = await signUp(this.product.app)
    this.leads = (await this.search()).leads
  }

  send = (method: 'GET' | 'POST', url: string, payload?: object, as = this.user) =>
    this.product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })

  get = async <T>(url: string, as = this.user) => (await this.send('GET', url, undefined, as)).json<T>()

  search = async (as = this.user) => (await this.send('POST', '/api/search', plumbers, as)).json<SearchResult>()

  report = async (leadIds: number[], reason = 'closed', as = this.user) =>
    (await this.send('POST', '/api/leads/reports', { leadIds, reason }, as)).json<ReportResult>()

  listed = async (id: number) => (await this.get<Lead[]>('/api/leads')).find(lead => lead.id === id)

  pullsLeft = async () =>
    (await searchCalls(() => ({ app: this.product.app, user: this.user })).quota()).remainingContactPulls ?? 0
}

/** Runs tests about reports of leads on both databases. */
export function describeReports(tests: (lab: ReportLab) => void): void {
  describeOnBothDatabases('reports of leads', open => {
    const lab = new ReportLab()
    beforeAll(async () => lab.open(await open()))
    beforeEach(() => lab.begin())
    tests(lab)
  })
}
