import type { Deps } from '#server/catalog/deps.ts'
import { countWaiting, sitesInCells, sitesToConfirm } from './sites.repository.ts'
import { queueVisits } from './sites.usecases.ts'

export { takeUntold as untoldChecks } from './sites.repository.ts'

/** About two minutes of visits, so a website that a user asks for does not wait long. */
const MAX_WAITING = 300
const CELLS_AT_ONCE = 25

/** Queues visits to websites in these cells, in the order given, as long as few others are waiting. */
export async function queueVisitsInCells(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  cells: readonly number[],
): Promise<number> {
  let room = MAX_WAITING - (await countWaiting(deps.db.background))
  let queued = 0
  for (let from = 0; from < cells.length && room > 0; from += CELLS_AT_ONCE) {
    const asked = { now: deps.clock.now(), limit: room, areNew: true }
    const sites = await sitesInCells(deps.db.background, cells.slice(from, from + CELLS_AT_ONCE), asked)
    if (sites.length === 0) continue
    const count = await deps.db.background.transaction(tx => queueVisits(deps, tx, sites))
    queued += count
    room -= count
  }
  return queued
}

const CONFIRMED_AT_ONCE = 100

/** Visits websites a second time that did not work a day ago. */
export async function confirmDown(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>): Promise<void> {
  if (deps.config.SITE_FACTS === 'off') return
  const sites = await sitesToConfirm(deps.db, { now: deps.clock.now(), limit: CONFIRMED_AT_ONCE })
  if (sites.length > 0) await deps.db.transaction(tx => queueVisits(deps, tx, sites))
}
