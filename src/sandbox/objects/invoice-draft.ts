import { nulls } from '../nulls.ts'
import type { Store } from '../store.ts'
import { newId } from '../ids.ts'
import type { Period } from '../proration.rules.ts'
import type { InvoiceLine, Objects } from '../wire.ts'
import { assertTaxLocation, hasTaxLocation, taxEntry, taxOf } from './taxes.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']
type Price = Objects['price']

export type LineInput = {
  amount: number
  description: string
  period: Period
  price: Price
  item: string
  isProration: boolean
}
export type DraftInput = {
  customer: Objects['customer']
  subscription: Subscription
  reason: NonNullable<Invoice['billing_reason']>
  lines: LineInput[]
  period: Period
}

/** An invoice of a subscription, not stored yet: for a preview or a real one. */
export function draftInvoice(store: Store, { customer, subscription, reason, lines, period }: DraftInput): Invoice {
  const id = newId('in')
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const wantsTax = subscription.automatic_tax.enabled
  // A renewal has no caller who could be told: it is charged without the unknown tax.
  if (wantsTax && reason !== 'subscription_cycle') assertTaxLocation(store, customer)
  const isTaxed = wantsTax && hasTaxLocation(store, customer)
  const taxes = isTaxed ? lines.reduce((sum, line) => sum + taxOf(line.amount), 0) : 0
  const total = subtotal + taxes
  const due = Math.max(0, total + customer.balance)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: `${store.environment.productName} (sandbox)`,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: wantsTax && !isTaxed ? 'finalization_requires_location_inputs' : null,
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: isTaxed ? 'complete' : null,
    },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: store.now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: lines.map(line => lineOf(line, { invoice: id, subscription, isTaxed })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: [],
    total_excluding_tax: subtotal,
    total_pretax_credit_amounts: [],
    total_taxes: isTaxed ? [taxEntry({ amount: taxes, taxable: subtotal })] : [],
    ...nulls('account_tax_ids application automatically_finalizes_at custom_fields customer_account'),
    ...nulls('customer_shipping default_payment_method default_source description due_date effective_at'),
    ...nulls('ending_balance footer from_invoice hosted_invoice_url invoice_pdf last_finalization_error'),
    ...nulls('latest_revision next_payment_attempt number on_behalf_of receipt_number rendering'),
    ...nulls('shipping_cost shipping_details statement_descriptor test_clock webhooks_delivered_at'),
  }
}

function lineOf(
  line: LineInput,
  { invoice, subscription, isTaxed }: { invoice: string; subscription: Subscription; isTaxed: boolean },
): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.isProration ? newId('ii') : null,
        proration: line.isProration,
        proration_details: line.isProration ? { credited_items: null } : null,
        subscription: subscription.id,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: { ...line.period },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.amount),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: isTaxed ? [taxEntry({ amount: taxOf(line.amount), taxable: line.amount })] : [],
  }
}

/** The charge for one month of a plan. */
export const periodLine = (input: { product: string; price: Price; item: string; period: Period }): LineInput => ({
  amount: input.price.unit_amount ?? 0,
  description: `1 × ${input.product} (at $${((input.price.unit_amount ?? 0) / 100).toFixed(2)} / ${input.price.recurring?.interval ?? 'month'})`,
  period: input.period,
  price: input.price,
  item: input.item,
  isProration: false,
})
