import type Stripe from 'stripe'

type Literals<T> = T extends string ? (string extends T ? never : T) : never
/** The published types allow any string in an enum. These allow only the named values. */
type Text<T> = [Literals<T>] extends [never] ? string : Literals<T>
type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
type ObjectAsSent<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Entry)[]
    ? AsSent<Entry>[]
    : T extends { object: 'list'; data: (infer Entry)[] }
      ? List<AsSent<Entry>>
      : T extends object
        ? { [Key in keyof T]: AsSent<T[Key]> }
        : T

/**
 * Stripe's published type of an object, as it is stored and sent: references as ids, decimals as text, enums closed.
 * With it, the compiler checks every object of the sandbox against the stripe package.
 */
export type AsSent<T> = [Extract<T, string>] extends [never]
  ? ObjectAsSent<T>
  : Text<Extract<T, string>> | Exclude<Extract<T, boolean | number | null | undefined>, string>

export type Objects = {
  customer: AsSent<Stripe.Customer>
  payment_method: AsSent<Stripe.PaymentMethod>
  setup_intent: AsSent<Stripe.SetupIntent>
  payment_intent: AsSent<Stripe.PaymentIntent>
  charge: AsSent<Stripe.Charge>
  refund: AsSent<Stripe.Refund>
  dispute: AsSent<Stripe.Dispute>
  product: AsSent<Stripe.Product>
  price: AsSent<Stripe.Price>
  subscription: AsSent<Stripe.Subscription>
  invoice: AsSent<Stripe.Invoice>
  'checkout.session': AsSent<Stripe.Checkout.Session>
  'billing_portal.configuration': AsSent<Stripe.BillingPortal.Configuration>
  'billing_portal.session': AsSent<Stripe.BillingPortal.Session>
  event: EventAsSent
}
export type Kind = keyof Objects
export type EventAsSent = AsSent<Omit<Stripe.Event, 'data'>> & {
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}
export type EventType = Stripe.Event['type']

export type Charge = Objects['charge']
export type Customer = Objects['customer']
export type Invoice = Objects['invoice']
export type PaymentIntent = Objects['payment_intent']
export type PaymentMethod = Objects['payment_method']
export type Price = Objects['price']
export type Session = Objects['checkout.session']
export type SetupIntent = Objects['setup_intent']
export type Subscription = Objects['subscription']
export type SubscriptionItem = AsSent<Stripe.SubscriptionItem>

/** The objects, and the parts of objects that are objects, too. */
export type Parts = Objects & {
  invoice_payment: AsSent<Stripe.InvoicePayment>
  line_item: AsSent<Stripe.InvoiceLineItem>
  plan: AsSent<Stripe.Plan>
  subscription_item: SubscriptionItem
}

/** By kind of object: data that the sandbox stores with it and never sends. */
export type Hidden = {
  payment_method: {
    number: string
    /** Set up for off-session payments. */
    isSetUp?: boolean
    /** It was detached from a customer, so it cannot be used again. */
    isDetached?: boolean
    /** Every charge is declined with this code, regardless of the number. Set on the panel or by a test. */
    declines?: string
  }
  payment_intent: {
    invoice?: string
    checkout?: string
    /** The time at which late settlement marks its invoice paid. */
    settlesAt?: number
  }
  subscription: { pendingInvoice?: string }
  /** `bought` is the name of the product that the checkout sells. */
  'checkout.session': { bought: string; intentMetadata: Record<string, string> }
}
export type HiddenOf<K extends Kind> = K extends keyof Hidden ? Hidden[K] : Record<string, never>
