import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { LeadAction, LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { PlumberLab, plumbers } from './plumber-lab.ts'
import { searchCalls } from './search-calls.ts'
import { describeLab } from './user-lab.ts'

export const inOrder = (ids: number[]): number[] => ids.toSorted((a, b) => a - b)

/** In each test, the user has twenty plumbers as leads. */
class WorkLab extends PlumberLab {
  leads!: Lead[]

  override async begin(): Promise<void> {
    await super.begin()
    this.leads = (await searchCalls(this.caller).post(plumbers)).json<SearchResult>().leads
  }

  send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = this.user) =>
    this.product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })

  idOf = (index: number): number => this.leads[index]?.id ?? 0

  act = async (leadIds: number[], action: LeadAction) =>
    (await this.send('POST', '/api/leads/actions', { leadIds, action })).json<{ changed: number; batchId: number }>()

  setStatus = (leadIds: number[], status: LeadStatus) => this.act(leadIds, { kind: 'status', status })

  addNote = (id: number, body: string) => this.send('POST', `/api/leads/${id}/notes`, { body })

  workOn = async (id: number) => (await this.send('GET', `/api/leads/${id}/work`)).json<LeadWorkDetails>()

  listed = async (query = '') => (await this.send('GET', `/api/leads?limit=100${query}`)).json<ListPage<Lead>>()

  idsListed = async (query: string) => inOrder((await this.listed(query)).items.map(({ id }) => id))
}

/** Runs tests about the status, notes, and history of leads on both databases. */
export const describeWork = (title: string, tests: (lab: WorkLab) => void): void =>
  describeLab({ title, newLab: () => new WorkLab(20) }, tests)
