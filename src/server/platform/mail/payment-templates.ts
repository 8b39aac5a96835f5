import { plans, type Tier } from '#contract/plans.ts'
import { type Facts, greeting } from './facts.ts'
import type { Letter } from './letter.ts'
import { momentOf } from './moment.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dollars = (cents: number): string => money.format(cents / 100)
const planName = (tier: string): string => plans[tier as Tier].name

type Named<Others> = Facts<'username', Others>
type Receipt = Named<{
  description: string
  /** What the card was charged. */
  totalCents: number
  /** Part of it. */
  taxCents?: number
  number: string | null
  hostedUrl: string | null
}>

type PlanCancelled = Named<{
  tier: string
  endsAt: string
  /** The plan ends at a later date than the paid month. */
  renewsBefore?: boolean
  given?: string | null
}>

/** Mails about money: what was charged, what could not be, and what became of a plan. */
export const paymentTemplates = {
  receipt: ({ typed, description, totalCents, taxCents = 0, number, hostedUrl, links }: Receipt): Letter => ({
    subject: `Receipt for ${dollars(totalCents)}`,
    paragraphs: [
      greeting(typed),
      `we have charged your card ${dollars(totalCents)}${taxCents > 0 ? `, including ${dollars(taxCents)} tax,` : ''} for: ${description}.`,
      ...(number === null ? [] : [`Invoice ${number}.`]),
    ],
    action: { label: 'View the receipt', url: hostedUrl ?? links.to('/subscription') },
  }),
  'charge-failed': ({
    typed,
    amountCents,
    graceEndsAt,
    links,
  }: Named<{ amountCents: number; graceEndsAt: string }>): Letter => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      greeting(typed),
      `we could not charge your card ${dollars(amountCents)} for the next month of your plan.`,
      `Your plan goes on until ${momentOf(graceEndsAt)}. Add another card, or confirm the payment with your bank, before that; otherwise the plan ends then. Your leads stay yours either way.`,
    ],
    action: { label: 'Pay now', url: links.to('/subscription') },
  }),
  'plan-cancelled': ({ typed, tier, endsAt, renewsBefore = false, given = null, links }: PlanCancelled): Letter => ({
    subject: 'Your subscription is canceled',
    paragraphs: [
      greeting(typed),
      `your ${planName(tier)} plan stays active until ${momentOf(endsAt)}. ${renewsBefore ? 'It renews as usual until then.' : 'Nothing more will be charged.'} ${given === null ? '' : `Then the ${planName(given)} plan that we gave you takes over. `}Your leads stay yours.`,
    ],
    action: { label: 'Resume the subscription', url: links.to('/subscription') },
  }),
  'plan-ended': ({ typed, tier, present = 'free', links }: Named<{ tier: string; present?: string }>): Letter => ({
    subject: `Your ${planName(tier)} plan has ended`,
    paragraphs: [
      greeting(typed),
      `your ${planName(tier)} plan has ended, and your account is on the ${present === 'free' ? 'Free plan now' : `${planName(present)} plan that we gave you`}. All your leads are still there.`,
    ],
    action: { label: 'Choose a plan', url: links.to('/subscription') },
  }),
  'leads-refunded': ({ typed, leads, links }: Named<{ leads: number }>): Letter => ({
    subject: 'Your extra leads were refunded',
    paragraphs: [
      greeting(typed),
      `the payment for ${leads} extra leads went back to you, and those of them that were not used were taken off your account.`,
    ],
    action: { label: 'View my subscription', url: links.to('/subscription') },
  }),
  'card-expires': ({ typed, last4, links }: Named<{ last4: string }>): Letter => ({
    subject: 'Your card is about to expire',
    paragraphs: [
      greeting(typed),
      `the card ending in ${last4}, which pays your plan, expires before the next charge. Add another one, so that your plan goes on.`,
    ],
    action: { label: 'Add a card', url: links.to('/subscription') },
  }),
  'payment-disputed': ({
    userId,
    eventId,
    links,
  }: Facts<never, { userId: number | null; eventId: string }>): Letter => ({
    subject: 'A payment is disputed',
    paragraphs: [
      `A customer has disputed a payment with their bank (user ${userId ?? 'unknown'}, event ${eventId}).`,
      'Their subscription will not renew. Answer the dispute on the dashboard of the payment provider.',
    ],
    action: { label: 'Open the admin dashboard', url: links.to('/admin') },
  }),
}
