import { z } from 'zod'
import type { PlaceReleases } from '#contract/places/place-loads.ts'
import { ImportError } from '#place-files/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { TooManyGone } from '#server/catalog/load/import.usecases.ts'
import { checkRelease } from '#server/catalog/load/open-import.ts'
import { cellsBefore } from '#server/catalog/tables/dataset.repository.ts'
import { type Job, NonRetryableError, queueJob } from '#server/platform/jobs/job.ts'
import type { PullArea } from './pull-area.ts'
import { statesApart } from './pull-country.usecases.ts'
import type { PullDeps, PullEvent } from './pull-input.ts'
import { type AreasSummary, pullAreas, pullPlaces, type PullSummary } from './pull.usecases.ts'
import { findDecision, listDecisions, type ReleaseDecision, writeDecision } from './release-decision.repository.ts'
import { knownRelease, lastReleaseCheck } from './release-index.usecases.ts'
import { Unreachable } from './remote-file.ts'

export { listDecisions } from './release-decision.repository.ts'

/** Shorter than a day, so that the daily job always checks for a newer release. */
const MAX_CHECK_AGE_MS = 3_600_000

export type PlacesUpdate = {
  release: string
  /** The cells with an older release, divided into areas that are loaded one after the other. */
  areas: PullArea[]
  decision: ReleaseDecision | null
}

/** Checks for a release that is newer than the loaded cells. Null for a single file, or if its date is not known. */
export async function findUpdate(deps: PullDeps, from: string | undefined): Promise<PlacesUpdate | null> {
  const { found, source } = await knownRelease(deps, { cells: [], from, maxAgeMs: MAX_CHECK_AGE_MS })
  if (found.release === null || !found.isWhole) return null
  const cells = await cellsBefore(deps.db, { source: source ?? 'overture', release: found.release })
  return {
    release: found.release,
    areas: areasOf(cells, statesApart(deps.catalog.populated)),
    decision: await findDecision(deps.db, found.release),
  }
}

/** Splits cells by state, so that each area can be loaded on its own. */
function areasOf(cells: readonly number[], states: readonly PullArea[]): PullArea[] {
  const left = new Set(cells)
  const areas = states.map(({ label, cells: ofState }) => ({
    label: `what is loaded of ${label}`,
    cells: ofState.filter(cell => left.delete(cell)),
  }))
  return [...areas, { label: 'what is loaded elsewhere', cells: [...left] }].filter(area => area.cells.length > 0)
}

type UpdateOptions = {
  from: string | undefined
  onEvent?: (area: PullArea, event: PullEvent) => void
  onArea?: (line: string) => void
}

/**
 * Updates all loaded cells to the newest release. If the release lacks too many places of an area, the update stops
 * there and waits for an administrator. Areas before it stay updated, and the others keep their release.
 */
export function updatePlaces(
  deps: PullDeps,
  { release, areas, decision }: PlacesUpdate,
  { from, onEvent, onArea = () => {} }: UpdateOptions,
): Promise<AreasSummary> {
  const update = async (area: PullArea): Promise<PullSummary> => {
    try {
      const input = { area, from, mayLoseMany: decision?.state === 'approved' }
      return await pullPlaces(deps, input, event => onEvent?.(area, event))
    } catch (error) {
      if (error instanceof TooManyGone) {
        const reason = `In ${area.label}, ${error.message}`
        await writeDecision(deps.db, { release, state: 'waiting', reason }, deps.clock.now())
      }
      throw error
    }
  }
  return pullAreas(areas, update, onArea)
}

export async function decideRelease(deps: PullDeps, release: string, state: 'approved' | 'stopped'): Promise<void> {
  checkRelease(release, 'overture', deps.clock)
  await writeDecision(deps.db, { release, state, reason: 'An administrator decided this' }, deps.clock.now())
}

export const updateJob: Job<object, Deps> = {
  name: 'places-update',
  queue: 'loads',
  payload: z.object({}),
  run: async deps => {
    const from = deps.config.PLACES_URL
    try {
      const update = await findUpdate(deps, from)
      if (update === null || update.areas.length === 0) return
      if (!isWanted(deps, update)) return await recordWaitingRelease(deps, update)
      const { areas, added, changed, vanished } = await updatePlaces(deps, update, { from })
      deps.log.info({ release: update.release, areas, added, changed, vanished }, 'a newer release of places is loaded')
    } catch (error) {
      if (error instanceof ImportError && !(error instanceof Unreachable)) {
        const outcome = error instanceof TooManyGone ? 'waits for an administrator' : 'was not loaded'
        deps.log.warn({ reason: error.message }, `a newer release of places ${outcome}`)
        throw new NonRetryableError(error.message)
      }
      throw error
    }
  },
}

function isWanted({ config }: Deps, { decision }: PlacesUpdate): boolean {
  if (decision === null) return config.PLACES_UPDATE === 'on'
  return decision.state === 'approved'
}

/** With `PLACES_UPDATE=approve`, shows administrators the release that waits for approval. */
async function recordWaitingRelease(deps: Deps, { release, decision }: PlacesUpdate): Promise<void> {
  if (decision !== null) return
  await writeDecision(deps.db, { release, state: 'waiting', reason: 'Nobody has approved it yet' }, deps.clock.now())
  deps.log.warn({ release }, 'a newer release of places waits for an administrator')
}

export async function placeReleases({ db, config }: Deps): Promise<PlaceReleases> {
  const { newest, lookedAt } = await lastReleaseCheck(db, config.PLACES_URL)
  return {
    mode: config.PLACES_UPDATE,
    newest,
    lookedAt: lookedAt?.toISOString() ?? null,
    decisions: await listDecisions(db),
  }
}

/** Records a decision from the dashboard. An approved release is loaded in the background. */
export async function decideAndQueueUpdate(deps: Deps, release: string, state: 'approved' | 'stopped'): Promise<void> {
  await decideRelease(deps, release, state)
  if (state === 'approved') await deps.db.transaction(tx => queueJob(deps, tx, updateJob, {}))
}

/** Queues the job that checks for a newer release. Runs once a day. */
export async function queueUpdate(deps: Deps): Promise<void> {
  if (deps.config.PLACES_UPDATE === 'off') return
  await deps.db.transaction(tx => queueJob(deps, tx, updateJob, {}))
}
