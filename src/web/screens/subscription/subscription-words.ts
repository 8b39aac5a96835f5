import type { GivenPlan, Subscription } from '#contract/billing/billing.ts'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { plans } from '#contract/plans.ts'
import { chargeWords } from '../../features/billing/charge-words.ts'
import { lastDayOf } from '../../features/plans/plan-state.ts'
import { capitalized, formatDayOf } from '../../shared/format.ts'

export function whatComesNext(plan: Subscription): string {
  const { tier, nextCharge, renewsAt, isRenewing, endsAt, isGranted, openInvoice, isSettling, givenPlan } = plan
  const { name } = plans[tier]
  if (isGranted)
    return endsAt === null
      ? `Your ${name} plan is complimentary. You are not charged for it.`
      : `Your ${name} plan is complimentary until ${lastDayOf(endsAt)}. You are not charged for it.`
  if (tier === 'free') return 'No card needed. Your quota renews every month.'
  if (openInvoice !== null) return `${name} continues once the open payment is made.`
  if (isSettling) return 'Your payment went through. Your plan will start in a moment.'
  if (isRenewing) return 'Your next month is being charged right now.'
  const end =
    endsAt === null
      ? ''
      : `You keep ${name} until ${formatDayOf(endsAt)}. ${afterwards(givenPlan)}; you keep your leads.`
  if (renewsAt !== null && nextCharge !== null)
    return `Renews on ${formatDayOf(renewsAt)} for ${chargeWords(nextCharge)}. ${end}`.trimEnd()
  if (end !== '') return end
  return 'This plan is not set to renew.'
}

const afterwards = (given: Subscription['givenPlan']): string =>
  given === null ? 'Then you return to Free' : `Then your complimentary ${plans[given.tier].name} plan starts`

export const takenOver = ({ tier, endsAt }: GivenPlan): string =>
  `After that, your complimentary ${plans[tier].name} plan continues${endsAt === null ? '' : ` until ${lastDayOf(endsAt)}`}. You are not charged for it.`

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}
/** "Visa ending in 4242". */
export const cardName = ({ card }: PaymentMethod): string =>
  `${brands[card.brand] ?? capitalized(card.brand)} ending in ${card.last4}`

/** "04/2030". */
export const cardExpiry = ({ card }: PaymentMethod): string =>
  `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`

/** A card is valid until the end of the month on it. */
export const isExpired = ({ card }: PaymentMethod, now: Date): boolean =>
  new Date(card.expYear, card.expMonth, 1) <= now
