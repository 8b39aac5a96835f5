import { z } from 'zod'
import type { PlaceLoad, PlaceLoadInput } from '#contract/places/place-loads.ts'
import { stateCode } from '#geography/index.ts'
import { ImportError } from '#place-files/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { type ImportProgress, waitingMessages } from '#server/catalog/load/import-input.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'
import { megabytes, number } from '#server/platform/basics/shown-numbers.ts'
import { NonRetryableError, type Job, queueJob } from '#server/platform/jobs/job.ts'
import * as loads from './place-load.repository.ts'
import type { PullEvent, PullInput } from './pull-input.ts'
import { NoPlaces, pullPlaces, resolveArea } from './pull.usecases.ts'
import { Unreachable } from './remote-file.ts'

export { continueLoads } from './place-load.repository.ts'

const REPORT_EVERY_MS = 3000

/** Queues a load of an area's real places. Any process may run it. */
export function startPlaceLoad(deps: Deps, input: PlaceLoadInput): Promise<PlaceLoad> {
  const area = areaOf(deps, input)
  return deps.db.transaction(async tx => {
    const load = await loads.insertLoad(tx, { input, cells: null, area, userId: null, now: deps.clock.now() })
    await queueJob(deps, tx, placeLoadJob, { id: load.id })
    return shown(load)
  })
}

function areaOf(deps: Deps, input: PlaceLoadInput): string {
  try {
    return resolveArea(deps, pullInputOf(input)).label
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw invalidInput('location', error.message)
  }
}

const pullInputOf = ({ location, miles }: PlaceLoadInput): PullInput =>
  stateCode(location) === null ? { near: location, miles } : { state: location }

export const listPlaceLoads = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<PlaceLoad[]> =>
  (await loads.listLoads(deps.db, deps.clock.now())).map(shown)

export const placeLoadJob: Job<{ id: number }, Deps> = {
  name: 'place-load',
  queue: 'loads',
  payload: z.object({ id: z.number() }),
  run: (deps, { id }, { isLast }) => runLoadJob(deps, id, { isLast, isAwaited: false }),
}

type LoadAttempt = {
  isLast: boolean
  /** True if a user waits. The load then fails at once, with a message for users, if the source cannot be reached. */
  isAwaited: boolean
  /** The load has another job, which continues it if its process dies. */
  isJoined?: true | undefined
}

/** Runs a load that waits or whose process died. */
export async function runLoadJob(deps: Deps, id: number, { isLast, isAwaited, isJoined }: LoadAttempt): Promise<void> {
  const load = await loads.beginLoad(deps.db, id, deps.clock.now())
  if (load === undefined) return isJoined ? undefined : assertFinished(deps, id)
  try {
    await runLoad(deps, load)
  } catch (error) {
    const isExpected = error instanceof ImportError || error instanceof ForbiddenAddress
    const isPermanent = isExpected && (isAwaited || !(error instanceof Unreachable))
    const progress = isExpected ? error.message : 'Something went wrong on our side.'
    const state = isPermanent || isLast ? 'failed' : 'waiting'
    const shownProgress = isAwaited ? (messageForUsers(error) ?? progress) : progress
    await loads.endLoad(deps.db, { id, state, progress: shownProgress, now: deps.clock.now() })
    // The operator does not have to act, so it is not logged as an error.
    if (isPermanent && isAwaited) return deps.log.warn({ area: load.area, reason: progress }, 'a load of places failed')
    throw isPermanent ? new NonRetryableError(progress) : error
  }
}

function messageForUsers(error: unknown): string | undefined {
  if (error instanceof NoPlaces) return 'Our source has none there.'
  return error instanceof Unreachable ? 'The source of real places cannot be reached.' : undefined
}

// A load whose process just died still looks alive. This attempt of the job fails, so that a later one continues the
// load.
async function assertFinished({ db }: Deps, id: number): Promise<void> {
  const state = await loads.stateOfLoad(db, id)
  if (state === 'running' || state === 'waiting') throw new Error(`Load ${id} is running, or its process has just died`)
}

async function runLoad(deps: Deps, { id, area, input, cells }: loads.StoredLoad): Promise<void> {
  const { db, clock } = deps
  let known: Progress | undefined
  // A failed report must not stop the load, and the next one follows soon.
  const report = () => loads.updateProgress(db, { ...(known ?? unknown), id, now: clock.now() }).catch(() => {})
  // A step of a load may take minutes without progress. Without reports, a second process would start the same load and
  // remove its files.
  const timer = setInterval(() => void report(), REPORT_EVERY_MS)
  const onEvent = (event: PullEvent): void => {
    if (!('middle' in event)) known = progressOf(event)
    else if (event.middle === 'searchable') loads.makeSearchable(db, id).catch(() => {})
  }
  const wanted = cells === null ? pullInputOf(input) : { area: { label: area, cells }, isAwaited: true }
  const { pulled, summary } = await pullPlaces(deps, wanted, onEvent).finally(() => clearInterval(timer))
  const { added, changed, unchanged, vanished } = summary.counts
  const progress = `Release ${summary.release}: ${number.format(added)} new, ${number.format(changed)} changed, ${number.format(unchanged)} unchanged, ${number.format(vanished)} gone; ${megabytes(pulled.bytesRead)} MB read`
  await loads.endLoad(db, { id, state: 'done', progress, now: clock.now() })
}

type Progress = { progress: string; fraction: number }
const unknown = { progress: null, fraction: null }

const wordsOfImport = (phase: ImportProgress['phase']): string =>
  phase === 'queued' || phase === 'waiting' ? waitingMessages[phase] : 'Importing the places into the catalog'

function progressOf(event: Exclude<PullEvent, { middle: unknown }>): Progress {
  if ('waiting' in event) return { progress: 'Waiting for another load of the same area to finish', fraction: 0 }
  if ('importing' in event) return { progress: wordsOfImport(event.importing.phase), fraction: 1 }
  const { bytesDone, bytesWanted } = event.pulling
  const progress = `Reading, ${megabytes(bytesDone)} of ${megabytes(bytesWanted)} MB`
  return { progress, fraction: bytesWanted === 0 ? 0 : bytesDone / bytesWanted }
}

const shown = ({ id, area, state, progress, fraction, createdAt }: loads.StoredLoad): PlaceLoad =>
  withIsoDates({ id, area, state, progress, fraction, createdAt })
