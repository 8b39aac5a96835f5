import { noWork } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, stubApi } from '../../testing/stub-api.ts'
import { LeadResults } from './lead-results.tsx'
import { makeLead } from './lead.fixture.ts'

export const threeLeads = [
  makeLead({ id: 1, businessName: 'Boulder Drains', rating: '3.5' }),
  makeLead({ id: 2, businessName: 'Ace Plumbing', rating: null, city: 'Lafayette', phoneNumber: null, website: null }),
  makeLead({ id: 3, businessName: 'Zed Pipes', rating: '4.9', website: 'javascript:alert(1)' }),
]
const work = ok({ ...noWork, lists: [], notes: [], history: [] })
export function showLeads(list: Lead[] = threeLeads, address = '/dashboard') {
  stubApi({
    'GET /api/lists': ok({ lists: [] }),
    ...Object.fromEntries(list.map(({ id }) => [`GET /api/leads/${id}/work`, work])),
  })
  return renderAt(address, <LeadResults leads={list} searchId={7} more={null} map={{ outlines: [] }} />)
}

/** A line in a score that limits the score. */
export const limitLine = (detail: string, earned = 0) => ({
  code: 'limit',
  label: 'Limit',
  earned,
  possible: 0,
  detail,
})
