import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import { confirmDown, untoldChecks } from '#server/catalog/sites/background-visits.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { compareFollowed, insertStopped, leadsOfSites } from './site-news.repository.ts'

const SITES_AT_ONCE = 200

/**
 * Tells users of the checks of their leads' websites. Has followed files compared with them, and visits those again that
 * may have stopped working.
 */
export async function tellOfSites(deps: Deps): Promise<void> {
  while ((await tellOfSome(deps)) === SITES_AT_ONCE);
  await confirmDown(deps)
}

const tellOfSome = ({ db, clock }: Deps): Promise<number> =>
  db.transaction(async tx => {
    const checks = await untoldChecks(tx, SITES_AT_ONCE)
    if (checks.length === 0) return 0
    const now = clock.now()
    const stopped = new Set(checks.flatMap(({ domain, hasStopped }) => (hasStopped ? domain : [])))
    const domains = checks.map(({ domain }) => domain)
    // Whoever deletes an account locks its files before its leads.
    await compareFollowed(tx, domains, [...stopped])
    const leads = await leadsOfSites(tx, domains)
    for (const [userId, own] of Map.groupBy(leads, lead => lead.userId)) {
      const told = own.map(({ id, domain }) => ({ id, hasStopped: stopped.has(domain) }))
      await queueEvent(tx, { userId, now }, 'lead.site_checked', { leads: told })
    }
    await insertStopped(tx, [...stopped], now)
    return checks.length
  })
