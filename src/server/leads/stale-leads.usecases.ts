import { sessionEnd } from '#server/accounts/sessions/session.rules.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import type { Deps } from './deps.ts'
import { usersWithStaleLeads } from './refresh-leads.repository.ts'
import { refreshLeads } from './refresh-leads.usecases.ts'

const ACTIVE_DAYS = 14

/** Refreshes leads in advance, for recent users and for webhooks. Others are refreshed when they are read. */
export async function refreshStaleLeads(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>): Promise<void> {
  const { version } = await deps.catalog.refresh()
  const activeSince = daysBefore(deps.clock.now(), ACTIVE_DAYS)
  const userIds = await usersWithStaleLeads(deps.db, { version, endsAfter: sessionEnd(activeSince) })
  await inOneTurn(userIds, userId => refreshLeads(deps, userId))
}
