import type { Changes } from '../changes.ts'
import { type Delivery, readDeliveries } from '../delivery.repository.ts'
import type { Database } from '../host.ts'
import type { Objects } from '../wire.ts'
import { dollars, momentText } from './html.ts'

const SHOWN = 50

export const shownKinds = {
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  event: 'Events',
  customer: 'Customers',
  payment_method: 'Cards',
  charge: 'Charges',
  payment_intent: 'Payments',
  setup_intent: 'Card setups',
  'checkout.session': 'Checkouts',
  refund: 'Refunds',
  dispute: 'Disputes',
  product: 'Products',
  price: 'Prices',
}
export type ShownKind = keyof typeof shownKinds
/** One object in the panel's table. */
export type PanelRow = {
  object: Objects[ShownKind]
  /** A card whose charges the panel declines. */
  isDeclining: boolean
  status: string | null | undefined
}

/** The latest objects of one kind, newest first. */
export async function readRows(db: Database, changes: Changes, kind: ShownKind): Promise<PanelRow[]> {
  const deliveries = kind === 'event' ? await readDeliveries(db) : []
  return changes.run(async store => {
    const objects = (await store.list(kind)).slice(-SHOWN).toReversed()
    return objects.map(object => {
      const isDeclining = object.object === 'payment_method' && store.hidden(object).declines !== undefined
      const delivery = deliveries.findLast(({ event }) => event === object.id)
      return { object, isDeclining, status: isDeclining ? 'declines' : statusOf(object, delivery) }
    })
  })
}

function statusOf(object: PanelRow['object'], delivery: Delivery | undefined): PanelRow['status'] {
  if ('deleted' in object) return 'deleted'
  if (object.object === 'payment_method') return object.customer ? 'attached' : 'detached'
  if (object.object === 'charge' && object.disputed) return 'disputed'
  if (object.object === 'charge' && object.refunded) return 'refunded'
  if (object.object !== 'event') return 'status' in object ? object.status : undefined
  if (delivery === undefined) return 'not sent'
  if (delivery.lastStatus === null) return delivery.dueAt === null ? 'held back' : 'waiting'
  return delivery.lastStatus.startsWith('2') ? 'delivered' : `failed: ${delivery.lastStatus}`
}

/** A line of text that helps a person recognize the object. */
export function factsOf(object: PanelRow['object']): string {
  const fields = object as unknown as Record<string, unknown>
  const cents = fields.total ?? fields.amount_total ?? fields.amount ?? fields.unit_amount
  const card = object.object === 'payment_method' ? object.card : undefined
  const item = object.object === 'subscription' ? object.items.data[0] : undefined
  const names = ['number', 'name', 'email', 'lookup_key', 'billing_reason', 'failure_message', 'customer', 'charge']
  return [
    typeof cents === 'number' && dollars(cents),
    card && `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}`,
    item && `${dollars(item.price.unit_amount ?? 0)} until ${momentText(item.current_period_end)}`,
    object.object === 'event' && object.type,
    ...names.map(name => fields[name]),
  ]
    .filter(fact => typeof fact === 'string' && fact !== '')
    .join(' · ')
}

/** The page where a person can see the object, or act on it. */
export function linkOf({ object }: PanelRow): { label: string; href: string } | undefined {
  const secret =
    'client_secret' in object && 'status' in object && object.status === 'requires_action' && object.client_secret
  if (secret) return { label: 'Answer 3-D Secure', href: `/challenge?client_secret=${encodeURIComponent(secret)}` }
  const href =
    object.object === 'invoice' ? object.hosted_invoice_url : object.object === 'checkout.session' ? object.url : null
  return href ? { label: 'Open', href } : undefined
}
