import { z } from 'zod'
import { type AreaLoad, areaLoadLimits, type FollowedLoad, tooManyAreaLoads } from '#contract/area-load.ts'
import type { Deps } from '#server/catalog/deps.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { cellsOfArea } from '#server/catalog/search/area-cells.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import { type Job, queueJob } from '#server/platform/jobs/job.ts'
import { countAgainst, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import * as loads from './place-load.repository.ts'
import { placeLoadJob, runLoadJob } from './place-load.usecases.ts'

/** More cells than any county has. Whole states are loaded by an operator. */
const MAX_CELLS = 200
/** After a failure, searches do not start the load again for this long. */
const FAILED_FOR = '10 minutes'

const userLimit = (userId: number): RateLimit => ({
  name: 'loads of new areas',
  key: String(userId),
  limit: areaLoadLimits.perUserAndHour,
  windowSeconds: 3600,
})

export const areaLoadJob: Job<{ id: number }, Deps> = {
  name: 'area-load',
  queue: 'areaLoads',
  payload: z.object({ id: z.number() }),
  run: (deps, { id }, { isLast }) => runLoadJob(deps, id, { isLast, isAwaited: true }),
}

type SearchedArea = { userId: number; area: string; where: SearchPlan['where']; snapshot: CatalogSnapshot }

/** `isRefused`: places are missing, but there are too many loads. */
export type MissingPlaces = { load: AreaLoad | null; isRefused?: true }
const nothing: MissingPlaces = { load: null }
const refused: MissingPlaces = { load: null, isRefused: true }

/**
 * Starts a background load of the real places that a searched area lacks. All users who search there share one load.
 */
export async function loadMissingPlaces(
  deps: Deps,
  { userId, area, where, snapshot }: SearchedArea,
): Promise<MissingPlaces> {
  if (!deps.config.PLACES_AUTO_LOAD) return nothing
  const cells = missingCells(deps, snapshot, where)
  if (cells.length === 0) return nothing
  const now = deps.clock.now()
  const known = await loads.loadsOfCells(deps.db, cells, { now, failedFor: FAILED_FOR })
  const { lastLoad, remainingCells } = matchLoads(known, cells)
  if (lastLoad !== null && remainingCells.length === 0) return { load: shownLoad(lastLoad, now) }
  if ((await countAgainst(deps.db, userLimit(userId), now)).isRefused) return refused
  return deps.db.transaction(async tx => {
    await loads.lockLoads(tx)
    // Another search may have started the load in the meantime.
    const current = matchLoads(await loads.loadsOfCells(tx, cells, { now, failedFor: FAILED_FOR }), cells)
    if (current.lastLoad !== null && current.remainingCells.length === 0)
      return { load: shownLoad(current.lastLoad, now) }
    const waiting = await loads.countWaiting(tx, userId)
    if (!hasRoom(waiting)) return refused
    const load = await loads.insertLoad(tx, { input: {}, cells: current.remainingCells, area, userId, now })
    await queueJob(deps, tx, areaLoadJob, { id: load.id }, turnAfter(waiting))
    return { load: shownLoad(load, now) }
  })
}

type Waiting = { all: number; own: number }
const hasRoom = ({ all, own }: Waiting): boolean => own < areaLoadLimits.waiting - all
/** The priority of the next load. Users take turns: one user's first load goes before another user's second. */
const turnAfter = ({ own }: Waiting): number => -own

/** The cells of a searched area that no source covers, apart from lists. Empty if nobody lives there. */
function missingCells({ catalog }: Deps, snapshot: CatalogSnapshot, { anyOf }: SearchPlan['where']): number[] {
  if (anyOf.some(area => 'state' in area)) return []
  const { coverage, datasets } = snapshot
  const isWhole = (datasetId: number) => datasets.get(datasetId)?.source.isList === false
  const missing = [...new Set(anyOf.flatMap(area => cellsOfArea(area, catalog.populated)))].filter(
    cell => coverage.byCell.get(cell)?.some(row => !row.isSample && isWhole(row.datasetId)) !== true,
  )
  const isWanted = missing.length <= MAX_CELLS && missing.some(cell => catalog.populated.cells.has(cell))
  return isWanted ? missing.toSorted((a, b) => a - b) : []
}

/** The newest of the loads, and the cells that none of them includes. */
function matchLoads(known: readonly loads.StoredLoad[], cells: readonly number[]) {
  const included = new Set(known.flatMap(load => load.cells ?? []))
  return { lastLoad: known.at(-1) ?? null, remainingCells: cells.filter(cell => !included.has(cell)) }
}

/** Finds a load by its key, which only the users who share it know. */
export async function readAreaLoad({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string): Promise<FollowedLoad> {
  const now = clock.now()
  const load = await loads.findLoadByKey(db, key, now)
  if (load === undefined) throw new Refusal('NOT_FOUND')
  return { ...shownLoad(load, now), isSearchable: load.isSearchable }
}

/** Restarts a load if it has failed. */
export async function retryAreaLoad(deps: Deps, userId: number, key: string): Promise<FollowedLoad> {
  const now = deps.clock.now()
  const load = await readAreaLoad(deps, key)
  if (load.state !== 'failed') return load
  await hitRateLimit(deps.db, userLimit(userId), now)
  await deps.db.transaction(async tx => {
    await loads.lockLoads(tx)
    const waiting = await loads.countWaiting(tx, userId)
    if (!hasRoom(waiting)) throw new Refusal('TOO_MANY_REQUESTS', { message: tooManyAreaLoads, retryAfterSeconds: 60 })
    const id = await loads.restartLoad(tx, key, userId)
    if (id !== undefined) await queueJob(deps, tx, areaLoadJob, { id }, turnAfter(waiting))
  })
  return readAreaLoad(deps, key)
}

/** The usual duration of the import after the download. Its own progress is not known. */
const IMPORT_SECONDS = 3

function shownLoad({ key, area, state, progress, fraction, startedAt }: loads.StoredLoad, now: Date): AreaLoad {
  const seconds = startedAt === null ? 0 : (now.getTime() - startedAt.getTime()) / 1000
  const isKnown = state === 'running' && fraction > 0 && fraction < 1
  return {
    id: key,
    area,
    state,
    progress,
    fraction,
    secondsLeft: isKnown ? Math.ceil((seconds / fraction) * (1 - fraction)) + IMPORT_SECONDS : null,
  }
}

const DAYS_OF_LOADS = 180

/**
 * Continues loads that wait without a job, fails those whose process died during the last attempt of their job, and deletes
 * those that ended long ago.
 */
export async function sweepLoads(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const waiting = await loads.listWaiting(db)
  await queueMissing(deps, areaLoadJob, idsOf(waiting, true))
  await queueMissing(deps, placeLoadJob, idsOf(waiting, false))
  await loads.endAbandonedLoads(db, 'It was interrupted several times. Please start it again.', clock.now())
  await loads.deleteLoadsBefore(db, daysBefore(clock.now(), DAYS_OF_LOADS))
}

const idsOf = (waiting: readonly loads.WaitingLoad[], isOfSearch: boolean): { id: number }[] =>
  waiting.flatMap(load => (load.isOfSearch === isOfSearch ? { id: load.id } : []))
