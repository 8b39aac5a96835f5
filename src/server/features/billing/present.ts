import type { User } from '#contract/accounts/account.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { presentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

export async function presentCurrentUser(deps: Deps, { id }: { id: number }): Promise<User> {
  const account = await readAccount(deps, id)
  if (account === undefined) throw new Refusal('NOT_SIGNED_IN')
  return presentUser(deps, account)
}
