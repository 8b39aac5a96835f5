import { z } from 'zod'
import { type PlaceFault, placeFaults } from '#contract/admin/place-overrides.ts'
import {
  correctByReports,
  endWeakOverrides,
  followRenamedPlaces,
  overrideDays,
  findReportedPlace,
} from '#server/catalog/corrections/corrections.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { findSuspected, findWitnesses, type Suspected } from './witnesses.repository.ts'
import { independentWitnesses } from './witnesses.rules.ts'

/** Corrects places that independent accounts have reported. Runs as a job, so that it sees the reports of others. */
export const correctReportedJob: Job<{ placeKeys: string[]; fault: PlaceFault }, Deps> = {
  name: 'correct-reported',
  queue: 'catalog',
  payload: z.object({ placeKeys: z.array(z.string()), fault: z.enum(placeFaults) }),
  run: async (deps, { placeKeys, fault }) => {
    for (const placeKey of placeKeys) await correctPlace(deps, { placeKey, fault })
  },
}

/** A run checks at most this many places, for at most ten minutes. Those with the newest reports come first. */
const MAX_PLACES = 2000
const RUN_MS = 600_000

/**
 * Corrects places that the job after a report did not, because two reports came at the same time, or because an account
 * was not old enough. Also ends corrections that have expired, or whose reporters were disabled.
 */
export async function correctReported(deps: Deps): Promise<void> {
  await followRenamedPlaces(deps)
  await endWeakOverrides(deps)
  const since = daysBefore(deps.clock.now(), overrideDays)
  await inOneTurn(
    await findSuspected(deps.db, { since, limit: MAX_PLACES }),
    suspected => correctPlace(deps, suspected),
    RUN_MS,
  )
}

async function correctPlace(deps: Deps, { placeKey, fault }: Suspected): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const place = await findReportedPlace(tx, placeKey)
    if (place === undefined) return
    const since = daysBefore(now, overrideDays)
    const witnesses = await findWitnesses(tx, { placeKeys: place.placeKeys, fault, since, now })
    const ownDomains = [place.domain, place.emailDomain].filter(domain => domain !== null)
    await correctByReports(deps, tx, { place, fault, witnessIds: independentWitnesses(witnesses, ownDomains) })
  })
}
