import type { Books } from '../books.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { draftInvoice, periodLine } from './invoice-draft.ts'
import { planItem } from './subscription-state.ts'
import { changeLines } from './subscription-change.ts'

type PreviewInput = {
  customer?: string | undefined
  subscription?: string | undefined
  subscription_details?:
    | {
        items?: { id?: string | undefined; price?: string | undefined }[] | undefined
        proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
        proration_date?: number | undefined
      }
    | undefined
}

/** What a plan change would cost now (always_invoice), or what the next renewal will. Nothing of it is kept. */
export async function previewInvoice(books: Books, input: PreviewInput): Promise<Objects['invoice']> {
  if (input.subscription === undefined)
    throw invalidRequest('The sandbox previews invoices of a subscription that exists.', { param: 'subscription' })
  const subscription = await books.get('subscription', input.subscription, 'subscription')
  const customer = await books.get('customer', subscription.customer)
  const item = planItem(subscription)
  const details = input.subscription_details ?? {}
  const wanted = details.items?.[0]?.price
  const price =
    wanted === undefined ? item.price : await books.get('price', wanted, 'subscription_details[items][0][price]')
  const isChange = details.proration_behavior === 'always_invoice' && price.id !== item.price.id
  const at = details.proration_date ?? books.now
  const start = item.current_period_end
  const product = await books.get('product', price.product)
  const nextMonth = { start, end: start + (item.current_period_end - item.current_period_start) }
  const lines = isChange
    ? await changeLines(books, item, price, at)
    : [periodLine({ product: product.name, price, item: item.id, period: nextMonth })]
  const invoice = draftInvoice(books, {
    customer,
    subscription,
    reason: isChange ? 'subscription_update' : 'upcoming',
    lines,
    period: { start: item.current_period_start, end: item.current_period_end },
  })
  if (isChange && invoice.parent?.subscription_details)
    invoice.parent.subscription_details.subscription_proration_date = at
  return { ...invoice, id: `upcoming_${invoice.id}` }
}
