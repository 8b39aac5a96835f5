import { z } from 'zod'
import { call } from '../api/call.ts'
import { filled, type Params, whole } from '../api/params.ts'
import type { Store } from '../store.ts'
import type { Objects } from '../wire.ts'
import { draftInvoice, periodLine } from './invoice-draft.ts'
import { planItem } from './subscription-state.ts'
import { changeLines } from './subscription-change.ts'

const previewParams = {
  customer: filled.optional(),
  subscription: filled,
  subscription_details: z
    .strictObject({
      items: z.array(z.strictObject({ id: filled, price: filled })).optional(),
      proration_behavior: z.literal('always_invoice').optional(),
      proration_date: whole.optional(),
    })
    .optional(),
}

export const previewCall = call({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  params: previewParams,
  answer: ({ store, params }) => previewInvoice(store, params),
})

/** What a plan change would cost now (always_invoice), or what the next renewal will cost. Nothing is stored. */
async function previewInvoice(store: Store, input: Params<typeof previewParams>): Promise<Objects['invoice']> {
  const subscription = await store.get('subscription', input.subscription, 'subscription')
  const customer = await store.get('customer', subscription.customer)
  const item = planItem(subscription)
  const details = input.subscription_details ?? {}
  const wanted = details.items?.[0]?.price
  const price =
    wanted === undefined ? item.price : await store.get('price', wanted, 'subscription_details[items][0][price]')
  const isChange = details.proration_behavior === 'always_invoice' && price.id !== item.price.id
  const at = details.proration_date ?? store.now
  const start = item.current_period_end
  const product = await store.get('product', price.product)
  const nextMonth = { start, end: start + (item.current_period_end - item.current_period_start) }
  const lines = isChange
    ? await changeLines(store, item, price, at)
    : [periodLine({ product: product.name, price, item: item.id, period: nextMonth })]
  const invoice = draftInvoice(store, {
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
