import type { Deps } from '#server/features/deps.ts'
import { sessionEnd } from '#server/accounts/sessions/session.rules.ts'
import { usersWithStaleLeads } from './refresh-leads.repository.ts'
import { refreshLeads } from './refresh-leads.usecases.ts'

const ACTIVE_DAYS = 14
/** A turn ends then, and the next one goes on: other chores wait for it. */
const TURN_MS = 20_000

/**
 * Brings the leads of people who were here lately up to the catalog, so that nobody waits for it when they open their
 * leads. Readers refresh by themselves what this has not reached.
 */
export async function refreshStaleLeads(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>): Promise<void> {
  const { version } = await deps.catalog.refresh()
  const activeSince = new Date(deps.clock.now().getTime() - ACTIVE_DAYS * 86_400_000)
  const userIds = await usersWithStaleLeads(deps.db, { version, endsAfter: sessionEnd(activeSince) })
  const end = performance.now() + TURN_MS
  const faults: unknown[] = []
  for (const userId of userIds) {
    if (performance.now() > end) break
    // One account that fails does not keep the others from their turn.
    await refreshLeads(deps, userId).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
}
