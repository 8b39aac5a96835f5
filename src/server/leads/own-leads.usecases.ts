import { isReturned } from '#contract/leads/lead-report.ts'
import { isExportable } from '#server/catalog/place/sources.ts'
import type { Deps } from './deps.ts'
import { leadsAfter } from './leads.repository.ts'
import { currentLeads } from './refresh-leads.usecases.ts'

/**
 * A user's leads after this id, for the download of their own data. As in an export, those that may not be contacted,
 * were returned, or are of a source that may not be exported have no facts.
 */
export async function ownLeadsAfter(
  deps: Pick<Deps, 'db' | 'catalog' | 'clock'>,
  page: { userId: number; after: number; limit: number },
) {
  const { leads, rows } = await currentLeads(deps, page.userId, () => leadsAfter(deps.db, page))
  const current = new Map(leads.map(({ id, ...facts }) => [id, facts]))
  return rows.map(({ id, searchId, pulledAt, exportedAt }) => {
    const facts = current.get(id)
    const isGiven = facts !== undefined && !facts.doNotContact && !isReturned(facts) && isExportable(facts.source)
    return { id, searchId, pulledAt, exportedAt, facts: isGiven ? facts : null }
  })
}
