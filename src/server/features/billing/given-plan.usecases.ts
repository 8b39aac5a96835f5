import type { GivenPlan } from '#contract/billing/billing.ts'
import { type Tier, rankOf } from '#contract/plans.ts'
import { givenPlanAt } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'

/** The granted plan that is valid at a time. Reads the database: the request's account may be outdated. */
export async function readGivenPlan(
  deps: Pick<Deps, 'db'>,
  asked: { userId: number; at: Date },
): Promise<GivenPlan | null> {
  const given = await givenPlanAt(deps, asked)
  return given === undefined ? null : { tier: given.tier, endsAt: given.until?.toISOString() ?? null }
}

/** Whether the granted plan is at least as high as the wanted one, so that nobody pays for less than they have. */
export const covers = (given: GivenPlan | null, wanted: Tier): boolean =>
  given !== null && rankOf(wanted) <= rankOf(given.tier)
