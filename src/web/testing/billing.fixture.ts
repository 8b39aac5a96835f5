import type { Invoice, PaymentSettings, Subscription, SubscriptionPreview } from '#contract/billing/billing.ts'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { plans } from '#contract/plans.ts'

export const makeSubscription = (own: Partial<Subscription> = {}): Subscription => {
  const tier = own.tier ?? 'pro'
  return {
    tier,
    status: 'active',
    pricePerMonthCents: plans[tier].pricePerMonthCents,
    renewsAt: tier === 'free' ? null : '2026-12-15T00:00:00.000Z',
    nextCharge: tier === 'free' ? null : { amountCents: plans[tier].pricePerMonthCents, creditCents: 0, taxCents: 0 },
    isRenewing: false,
    endsAt: null,
    scheduledChange: null,
    openInvoice: null,
    isSettling: false,
    isGranted: false,
    givenPlan: null,
    ...own,
  }
}

export const makeCard = (
  own: Partial<PaymentMethod['card']> & { id?: string; isDefault?: boolean } = {},
): PaymentMethod => {
  const { id = 'pm_1', isDefault = true, ...card } = own
  return { id, isDefault, card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2099, ...card } }
}

export const makePreview = (own: Partial<SubscriptionPreview> = {}): SubscriptionPreview => ({
  tier: 'pro',
  takesEffect: 'now',
  takesEffectAt: '2026-11-21T12:00:00.000Z',
  tax: 'to none',
  dueNowCents: 4900,
  unusedTimeCreditCents: 0,
  creditCents: 0,
  contactPullsAdded: 2000,
  nextChargeCents: 4900,
  nextChargeAt: '2026-12-21T12:00:00.000Z',
  givenPlan: null,
  prorationDate: null,
  ...own,
})

export const makeInvoice = (own: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  kind: 'plan',
  number: 'LL-0001',
  createdAt: '2026-11-15T00:00:00.000Z',
  description: 'Pro, Nov 15 to Dec 15',
  totalCents: 4900,
  taxCents: 0,
  refundedCents: 0,
  status: 'paid',
  hostedUrl: 'https://pay.example.com/in_1',
  pdfUrl: 'https://pay.example.com/in_1.pdf',
  ...own,
})

export const realStripe: PaymentSettings = { publishableKey: 'pk_live_1', sandboxScriptUrl: null, hasTaxes: false }
export const sandbox: PaymentSettings = {
  publishableKey: 'pk_test_1',
  sandboxScriptUrl: 'http://127.0.0.1:4399/js',
  hasTaxes: false,
}
