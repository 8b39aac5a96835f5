import { z } from 'zod'
import { type PlaceFault, placeFaults } from '#contract/admin/place-overrides.ts'
import {
  correctByReports,
  endWeakOverrides,
  followRenamedPlaces,
  overrideDays,
  reportedPlace,
} from '#server/catalog/corrections/corrections.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { findSuspected, findWitnesses, type Suspected } from './witnesses.repository.ts'
import { independentWitnesses } from './witnesses.rules.ts'

type Reported = { placeKeys: string[]; fault: PlaceFault }

/** Corrects places that independent accounts have reported. Runs after the report, so that it sees those of others. */
export const healJob: Job<Reported, Deps> = {
  name: 'heal-places',
  queue: 'catalog',
  payload: z.object({ placeKeys: z.array(z.string()), fault: z.enum(placeFaults) }),
  run: async (deps, { placeKeys, fault }) => {
    for (const placeKey of placeKeys) await heal(deps, { placeKey, fault })
  },
}

/** The most that one run looks at: those with the newest reports. */
const PLACES = 2000

/**
 * Corrects what the job after a report could not: two reports at the same time, or an account that has become old
 * enough. Takes back what rests on disabled accounts, or has expired.
 */
export async function healReported(deps: Deps): Promise<void> {
  await followRenamedPlaces(deps)
  await endWeakOverrides(deps)
  const since = daysBefore(deps.clock.now(), overrideDays)
  for (const suspected of await findSuspected(deps.db, { since, limit: PLACES })) await heal(deps, suspected)
}

async function heal(deps: Deps, { placeKey, fault }: Suspected): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const place = await reportedPlace(tx, placeKey)
    if (place === undefined) return
    const since = daysBefore(now, overrideDays)
    const witnesses = await findWitnesses(tx, { placeKeys: place.placeKeys, fault, since, now })
    const ownDomains = [place.domain, place.emailDomain].filter(domain => domain !== null)
    await correctByReports(deps, tx, { place, fault, witnessIds: independentWitnesses(witnesses, ownDomains) })
  })
}
