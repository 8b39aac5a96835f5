import { ImportError } from '#place-files/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import { findDatasets } from '#server/catalog/tables/dataset.repository.ts'
import { askForVisits, sitesInCells, sitesOfDatasets, type SiteState, type SiteToRead } from './sites.repository.ts'
import { type Pace, readSite } from './sites.usecases.ts'

const SITES_AT_ONCE = 60
/** Each time this many sites are read, their facts are written to the catalog. */
const SITES_PER_CHANGE = 500

export type EnrichProgress = { done: number; total: number }
export type EnrichSummary = { sites: number; byState: Partial<Record<SiteState, number>>; withEmail: number }

/** Map cells, or a list or source in the catalog. */
export type EnrichedPlaces = { cells: readonly number[] } | { list: string }

/**
 * Reads the due websites of the businesses in these cells or on this list. After an interruption, the same command
 * continues where it stopped, because sites that were already read are no longer due.
 */
export async function enrichPlaces(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { limit, which, ...pace }: { which: EnrichedPlaces; limit: number } & Pace,
  onProgress: (progress: EnrichProgress) => void,
): Promise<EnrichSummary> {
  if (deps.config.SITE_FACTS === 'off') throw new ImportError('SITE_FACTS is off, so no website is read')
  const now = deps.clock.now()
  const sites = (await dueSites(deps, which, { now, limit })).filter(({ domain }) => isOwnDomain(domain))
  await askForVisits(deps.db, sites, now)
  const summary: EnrichSummary = { sites: sites.length, byState: {}, withEmail: 0 }
  let done = 0
  const waiting = sites.values()
  const work = async (): Promise<void> => {
    for (const { domain } of waiting) {
      const visit = await readSite(deps, domain, pace)
      onProgress({ done: ++done, total: sites.length })
      if (done % SITES_PER_CHANGE === 0) await applySiteFacts(deps)
      if (visit === null) continue
      summary.byState[visit.state] = (summary.byState[visit.state] ?? 0) + 1
      if (visit.facts.some(({ kind }) => kind === 'email')) summary.withEmail++
    }
  }
  await Promise.all(Array.from({ length: SITES_AT_ONCE }, work))
  await applySiteFacts(deps)
  return summary
}

async function dueSites(
  { db }: Pick<Deps, 'db'>,
  which: EnrichedPlaces,
  due: { now: Date; limit: number },
): Promise<SiteToRead[]> {
  if ('cells' in which) return sitesInCells(db, which.cells, due)
  const datasets = await findDatasets(db, which.list)
  if (datasets.length === 0) throw new ImportError(`The catalog has no source and no list "${which.list}"`)
  const ids = datasets.map(({ id }) => id)
  return sitesOfDatasets(db, ids, due)
}
