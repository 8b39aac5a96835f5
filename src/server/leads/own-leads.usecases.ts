import { isReturned } from '#contract/leads/lead-report.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { isExportable } from '#server/catalog/place/sources.ts'
import type { Deps } from './deps.ts'
import { leadsAfter } from './leads.repository.ts'
import { currentLeads } from './refresh-leads.usecases.ts'

export type OwnLead = {
  id: number
  searchId: number | null
  pulledAt: Date
  exportedAt: Date | null
  /** Null for leads that exports leave out: not to be contacted, returned, or of a source that may not be exported. */
  facts: Omit<Lead, 'id'> | null
}

/** A user's leads after this id, for the download of their own data, with the same restrictions as an export. */
export async function ownLeadsAfter(
  deps: Pick<Deps, 'db' | 'catalog' | 'clock'>,
  page: { userId: number; after: number; limit: number },
): Promise<OwnLead[]> {
  const { leads, rows } = await currentLeads(deps, page.userId, () => leadsAfter(deps.db, page))
  const current = new Map(leads.map(({ id, ...facts }) => [id, facts]))
  return rows.map(({ id, searchId, pulledAt, exportedAt }) => {
    const facts = current.get(id)
    const isGiven = facts !== undefined && !facts.doNotContact && !isReturned(facts) && isExportable(facts.source)
    return { id, searchId, pulledAt, exportedAt, facts: isGiven ? facts : null }
  })
}
