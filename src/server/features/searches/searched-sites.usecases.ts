import { cellsOfArea } from '#server/catalog/search/area-cells.ts'
import { queueVisitsInCells } from '#server/catalog/sites/background-visits.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { lastPlans } from './searches.repository.ts'

const LAST_SEARCHES = 50
/** How many other loaded cells are visited each minute. */
const OTHER_CELLS = 50
const MINUTE_MS = 60_000

/**
 * With `SITE_FACTS=all`, queues visits of websites. The areas of the last searches come first. Then some of the other
 * loaded cells follow, so that every cell has its turn.
 */
export async function visitSearchedSites(deps: Deps): Promise<void> {
  if (deps.config.SITE_FACTS !== 'all') return
  const plans = await lastPlans(deps.db, LAST_SEARCHES)
  const searched = plans.flatMap(({ where }) => where.anyOf.flatMap(area => cellsOfArea(area, deps.catalog.populated)))
  const covered = [...(await deps.catalog.refresh()).coverage.byCell.keys()].toSorted((a, b) => a - b)
  const turn = Math.floor(deps.clock.now().getTime() / MINUTE_MS) * OTHER_CELLS
  const others = covered.slice(0, OTHER_CELLS).map((_, index) => covered[(turn + index) % covered.length] ?? 0)
  await queueVisitsInCells(deps, [...new Set([...searched, ...others])])
}
