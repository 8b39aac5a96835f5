import type { GivenPlan } from '#contract/billing.ts'
import { type Tier, rankOf } from '#contract/plans.ts'
import { givenPlanAt } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'

/** What the operator gave, where it still lasts then. Read anew: the account that a request began with may be older. */
export async function readGivenPlan(
  deps: Pick<Deps, 'db'>,
  asked: { userId: number; at: Date },
): Promise<GivenPlan | null> {
  const given = await givenPlanAt(deps, asked)
  return given === undefined ? null : { tier: given.tier, endsAt: given.until?.toISOString() ?? null }
}

/** Whether what was given is as much as what is wanted, or more: nobody is to pay for less than they have. */
export const covers = (given: GivenPlan | null, wanted: Tier): boolean =>
  given !== null && rankOf(wanted) <= rankOf(given.tier)
