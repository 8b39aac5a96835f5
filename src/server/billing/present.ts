import type { User } from '#contract/account.ts'
import { presentUser, readAccount } from '../account/account.usecases.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'

/** The user as the sync has left them. */
export async function presentFresh(deps: Deps, { id }: { id: number }): Promise<User> {
  const account = await readAccount(deps, id)
  if (account === undefined) throw new Refusal('NOT_SIGNED_IN')
  return presentUser(deps, account)
}
