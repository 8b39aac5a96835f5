import { listOf } from '../fields.ts'
import { intentOf, paymentOf } from '../objects/invoices.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Invoice } from '../wire.ts'

type Tree = { [name: string]: unknown }

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
  const whole = typeof value === 'string' ? await store.findAny(value) : value
  if (whole === undefined) throw invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' })
  node[name] = structuredClone(whole)
  await expandPath(store, node[name] as Tree, rest)
}

async function addOnRequest(store: Store, node: Tree, name: string): Promise<void> {
  const invoice = node as Tree & Invoice
  if (name === 'payments') {
    const intent = await intentOf(store, invoice)
    const data = intent === undefined ? [] : [paymentOf(invoice, intent)]
    node.payments = listOf(`/v1/invoice_payments?invoice=${invoice.id}`, data)
  }
  if (name === 'confirmation_secret') {
    const secret = (await intentOf(store, invoice))?.client_secret ?? null
    node.confirmation_secret = secret === null ? null : { client_secret: secret, type: 'payment_intent' }
  }
}
