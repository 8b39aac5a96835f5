import { z } from 'zod'
import { type AreaLoad, areaLoadLimits, type FollowedLoad, tooManyAreaLoads } from '#contract/area-load.ts'
import type { Deps } from '#server/catalog/deps.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { cellsOfArea } from '#server/catalog/search/area-cells.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { hasRoom } from '#server/platform/basics/fair-slots.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import { type Job, queueInTurn, waitingJobs } from '#server/platform/jobs/job.ts'
import { holderOf, type LimitedCaller, limitOfCaller } from '#server/platform/limits/limited-caller.ts'
import { overLimit } from '#server/platform/limits/over-limit.ts'
import { countAgainst, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import * as loads from './place-load.repository.ts'
import { placeLoadJob, runLoadJob } from './place-load.usecases.ts'

/** More cells than any county has. Whole states are loaded by an operator. */
const MAX_CELLS = 200
/** After a failure, searches do not start the load again for this long. */
const FAILED_FOR = '10 minutes'

const loadLimit = (caller: LimitedCaller): RateLimit =>
  limitOfCaller(caller, { name: 'loads of new areas', limit: areaLoadLimits.perUserAndHour, windowSeconds: 3600 })

/** `isJoined`: another user waits for a load that already has a job. */
const AreaLoadPayload = z.object({ id: z.number(), isJoined: z.literal(true).optional() })

export const areaLoadJob: Job<z.infer<typeof AreaLoadPayload>, Deps> = {
  name: 'area-load',
  queue: 'areaLoads',
  payload: AreaLoadPayload,
  run: (deps, { id, isJoined }, { isLast }) => runLoadJob(deps, id, { isLast, isAwaited: true, isJoined }),
}

type SearchedArea = { caller: LimitedCaller; area: string; where: SearchPlan['where']; snapshot: CatalogSnapshot }

/** `refusal`: why missing places are not loaded. */
export type MissingPlaces = { load: AreaLoad | null; refusal?: string }
const nothing: MissingPlaces = { load: null }

/** Starts a background load of the real places that an area lacks. All who search there share it. */
export async function loadMissingPlaces(
  deps: Deps,
  { caller, area, where, snapshot }: SearchedArea,
): Promise<MissingPlaces> {
  if (!deps.config.PLACES_AUTO_LOAD) return nothing
  const cells = missingCells(deps, snapshot, where)
  if (cells.length === 0) return nothing
  const now = deps.clock.now()
  const known = await loads.loadsOfCells(deps.db, cells, { now, failedFor: FAILED_FOR })
  const { lastLoad, remainingCells } = matchLoads(known, cells)
  if (lastLoad !== null && remainingCells.length === 0) {
    if (lastLoad.state === 'waiting') await joinLoad(deps, lastLoad, caller)
    return { load: shownLoad(lastLoad, now) }
  }
  const limit = loadLimit(caller)
  const { isRefused, resetSeconds } = await countAgainst(deps.db, limit, now)
  if (isRefused) return { load: null, refusal: overLimit(limit, resetSeconds).message }
  const { id: userId } = caller.account
  return deps.db.transaction(async tx => {
    await loads.lockLoads(tx)
    // Another search may have started the load in the meantime.
    const current = matchLoads(await loads.loadsOfCells(tx, cells, { now, failedFor: FAILED_FOR }), cells)
    if (current.lastLoad !== null && current.remainingCells.length === 0)
      return { load: shownLoad(current.lastLoad, now) }
    if (!(await hasRoomFor(tx, caller))) return { load: null, refusal: tooManyAreaLoads }
    const load = await loads.insertLoad(tx, { input: {}, cells: current.remainingCells, area, userId, now })
    await queueInTurn(deps, tx, areaLoadJob, { payloads: [{ id: load.id }], holder: holderOf(caller) })
    return { load: shownLoad(load, now) }
  })
}

async function hasRoomFor(tx: Queryable, caller: LimitedCaller): Promise<boolean> {
  const jobs = await waitingJobs(tx, areaLoadJob, holderOf(caller))
  const own = jobs.filter(({ isJoined }) => isJoined !== true).length
  return hasRoom({ own, all: await loads.countWaiting(tx), places: areaLoadLimits.waiting })
}

/** A load may wait behind others of the user who began it. So it also gets a turn of each user who waits for it. */
async function joinLoad(deps: Deps, { id }: loads.StoredLoad, caller: LimitedCaller): Promise<void> {
  const holder = holderOf(caller)
  await deps.db.transaction(async tx => {
    await loads.lockLoads(tx)
    const own = await waitingJobs(tx, areaLoadJob, holder)
    if (own.some(job => job.id === id) || own.length >= areaLoadLimits.perUserAndHour) return
    await queueInTurn(deps, tx, areaLoadJob, { payloads: [{ id, isJoined: true }], holder })
  })
}

/** The cells of an area that no source except lists covers. Empty for a state, a huge area, or an unpopulated one. */
function missingCells({ catalog }: Deps, snapshot: CatalogSnapshot, { anyOf }: SearchPlan['where']): number[] {
  if (anyOf.some(area => 'state' in area)) return []
  const { coverage, datasets } = snapshot
  const isWhole = (datasetId: number) => datasets.get(datasetId)?.source.isList === false
  const missing = [...new Set(anyOf.flatMap(area => cellsOfArea(area, catalog.populated)))].filter(
    cell => coverage.byCell.get(cell)?.some(row => !row.isSample && !row.isStarter && isWhole(row.datasetId)) !== true,
  )
  const isWanted = missing.length <= MAX_CELLS && missing.some(cell => catalog.populated.cells.has(cell))
  return isWanted ? missing.toSorted((a, b) => a - b) : []
}

function matchLoads(known: readonly loads.StoredLoad[], cells: readonly number[]) {
  const included = new Set(known.flatMap(load => load.cells ?? []))
  return { lastLoad: known.at(-1) ?? null, remainingCells: cells.filter(cell => !included.has(cell)) }
}

/** Finds a load by its key, which only the users who share it know. */
export async function readAreaLoad({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string): Promise<FollowedLoad> {
  const now = clock.now()
  const load = orNotFound(await loads.findLoadByKey(db, key, now))
  return { ...shownLoad(load, now), isSearchable: load.isSearchable }
}

export async function retryAreaLoad(deps: Deps, caller: LimitedCaller, key: string): Promise<FollowedLoad> {
  const now = deps.clock.now()
  const load = await readAreaLoad(deps, key)
  if (load.state !== 'failed') return load
  await hitRateLimit(deps.db, loadLimit(caller), now)
  await deps.db.transaction(async tx => {
    await loads.lockLoads(tx)
    if (!(await hasRoomFor(tx, caller)))
      throw new Refusal('TOO_MANY_REQUESTS', { message: tooManyAreaLoads, retryAfterSeconds: 60 })
    const id = await loads.restartLoad(tx, key, caller.account.id)
    if (id !== undefined) await queueInTurn(deps, tx, areaLoadJob, { payloads: [{ id }], holder: holderOf(caller) })
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

/** Continues loads without a job, fails those that died in their last attempt, and deletes old ones. */
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
