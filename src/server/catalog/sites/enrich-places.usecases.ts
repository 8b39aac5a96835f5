import type { Deps } from '#server/catalog/deps.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import { askForVisits, sitesInCells, type SiteState } from './sites.repository.ts'
import { readSite } from './sites.usecases.ts'

const SITES_AT_ONCE = 20

export type EnrichProgress = { done: number; total: number }
export type EnrichSummary = { sites: number; byState: Partial<Record<SiteState, number>>; withEmail: number }

/**
 * Reads the websites of the businesses in these cells, as far as they are due. After an interruption, the same command
 * continues: sites that were read are not due.
 */
export async function enrichPlaces(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { cells, limit, ...pace }: { cells: readonly number[]; limit: number; pauseMs?: number },
  onProgress: (progress: EnrichProgress) => void,
): Promise<EnrichSummary> {
  if (deps.config.SITE_FACTS === 'off') throw new ImportError('SITE_FACTS is off, so no website is read')
  const now = deps.clock.now()
  const sites = (await sitesInCells(deps.db, cells, { now, limit })).filter(({ domain }) => isOwnDomain(domain))
  await askForVisits(deps.db, sites, now)
  const summary: EnrichSummary = { sites: sites.length, byState: {}, withEmail: 0 }
  let done = 0
  const waiting = sites.values()
  const work = async (): Promise<void> => {
    for (const { domain } of waiting) {
      const visit = await readSite(deps, domain, pace)
      onProgress({ done: ++done, total: sites.length })
      if (visit === null) continue
      summary.byState[visit.state] = (summary.byState[visit.state] ?? 0) + 1
      if (visit.facts.some(({ kind }) => kind === 'email')) summary.withEmail++
    }
  }
  await Promise.all(Array.from({ length: SITES_AT_ONCE }, work))
  return summary
}
