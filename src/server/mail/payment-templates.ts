import { plans, type Tier } from '#contract/plans.ts'
import type { Letter } from './letter.ts'
import type { Links } from './links.ts'
import { momentOf } from './moment.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dollars = (cents: number): string => money.format(cents / 100)
const planName = (tier: string): string => plans[tier as Tier].name

type Receipt = {
  username: string
  description: string
  totalCents: number
  number: string | null
  hostedUrl: string | null
}

/** Mails about money: what was charged, what could not be, and what became of a plan. */
export const paymentTemplates = {
  receipt: ({ username, description, totalCents, number, hostedUrl }: Receipt, links: Links): Letter => ({
    subject: `Receipt for ${dollars(totalCents)}`,
    paragraphs: [
      `Hello ${username},`,
      `we have charged your card ${dollars(totalCents)} for: ${description}.`,
      ...(number === null ? [] : [`Invoice ${number}.`]),
    ],
    action: { label: 'View the receipt', url: hostedUrl ?? links.to('/subscription') },
  }),
  'charge-failed': (
    { username, amountCents, graceEndsAt }: { username: string; amountCents: number; graceEndsAt: string },
    links: Links,
  ): Letter => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      `Hello ${username},`,
      `we could not charge your card ${dollars(amountCents)} for the next month of your plan.`,
      `Your plan goes on until ${momentOf(graceEndsAt)}. Add another card, or confirm the payment with your bank, before that; otherwise the plan ends then. Your leads stay yours either way.`,
    ],
    action: { label: 'Pay now', url: links.to('/subscription') },
  }),
  'plan-cancelled': (
    { username, tier, endsAt, given = null }: { username: string; tier: string; endsAt: string; given?: string | null },
    links: Links,
  ): Letter => ({
    subject: 'Your subscription is cancelled',
    paragraphs: [
      `Hello ${username},`,
      `your ${planName(tier)} plan stays active until ${momentOf(endsAt)}. Nothing more will be charged. ${given === null ? '' : `Then the ${planName(given)} plan that we gave you takes over. `}Your leads stay yours.`,
    ],
    action: { label: 'Resume the subscription', url: links.to('/subscription') },
  }),
  'plan-ended': (
    { username, tier, present = 'free' }: { username: string; tier: string; present?: string },
    links: Links,
  ): Letter => ({
    subject: `Your ${planName(tier)} plan has ended`,
    paragraphs: [
      `Hello ${username},`,
      `your ${planName(tier)} plan has ended, and your account is on the ${present === 'free' ? 'Free plan now' : `${planName(present)} plan that we gave you`}. All your leads are still there.`,
    ],
    action: { label: 'Choose a plan', url: links.to('/subscription') },
  }),
  'leads-refunded': ({ username, leads }: { username: string; leads: number }, links: Links): Letter => ({
    subject: 'Your extra leads were refunded',
    paragraphs: [
      `Hello ${username},`,
      `the payment for ${leads} extra leads went back to you, and those of them that were not used were taken off your account.`,
    ],
    action: { label: 'View my subscription', url: links.to('/subscription') },
  }),
  'card-expires': ({ username, last4 }: { username: string; last4: string }, links: Links): Letter => ({
    subject: 'Your card is about to expire',
    paragraphs: [
      `Hello ${username},`,
      `the card ending in ${last4}, which pays your plan, expires before the next charge. Add another one, so that your plan goes on.`,
    ],
    action: { label: 'Add a card', url: links.to('/subscription') },
  }),
  'payment-disputed': ({ userId, eventId }: { userId: number | null; eventId: string }, links: Links): Letter => ({
    subject: 'A payment is disputed',
    paragraphs: [
      `A customer has disputed a payment with their bank (user ${userId ?? 'unknown'}, event ${eventId}).`,
      'Their subscription will not renew. Answer the dispute on the dashboard of the payment provider.',
    ],
    action: { label: 'Open the admin dashboard', url: links.to('/admin') },
  }),
}
