import type { Subscription } from '#contract/billing/billing.ts'
import { formatCents, formatDayOf, formatDollars } from '../../shared/format.ts'

type NextCharge = NonNullable<Subscription['nextCharge']>

/** "$19", "$20.57, including $1.57 tax", "$9 after a $10.00 credit", "$19 plus any tax". */
export function chargeWords({ amountCents, creditCents, taxCents }: NextCharge): string {
  const amount = formatCents(amountCents)
  const taxed =
    taxCents === null || taxCents === 0
      ? withTax(amount, taxCents === null)
      : `${amount}, including ${formatDollars(taxCents / 100)} tax`
  return creditCents === 0 ? taxed : `${taxed} after a ${formatDollars(creditCents / 100)} credit`
}

export const withTax = (amount: string, isTaxed: boolean): string => (isTaxed ? `${amount} plus any tax` : amount)

/** The amount and date of the next charge, in the same words everywhere. Null if there is none. */
export const nextChargeOn = ({ renewsAt, nextCharge }: Subscription): string | null =>
  renewsAt === null || nextCharge === null ? null : `${chargeWords(nextCharge)} on ${formatDayOf(renewsAt)}`
