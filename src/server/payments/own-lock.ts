import type { Account } from '../account/account.rules.ts'
import { readAccount } from '../account/account.usecases.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'

type Story<T> = (lock: BillingLock, account: Account) => Promise<T>

/**
 * The billing lock for what the account's owner asks for. The account is read again under it: while the request waited,
 * it may have been deleted or disabled, and nothing is charged for such a one any more.
 */
export const withOwnLock = <T>(deps: Deps, { id }: { id: number }, story: Story<T>): Promise<T> =>
  withBillingLock(deps, id, async lock => {
    const account = await readAccount(deps, id)
    if (account === undefined) throw new Refusal('NOT_SIGNED_IN')
    if (account.isDisabled) throw new Refusal('ACCOUNT_DISABLED')
    return story(lock, account)
  })
