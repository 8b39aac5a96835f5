import type { Changes } from '../changes.ts'
import { type Delivery, readDeliveries } from '../delivery.repository.ts'
import type { Database } from '../host.ts'
import type { Store } from '../store.ts'
import type { Kind, Objects } from '../wire.ts'
import { dollars } from './html.ts'

const SHOWN = 50

const names = `subscription invoice event customer payment_method charge dispute payment_intent setup_intent
  checkout.session product price billing_portal.configuration billing_portal.session`
export const kinds = names.split(/\s+/) as Kind[]
/** Stripe's name for objects of this kind, such as `Payment methods`. */
export const nameOf = (kind: Kind): string =>
  `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).replaceAll(/[_.]/g, ' ')}s`
export type PanelRow = { object: Objects[Kind]; status: string }

/** The latest objects of one kind, newest first. */
export async function readRows(db: Database, changes: Changes, kind: Kind): Promise<PanelRow[]> {
  const deliveries = kind === 'event' ? await readDeliveries(db) : []
  return changes.run(async store => {
    const objects = (await store.list(kind)).slice(-SHOWN).toReversed()
    return objects.map(object => ({ object, status: statusOf(store, object, deliveries) }))
  })
}

function statusOf(store: Store, object: PanelRow['object'], deliveries: Delivery[]): string {
  if ('deleted' in object) return 'deleted'
  if (object.object === 'payment_method' && store.hidden(object).declines !== undefined) return 'declines'
  if (object.object === 'payment_method') return object.customer ? 'attached' : 'detached'
  if (object.object === 'charge' && object.disputed) return 'disputed'
  if (object.object === 'charge' && object.refunded) return 'refunded'
  if (object.object !== 'event') return ('status' in object && object.status) || ''
  const delivery = deliveries.findLast(({ event }) => event === object.id)
  if (delivery === undefined) return 'not sent'
  if (delivery.lastStatus === null) return delivery.dueAt === null ? 'held back' : 'waiting'
  return delivery.lastStatus.startsWith('2') ? 'delivered' : `failed: ${delivery.lastStatus}`
}

const factNames = 'type number name email lookup_key billing_reason failure_message customer charge'.split(' ')

/** A line of text that helps a person recognize the object. */
export function factsOf(object: PanelRow['object']): string {
  const fields: Record<string, unknown> = { ...object }
  const cents = fields.total ?? fields.amount_total ?? fields.amount ?? fields.unit_amount
  const card = object.object === 'payment_method' && `${object.card?.brand} ending in ${object.card?.last4}`
  const facts = [typeof cents === 'number' && dollars(cents), card, ...factNames.map(name => fields[name])]
  return facts.filter(fact => typeof fact === 'string' && fact !== '').join(' · ')
}
