import type { User } from '#contract/account.ts'
import { formatNumber } from '../../shared/format.ts'

type Pulls = Pick<User, 'monthlyContactPulls' | 'purchasedContactPulls' | 'contactPullQuota'>

/** "1,240 of 2,000 this month + 300 purchased". */
export function pullsLeft({ monthlyContactPulls, purchasedContactPulls, contactPullQuota }: Pulls): string {
  const month = `${formatNumber(monthlyContactPulls)} of ${formatNumber(contactPullQuota)} this month`
  return purchasedContactPulls > 0 ? `${month} + ${formatNumber(purchasedContactPulls)} purchased` : month
}
