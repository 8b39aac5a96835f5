import { z } from 'zod'
import { User } from '../accounts/account.ts'
import { endpoint } from '../endpoint.ts'
import { NoBody } from '../no-body.ts'
import { grantedTiers, offeredTiers, paidTiers, tiers } from '../plans.ts'

const Cents = z.number().int()
const Moment = z.iso.datetime()

/** Settings for the browser's card script; the key is public. */
export const PaymentSettings = z.object({
  publishableKey: z.string(),
  /** URL of the sandbox's card script, which replaces Stripe's; null with the real Stripe. */
  sandboxScriptUrl: z.string().nullable(),
  /** Tax may be added to every price. */
  hasTaxes: z.boolean(),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

/** A complimentary plan and its end; null: no end. */
const GivenPlan = z.object({ tier: z.enum(grantedTiers), endsAt: Moment.nullable() })
export type GivenPlan = z.infer<typeof GivenPlan>

export const NextCharge = z.object({
  /** Includes known tax, minus the credit. */
  amountCents: Cents,
  /** Already subtracted from the amount. */
  creditCents: Cents,
  /** Already included in the amount; null if an unknown tax may be added. */
  taxCents: Cents.nullable(),
})
export type NextCharge = z.infer<typeof NextCharge>

/** The account's subscription with its dates, as the subscription page shows it. */
export const Subscription = z.object({
  tier: z.enum(tiers),
  /** active, canceled, past_due …; the same word as in the user. */
  status: z.string(),
  pricePerMonthCents: Cents,
  /** When the next month is charged; null on free, for a plan that ends, and for a complimentary plan. */
  renewsAt: Moment.nullable(),
  /** The amount of that charge: the price of the plan that follows. */
  nextCharge: NextCharge.nullable(),
  /** The month is over, and the next one is charged within the hour. */
  isRenewing: z.boolean(),
  /** When the plan returns to free or to a complimentary plan; null if it does not end. It may renew before that. */
  endsAt: Moment.nullable(),
  /** A planned downgrade at the end of the period. */
  scheduledChange: z.object({ tier: z.enum(paidTiers), at: Moment }).nullable(),
  /** A failed charge that can be paid until `graceEndsAt`; then the plan ends. */
  openInvoice: z.object({ amountDueCents: Cents, graceEndsAt: Moment }).nullable(),
  /** A payment went through, but the provider has not updated the plan yet. */
  isSettling: z.boolean(),
  /** Granted by the operator, without payment. */
  isGranted: z.boolean(),
  /** The complimentary plan that continues when this paid plan ends. */
  givenPlan: GivenPlan.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** The bank requires authentication: the browser goes to /confirm-payment with the secret. */
export const ActionRequired = z.object({ requiresAction: z.literal(true), clientSecret: z.string() })
export type ActionRequired = z.infer<typeof ActionRequired>

/** A first plan or an upgrade starts now; a downgrade or cancellation at the end of the period. */
const TakesEffect = z.enum(['now', 'period_end'])

export const SubscriptionInput = z.strictObject({
  tier: z.enum(offeredTiers),
  /** One per dialog: repeating an id repeats the same request. */
  requestId: z.uuid().optional(),
  /** The time for which the previewed amount was calculated, so that exactly this amount is charged. */
  prorationDate: z.number().int().positive().optional(),
  /** From the preview: if the plan would now take effect at another time, the request is refused. */
  takesEffect: TakesEffect.optional(),
})
export type SubscriptionInput = z.infer<typeof SubscriptionInput>

export const SubscriptionPreview = z.object({
  tier: z.enum(offeredTiers),
  takesEffect: TakesEffect,
  takesEffectAt: Moment,
  /** Which amounts do not include tax yet. */
  tax: z.enum(['to none', 'to the next charges', 'to all']),
  dueNowCents: Cents,
  /** The value of the current plan's unused days; already part of `dueNowCents`. */
  unusedTimeCreditCents: Cents,
  /** Account credit used for the first charge: already subtracted from `dueNowCents`, or from the next charge. */
  creditCents: Cents,
  /** Contact pulls that an upgrade adds to the current month. */
  contactPullsAdded: z.number().int(),
  /** The next monthly charge after it. */
  nextChargeCents: Cents,
  nextChargeAt: Moment.nullable(),
  /** Set if the paid plan ends with its month and this complimentary plan continues. */
  givenPlan: GivenPlan.nullable(),
  /** Send it back with the change; null if nothing is prorated. */
  prorationDate: z.number().int().nullable(),
})
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

export const Invoice = z.object({
  id: z.string(),
  /** A lead package is a single payment, with a receipt instead of an invoice. */
  kind: z.enum(['plan', 'lead_package']),
  number: z.string().nullable(),
  createdAt: Moment,
  description: z.string(),
  /** Includes tax. */
  totalCents: Cents,
  /** Included in the total. */
  taxCents: Cents,
  /** Refunded to the card. */
  refundedCents: Cents,
  status: z.enum(['open', 'paid', 'void', 'uncollectible', 'refunded', 'partly_refunded', 'disputed']),
  /** The payment provider's page (for a lead package, the receipt) and PDF. */
  hostedUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** The state of a payment that the browser has confirmed. */
export const PaymentConfirmation = z.object({
  /**
   * settled: the plan is updated. settling: paid, but the provider updates the plan some seconds later; ask again.
   * foreign: it does not belong to a plan of this account.
   */
  payment: z.enum(['settled', 'settling', 'foreign']),
  user: User,
})
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>

const UserOrAction = z.union([ActionRequired, User])

export const getPaymentSettings = endpoint('GET', '/api/payment-settings', {
  access: 'public',
  replies: { 200: PaymentSettings },
})
export const getSubscription = endpoint('GET', '/api/subscription', { replies: { 200: Subscription } })
/** Choose a plan; free cancels the current one. */
export const changeSubscription = endpoint('POST', '/api/subscription', {
  limit: 'billing',
  body: SubscriptionInput,
  replies: { 200: UserOrAction },
})
export const previewSubscription = endpoint('GET', '/api/subscription/preview', {
  limit: 'billing read',
  query: z.strictObject({ tier: z.enum(offeredTiers) }),
  replies: { 200: SubscriptionPreview },
})
/** Check with the payment provider after a payment was confirmed in the browser. */
export const refreshSubscription = endpoint('POST', '/api/subscription/refresh', {
  limit: 'billing read',
  body: NoBody,
  replies: { 200: User },
})
/** The state of a payment that was confirmed in the browser; the provider may take some seconds. */
export const confirmSubscriptionPayment = endpoint('POST', '/api/subscription/confirm', {
  limit: 'billing read',
  body: z.strictObject({ paymentIntentId: z.string().regex(/^pi_\w{1,200}$/) }),
  replies: { 200: PaymentConfirmation },
})
export const payOpenInvoice = endpoint('POST', '/api/subscription/pay', {
  limit: 'billing',
  body: NoBody,
  replies: { 200: UserOrAction },
})
export const cancelSubscription = endpoint('POST', '/api/cancel-subscription', {
  limit: 'billing',
  body: NoBody,
  replies: { 200: User },
})
export const resumeSubscription = endpoint('POST', '/api/resume-subscription', {
  limit: 'billing',
  body: NoBody,
  replies: { 200: User },
})
export const purchaseLeads = endpoint('POST', '/api/purchase-leads', {
  limit: 'billing',
  body: NoBody,
  replies: {
    200: z.object({ success: z.boolean(), checkoutUrl: z.string().optional(), message: z.string().optional() }),
  },
})
export const confirmPurchase = endpoint('POST', '/api/purchase-leads/confirm', {
  limit: 'billing read',
  body: z.strictObject({ sessionId: z.string().regex(/^cs_\w{1,200}$/) }),
  replies: { 200: z.object({ isPaid: z.boolean(), leads: z.number().int(), user: User }) },
})
export const getInvoices = endpoint('GET', '/api/invoices', { replies: { 200: z.array(Invoice) } })
export const stripeWebhook = endpoint('POST', '/api/stripe/webhook', {
  access: 'public',
  takesRawBody: true,
  bodyLimitBytes: 1_000_000,
  replies: { 200: z.object({ received: z.literal(true) }) },
})
export const openBillingPortal = endpoint('POST', '/api/billing-portal', {
  limit: 'billing',
  body: NoBody,
  replies: { 200: z.object({ url: z.string() }) },
})
