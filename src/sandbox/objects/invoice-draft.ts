import { listOf, newId, newObject } from '../fields.ts'
import { HOUR } from '../months.rules.ts'
import type { Store } from '../store.ts'
import type { Customer, Invoice, Parts, Price, Subscription, SubscriptionItem } from '../wire.ts'
import { periodOf, planItem } from './subscription-state.ts'
import { assertTaxLocation, hasTaxLocation, taxedAutomatically, taxOf } from './taxes.ts'

export type Period = { start: number; end: number }
export type LineInput = { amount: number; description: string; period: Period; price: Price; isProration: boolean }
export type DraftInput = { reason: NonNullable<Invoice['billing_reason']>; lines: LineInput[] }

/** A date as Stripe writes it, such as 06 Sep 2026. */
const dayInDescription = (at: number): string => new Date(at * 1000).toUTCString().slice(5, 16)

/** Builds an invoice of a subscription without storing it. */
export async function draftInvoice(
  store: Store,
  subscription: Subscription,
  { reason, lines }: DraftInput,
): Promise<Invoice> {
  const customer = await store.get('customer', subscription.customer)
  const id = newId('in')
  const isRenewal = reason === 'subscription_cycle'
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const due = Math.max(0, subtotal + customer.balance)
  const invoice = newObject('invoice', store.now, {
    id,
    account_name: `${store.environment.productName} (sandbox)`,
    amount_due: due,
    amount_remaining: due,
    auto_advance: true,
    // A renewal stays a draft for an hour.
    automatically_finalizes_at: isRenewal ? store.now + HOUR : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    issuer: { type: 'self' },
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      lines.map(line => lineOf(line, subscription)),
    ),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: lines[0]?.period.end ?? 0,
    period_start: lines[0]?.period.start ?? 0,
    starting_balance: customer.balance,
    status: 'draft',
    subtotal,
    total: subtotal,
    total_taxes: [],
  })
  if (!subscription.automatic_tax.enabled) return invoice
  // A renewal has no caller that could get an error, so it is charged without tax.
  if (isRenewal && !hasTaxLocation(store, customer))
    invoice.automatic_tax.disabled_reason = 'finalization_requires_location_inputs'
  else addTax(store, invoice, customer)
  return invoice
}

/** Adds tax to a draft. */
export function addTax(store: Store, invoice: Invoice, customer: Customer): void {
  assertTaxLocation(store, customer)
  const amount = invoice.lines.data.reduce((sum, line) => sum + taxOf(line.amount), 0)
  invoice.total = invoice.subtotal + amount
  invoice.amount_due = Math.max(0, invoice.total + invoice.starting_balance)
  invoice.amount_remaining = invoice.amount_due
  Object.assign(invoice.automatic_tax, taxedAutomatically)
  invoice.total_taxes = [
    {
      amount,
      tax_behavior: 'exclusive',
      tax_rate_details: null,
      taxability_reason: 'standard_rated',
      taxable_amount: invoice.subtotal,
      type: 'tax_rate_details',
    },
  ]
}

function lineOf(line: LineInput, subscription: Subscription): Parts['line_item'] {
  const { amount, description, period, price, isProration } = line
  return newObject('line_item', 0, {
    id: newId('il'),
    amount,
    currency: subscription.currency,
    description,
    discountable: !isProration,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? newId('ii') : null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: subscription.id,
        subscription_item: planItem(subscription).id,
      },
      type: 'subscription_item_details',
    },
    period: { ...period },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    subtotal: amount,
  })
}

/** The charge for one month of a plan. */
export async function periodLine(store: Store, price: Price, period: Period): Promise<LineInput> {
  const { name } = await store.get('product', price.product)
  const amount = price.unit_amount ?? 0
  const description = `1 × ${name} (at $${(amount / 100).toFixed(2)} / month)`
  return { amount, description, period, price, isProration: false }
}

/** A credit for the unused time at the old price, and a charge for the same time at the new one. */
export async function changeLines(
  store: Store,
  item: SubscriptionItem,
  { price, at }: { price: Price; at: number },
): Promise<LineInput[]> {
  const { start, end } = periodOf(item)
  const shareLeft = Math.min(1, Math.max(0, (end - at) / (end - start)))
  const day = dayInDescription(at)
  const lineFor = async (one: Price, sign: 1 | -1): Promise<LineInput> => {
    const { name } = await store.get('product', one.product)
    return {
      amount: sign * Math.round((one.unit_amount ?? 0) * shareLeft),
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${name} after ${day}`,
      period: { start: at, end },
      price: one,
      isProration: true,
    }
  }
  return [await lineFor(item.price, -1), await lineFor(price, 1)]
}
