import { z } from 'zod'
import {
  type OverrideDecision,
  type OverrideEffect,
  overridesShown,
  type PlaceFault,
  type PlaceOverride,
  type PlaceOverrides,
} from '#contract/admin/place-overrides.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { replaceTouchedCategoryRows } from '#server/catalog/tables/derived.repository.ts'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import { withStaging } from '#server/catalog/tables/staging.repository.ts'
import { daysBefore, withIsoDates } from '#server/platform/basics/clock.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Job, queueJob } from '#server/platform/jobs/job.ts'
import { correctMarkedPlaces, isAnyTouched } from './correct-places.repository.ts'
import { findRenamed, resumeOverride } from './new-ids.repository.ts'
import {
  countActive,
  deleteEndedBefore,
  endOverride,
  findOverride,
  findReportedPlace,
  findWeakened,
  keepOverride,
  listActive,
  markPlacesOfKeys,
  type ReportedPlace,
  saveOverride,
  type StoredOverride,
  weakenOverride,
} from './place-overrides.repository.ts'

export { findReportedPlace } from './place-overrides.repository.ts'

/** This many independent reports limit the score of a place. */
export const witnessesToDoubt = 2
/** This many also remove it from searches. */
export const witnessesToWithhold = 3

/** Overrides by reports end after this time without another account’s report: a closed business may open again. */
export const overrideDays = 180
const ENDED_DAYS = 400

const effectOf = (witnesses: number): OverrideEffect => (witnesses < witnessesToWithhold ? 'doubted' : 'withheld')

type Reports = { place: ReportedPlace; fault: PlaceFault; witnessIds: readonly number[] }

/** Stores a correction that independent accounts have reported. A job applies it to the catalog. */
export async function correctByReports(
  deps: Deps,
  tx: Queryable,
  { place, fault, witnessIds }: Reports,
): Promise<void> {
  if (witnessIds.length < witnessesToDoubt) return
  const effect = effectOf(witnessIds.length)
  const now = deps.clock.now()
  const saved = await saveOverride(tx, { place, fault, effect, basis: 'reports', witnessIds, decidedBy: null, now })
  if (saved !== undefined) await applySoon(deps, tx, place.placeKeys)
}

type ByAdmin = { adminId: number }

/** Removes a place from searches for an administrator. */
export async function setOverride(
  deps: Deps,
  tx: Queryable,
  { placeKey, fault, adminId }: ByAdmin & { placeKey: string; fault: PlaceFault },
): Promise<PlaceOverride> {
  const place = await findReportedPlace(tx, placeKey)
  if (place === undefined) throw new Refusal('NOT_FOUND', { message: 'The catalog has no place with this key.' })
  const decided = { effect: 'withheld', basis: 'administrator', witnessIds: [], decidedBy: adminId } as const
  const id = await saveOverride(tx, { place, fault, ...decided, now: deps.clock.now() })
  const override = id === undefined ? undefined : await findOverride(tx, id)
  if (override === undefined) throw new Error('The override was not stored')
  await applySoon(deps, tx, place.placeKeys)
  return shown(override)
}

export async function decideOverride(
  deps: Deps,
  tx: Queryable,
  { id, decision, adminId }: ByAdmin & { id: number; decision: OverrideDecision },
): Promise<PlaceOverride> {
  const now = deps.clock.now()
  const isDone =
    decision === 'withhold'
      ? await keepOverride(tx, { id, adminId, now })
      : await endOverride(tx, { id, reason: 'administrator', adminId, now })
  const override = await findOverride(tx, id)
  if (!isDone || override === undefined) throw new Refusal('NOT_FOUND', { message: 'This correction has ended.' })
  await applySoon(deps, tx, override.placeKeys)
  return shown(override)
}

export async function listOverrides({ db }: { db: Db }): Promise<PlaceOverrides> {
  const [total, active] = await Promise.all([countActive(db), listActive(db, overridesShown)])
  return { total, active: active.map(shown) }
}

const shown = ({ placeKeys: _keys, ...override }: StoredOverride): PlaceOverride => withIsoDates(override)

/** The chore runs once a day. Another day is added for safety. */
const RENAMED_DAYS = 2

/** Moves overrides to the new ids of places that a release lists under a new id. */
export const followRenamedPlaces = (deps: Deps): Promise<void> =>
  deps.db.transaction(async tx => {
    for (const renamed of await findRenamed(tx, daysBefore(deps.clock.now(), RENAMED_DAYS))) {
      const place = await findReportedPlace(tx, renamed.placeKey)
      if (place === undefined) continue
      await resumeOverride(tx, { ...renamed, placeKeys: place.placeKeys })
      await applySoon(deps, tx, place.placeKeys)
    }
  })

/** Ends or weakens overrides whose reports nobody has repeated, or whose reporters have been disabled. */
export async function endWeakOverrides(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    for (const { id, placeKeys, remaining, isExpired } of await findWeakened(tx, daysBefore(now, overrideDays))) {
      if (isExpired) await endOverride(tx, { id, reason: 'expired', now })
      else if (remaining < witnessesToDoubt) await endOverride(tx, { id, reason: 'reporters', now })
      else await weakenOverride(tx, { id, remaining, effect: effectOf(remaining) })
      await applySoon(deps, tx, placeKeys)
    }
  })
  await deleteEndedBefore(deps.db, daysBefore(now, ENDED_DAYS))
}

const applySoon = (deps: Deps, tx: Queryable, placeKeys: readonly string[]): Promise<void> =>
  queueJob(deps, tx, correctionJob, { placeKeys: [...placeKeys] })

/** Applies the overrides to these places. It waits for a running import. */
export const correctionJob: Job<{ placeKeys: string[] }, Pick<Deps, 'db'>> = {
  name: 'correction',
  queue: 'catalog',
  payload: z.object({ placeKeys: z.array(z.string()) }),
  run: ({ db }, { placeKeys }) =>
    inImportSession(db, session =>
      withStaging(session, () =>
        session.transaction(async tx => {
          await markPlacesOfKeys(tx, placeKeys)
          await correctMarkedPlaces(tx)
          if (!(await isAnyTouched(tx))) return
          await replaceTouchedCategoryRows(tx)
          await raiseCatalogVersion(tx)
        }),
      ),
    ),
}
