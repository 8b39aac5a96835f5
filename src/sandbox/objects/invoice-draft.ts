import { newId, newObject } from '../fields.ts'
import { HOUR } from '../months.rules.ts'
import type { Store } from '../store.ts'
import type { Invoice, Parts, Price, Subscription, SubscriptionItem } from '../wire.ts'
import { assertTaxLocation, hasTaxLocation, taxEntry, taxOf } from './taxes.ts'

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
  return newObject('invoice', store.now, {
    id,
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
    // A renewal stays a draft for an hour.
    automatically_finalizes_at: isRenewal ? store.now + HOUR : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
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
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    hosted_invoice_url: null,
    invoice_pdf: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: isTaxed ? [taxEntry({ amount: taxes, taxable: subtotal })] : [],
  })
}

function lineOf(line: LineInput, invoice: string, subscription: Subscription): Parts['line_item'] {
  return newObject('line_item', 0, {
    id: newId('il'),
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discountable: !line.isProration,
    invoice,
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
    discount_amounts: [],
    pretax_credit_amounts: [],
  })
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
