import type { Invoice } from '#contract/billing/billing.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { type Facts, greeting } from './facts.ts'
import type { Letter } from './letter.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dollars = (cents: number): string => money.format(cents / 100)
const planName = (tier: string): string => plans[tier as Tier].name

type Named<Others> = Facts<'username', Others>
type Receipt = Named<Pick<Invoice, 'description' | 'totalCents' | 'number' | 'hostedUrl'> & { taxCents?: number }>

type PlanCanceled = Named<{
  tier: string
  endsAt: string
  /** The plan ends after the current paid month. */
  renewsBefore?: boolean
  given?: string | null
}>
type ChargeFailed = Named<{ amountCents: number; graceEndsAt: string }>
type Disputed = Facts<never, { userId: number | null; eventId: string }>
type PlanEnded = Named<{ tier: string; isUnpaid: boolean; present?: string }>

/** Mail about charges, failed payments, refunds, and changes of a plan. */
export const paymentTemplates = {
  receipt: ({ typed, description, totalCents, taxCents = 0, number, hostedUrl, links }: Receipt): Letter => ({
    subject: `Receipt for ${dollars(totalCents)}`,
    paragraphs: [
      greeting(typed),
      `We charged your card ${dollars(totalCents)} for ${description}${taxCents > 0 ? `, including ${dollars(taxCents)} tax` : ''}.`,
      ...(number === null ? [] : [`Invoice ${number}.`]),
    ],
    action: { label: 'View the receipt', url: hostedUrl ?? links.to('/subscription') },
  }),
  'charge-failed': ({ typed, amountCents, graceEndsAt, links }: ChargeFailed): Letter => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      greeting(typed),
      `We could not charge your card ${dollars(amountCents)} for the next month of your plan.`,
      `Your plan continues until ${momentOf(graceEndsAt)}. To keep it, add another card or confirm the payment with your bank before then. You keep your leads either way.`,
    ],
    action: { label: 'Pay now', url: links.to('/subscription') },
  }),
  'plan-cancelled': ({ typed, tier, endsAt, renewsBefore = false, given = null, links }: PlanCanceled): Letter => ({
    subject: 'Your subscription is canceled',
    paragraphs: [
      greeting(typed),
      `Your ${planName(tier)} plan stays active until ${momentOf(endsAt)}. ${renewsBefore ? 'It renews as usual until then.' : 'You will not be charged again.'} ${given === null ? '' : `Your complimentary ${planName(given)} plan starts then. `}You keep your leads.`,
    ],
    action: { label: 'Resume the subscription', url: links.to('/subscription') },
  }),
  'plan-ended': ({ typed, tier, isUnpaid, present = 'free', links }: PlanEnded): Letter => ({
    subject: `Your ${planName(tier)} plan has ended`,
    paragraphs: [
      greeting(typed),
      `Your ${planName(tier)} plan ${isUnpaid ? 'has ended because we could not charge your card for its next month. You owe nothing.' : 'was canceled and has ended.'} Your account is now on ${present === 'free' ? 'the Free plan' : `your complimentary ${planName(present)} plan`}. You still have all your leads.`,
    ],
    action: { label: 'Choose a plan', url: links.to('/subscription') },
  }),
  'leads-refunded': ({ typed, leads, isDisputed, links }: Named<{ leads: number; isDisputed?: boolean }>): Letter => ({
    subject: isDisputed ? 'Your payment is disputed' : 'Your extra leads were refunded',
    paragraphs: [
      greeting(typed),
      `Your payment for ${leads} extra leads ${isDisputed ? 'is disputed with your bank' : 'was refunded'}. We removed the unused ones from your account.`,
    ],
    action: { label: 'View my subscription', url: links.to('/subscription') },
  }),
  'card-expires': ({ typed, last4, links }: Named<{ last4: string }>): Letter => ({
    subject: 'Your card is about to expire',
    paragraphs: [
      greeting(typed),
      `The card ending in ${last4}, which pays for your plan, expires before the next charge. Add another card to keep your plan.`,
    ],
    action: { label: 'Add a card', url: links.to('/subscription') },
  }),
  'payment-disputed': ({ userId, eventId, links }: Disputed): Letter => ({
    subject: 'A payment is disputed',
    paragraphs: [
      `A customer disputed a payment with their bank (user ${userId ?? 'unknown'}, event ${eventId}).`,
      'Their subscription will not renew. Please respond to the dispute in the payment provider’s dashboard.',
    ],
    action: { label: 'Open the admin dashboard', url: links.to('/admin') },
  }),
}

// The first format of a process takes 60 ms, which a start does not need.
const formatOf = () =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })

/** "December 3, 2026 at 2:00 AM UTC". A bare date would mislead readers in other time zones. */
const momentOf = (moment: string): string =>
  // Some mail programs show the narrow space before AM as a box.
  formatOf().format(new Date(moment)).replaceAll('\u202F', ' ')
