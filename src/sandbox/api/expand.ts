import { intentOf, paymentOf } from '../objects/invoices.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Kind, Objects } from '../wire.ts'

type Tree = { [name: string]: unknown }

/** The kinds that can be expanded, by the prefix of their ids. */
const kinds: Record<string, Kind> = {
  cus: 'customer',
  pm: 'payment_method',
  pi: 'payment_intent',
  ch: 'charge',
  sub: 'subscription',
  in: 'invoice',
}

/** Replaces ids with whole objects, and adds the fields that Stripe only sends on request. */
export async function expandAll(store: Store, answer: object, paths: readonly string[]): Promise<object> {
  const tree = structuredClone(answer) as Tree
  for (const path of paths) await expandPath(store, tree, path.split('.'))
  return tree
}

async function expandPath(store: Store, node: Tree, [name, ...rest]: string[]): Promise<void> {
  if (name === undefined) return
  if (Array.isArray(node)) {
    for (const entry of node) await expandPath(store, entry as Tree, [name, ...rest])
    return
  }
  if (node.object === 'invoice') await addOnRequest(store, node, name)
  const value = node[name]
  if (value === null) return
  if (typeof value === 'string') {
    const kind = kinds[value.split('_')[0] ?? '']
    if (kind === undefined) throw cannotExpand(name)
    node[name] = structuredClone(await store.get(kind, value))
  } else if (value === undefined) throw cannotExpand(name)
  await expandPath(store, node[name] as Tree, rest)
}

const cannotExpand = (name: string): Error =>
  invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' })

async function addOnRequest(store: Store, node: Tree, name: string): Promise<void> {
  const invoice = node as Tree & Objects['invoice']
  if (name === 'payments') {
    const payment = await paymentOf(store, invoice)
    const data = payment === undefined ? [] : [structuredClone(payment)]
    node.payments = { object: 'list', data, has_more: false, url: `/v1/invoice_payments?invoice=${invoice.id}` }
  }
  if (name === 'confirmation_secret') {
    const secret = (await intentOf(store, invoice))?.client_secret ?? null
    node.confirmation_secret = secret === null ? null : { client_secret: secret, type: 'payment_intent' }
  }
}
