import { emptyLists, newId, nulls, zeros } from '../fields.ts'
import { HOUR } from '../months.rules.ts'
import type { Store } from '../store.ts'
import type { InvoiceLine, Objects, SubscriptionItem } from '../wire.ts'
import { assertTaxLocation, hasTaxLocation, taxEntry, taxOf } from './taxes.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']
type Price = Objects['price']

export type Period = { start: number; end: number }
export type LineInput = {
  amount: number
  description: string
  period: Period
  price: Price
  item: string
  isProration: boolean
}
export type DraftInput = { reason: NonNullable<Invoice['billing_reason']>; lines: LineInput[]; period: Period }

/** Builds an invoice of a subscription without storing it. */
export async function draftInvoice(
  store: Store,
  subscription: Subscription,
  { reason, lines, period }: DraftInput,
): Promise<Invoice> {
  const customer = await store.get('customer', subscription.customer)
  const id = newId('in')
  const isRenewal = reason === 'subscription_cycle'
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const wantsTax = subscription.automatic_tax.enabled
  // A renewal has no caller that could get an error, so it is charged without tax.
  if (wantsTax && !isRenewal) assertTaxLocation(store, customer)
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
    amount_remaining: due,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: wantsTax && !isTaxed ? 'finalization_requires_location_inputs' : null,
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: isTaxed ? 'complete' : null,
    },
    // A renewal stays a draft for an hour.
    automatically_finalizes_at: isRenewal ? store.now + HOUR : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: store.now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: lines.map(line => lineOf(line, id, subscription)),
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
    payment_settings: nulls('default_mandate payment_method_options payment_method_types'),
    period_end: period.end,
    period_start: period.start,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: nulls('finalized_at marked_uncollectible_at paid_at voided_at'),
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: isTaxed ? [taxEntry({ amount: taxes, taxable: subtotal })] : [],
    ...zeros('amount_overpaid amount_paid amount_shipping attempt_count'),
    ...zeros('post_payment_credit_notes_amount pre_payment_credit_notes_amount'),
    ...emptyLists('default_tax_rates discounts total_discount_amounts total_pretax_credit_amounts'),
    ...nulls('customer_address customer_phone customer_tax_exempt'),
    ...nulls('account_tax_ids application custom_fields customer_account'),
    ...nulls('customer_shipping default_payment_method default_source description due_date effective_at'),
    ...nulls('ending_balance footer from_invoice hosted_invoice_url invoice_pdf last_finalization_error'),
    ...nulls('latest_revision next_payment_attempt number on_behalf_of receipt_number rendering'),
    ...nulls('shipping_cost shipping_details statement_descriptor test_clock webhooks_delivered_at'),
  }
}

function lineOf(line: LineInput, invoice: string, subscription: Subscription): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discountable: !line.isProration,
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
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.amount),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: line.amount,
    ...emptyLists('discount_amounts discounts pretax_credit_amounts'),
    taxes: null,
  }
}

/** The charge for one month of a plan. */
export async function periodLine(
  store: Store,
  item: SubscriptionItem,
  { price, period }: { price: Price; period: Period },
): Promise<LineInput> {
  const { name } = await store.get('product', price.product)
  const amount = price.unit_amount ?? 0
  const description = `1 × ${name} (at $${(amount / 100).toFixed(2)} / month)`
  return { amount, description, period, price, item: item.id, isProration: false }
}
