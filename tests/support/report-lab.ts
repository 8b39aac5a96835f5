import type { ReportResult } from '#contract/leads/lead-reports.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { PlumberLab, plumbers } from './plumber-lab.ts'
import { searchCalls } from './search-calls.ts'
import { describeLab } from './user-lab.ts'

export const PLUMBERS = 12

/** In each test, the user has all plumbers as leads. */
class ReportLab extends PlumberLab {
  leads!: Lead[]
  searchId = 0

  override async begin(): Promise<void> {
    await super.begin()
    const { leads, search } = await this.search()
    this.leads = leads
    this.searchId = search.id
  }

  send = (method: 'GET' | 'POST', url: string, payload?: object, as = this.user) =>
    this.product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })

  get = async <T>(url: string, as = this.user) => (await this.send('GET', url, undefined, as)).json<T>()

  search = async (as = this.user) => (await this.send('POST', '/api/search', plumbers, as)).json<SearchResult>()

  report = async (leadIds: number[], reason = 'closed', as = this.user) =>
    (await this.send('POST', '/api/leads/reports', { leadIds, reason }, as)).json<ReportResult>()

  listed = async (id: number) => (await this.get<Lead[]>('/api/leads')).find(lead => lead.id === id)

  receipt = (searchId: number) => searchCalls(this.caller).receipt(searchId)

  pullsLeft = async () => (await searchCalls(this.caller).quota()).remainingContactPulls ?? 0
}

/** Runs tests about reports of leads on both databases. */
export const describeReports = (tests: (lab: ReportLab) => void): void =>
  describeLab({ title: 'reports of leads', newLab: () => new ReportLab(PLUMBERS) }, tests)
