import { type Tier, tiers } from '#contract/plans.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Older } from '#server/platform/basics/list-page.ts'
import { type Account, accountOf } from './account.rules.ts'
import { countByMonth, countByTier, findAccounts } from './user-list.repository.ts'

/** Accounts in their current state, newest first: those whose name, email, or id has the text. */
export async function listAccounts(deps: Deps, page: Older, text?: string): Promise<Account[]> {
  const now = deps.clock.now()
  return (await findAccounts(deps.db, page, text)).map(row => accountOf(row, now))
}

export { countAccounts } from './user-list.repository.ts'

/** Months are in UTC, such as "2026-03". */
export async function readUserStats({ db, clock }: Deps) {
  const [byTier, byMonth] = await Promise.all([countByTier(db, clock.now()), countByMonth(db)])
  const counted = new Map(byTier.map(({ tier, count }) => [tier, count]))
  return {
    total: byTier.reduce((sum, { count }) => sum + count, 0),
    bySubscription: Object.fromEntries(tiers.map(tier => [tier, counted.get(tier) ?? 0])) as Record<Tier, number>,
    signupsByMonth: Object.fromEntries(byMonth.map(({ month, count }) => [month, count])),
  }
}
