import { sessionEnd } from '#server/accounts/sessions/session.rules.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import type { Deps } from './deps.ts'
import { usersWithStaleLeads } from './refresh-leads.repository.ts'
import { refreshLeads } from './refresh-leads.usecases.ts'

const ACTIVE_DAYS = 14
/** The maximum time of one run. The next run continues, so that other chores do not wait long. */
const TURN_MS = 20_000

/** Refreshes the leads of recently active users in advance. Others are refreshed when they are read. */
export async function refreshStaleLeads(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>): Promise<void> {
  const { version } = await deps.catalog.refresh()
  const activeSince = daysBefore(deps.clock.now(), ACTIVE_DAYS)
  const userIds = await usersWithStaleLeads(deps.db, { version, endsAfter: sessionEnd(activeSince) })
  const end = performance.now() + TURN_MS
  const faults: unknown[] = []
  for (const userId of userIds) {
    if (performance.now() > end) break
    // A failure for one account must not stop the others.
    await refreshLeads(deps, userId).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
}
