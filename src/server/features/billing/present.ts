import type { User } from '#contract/accounts/account.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { presentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'

export async function presentCurrentUser(deps: Deps, { id }: { id: number }): Promise<User> {
  return presentUser(deps, orRefuse(await readAccount(deps, id), 'NOT_SIGNED_IN'))
}
