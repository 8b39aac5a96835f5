import type { Books } from '../books.ts'
import { intentOf, paymentsOf } from '../objects/invoices.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Kind, Objects } from '../wire.ts'

type Tree = { [name: string]: unknown }

const kinds: Record<string, Kind> = {
  cus: 'customer',
  pm: 'payment_method',
  seti: 'setup_intent',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  prod: 'product',
  price: 'price',
  sub: 'subscription',
  in: 'invoice',
  cs: 'checkout.session',
}
const kindOf = (field: string, id: string): Kind | undefined =>
  field === 'product' ? 'product' : kinds[id.split('_')[0] ?? '']

/** Puts whole objects in the place of ids, and adds what Stripe gives only when it is asked for. */
export async function expandAll(books: Books, answer: object, paths: readonly string[]): Promise<object> {
  const tree = structuredClone(answer) as Tree
  for (const path of paths) await expandPath(books, tree, path.split('.'), path)
  return tree
}

async function expandPath(books: Books, node: Tree, [name, ...rest]: string[], whole: string): Promise<void> {
  if (name === undefined) return
  if (Array.isArray(node)) {
    for (const entry of node) await expandPath(books, entry as Tree, [name, ...rest], whole)
    return
  }
  await addIncludable(books, node, name)
  const value = node[name]
  if (value === undefined)
    throw invalidRequest(`This property cannot be expanded (${name}). You may want to try expanding ${whole}.`, {
      param: 'expand',
    })
  if (value === null) return
  if (typeof value === 'string') {
    const kind = kindOf(name, value)
    if (kind === undefined) throw invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' })
    node[name] = structuredClone(await books.get(kind, value))
  }
  await expandPath(books, node[name] as Tree, rest, whole)
}

async function addIncludable(books: Books, node: Tree, name: string): Promise<void> {
  if (node[name] !== undefined) return
  const id = String(node.id)
  if (node.object === 'invoice' && name === 'payments')
    node.payments = listOf(
      await paymentsOf(books, node as Objects['invoice'] & Tree),
      `/v1/invoice_payments?invoice=${id}`,
    )
  if (node.object === 'invoice' && name === 'confirmation_secret') {
    const secret = (await intentOf(books, node as Objects['invoice'] & Tree))?.client_secret ?? null
    node.confirmation_secret = secret === null ? null : { client_secret: secret, type: 'payment_intent' }
  }
  if (node.object === 'charge' && name === 'refunds') {
    const refunds = (await books.list('refund')).filter(refund => refund.charge === id)
    node.refunds = listOf(refunds.toReversed(), `/v1/charges/${id}/refunds`)
  }
  if (node.object === 'customer' && name === 'subscriptions') {
    const all = (await books.list('subscription', id)).filter(({ status }) => status !== 'canceled')
    node.subscriptions = listOf(all.toReversed(), `/v1/customers/${id}/subscriptions`)
  }
  if (node.object === 'checkout.session' && name === 'line_items') {
    const session = await books.get('checkout.session', id)
    node.line_items = listOf(books.hidden(session).lines, `/v1/checkout/sessions/${id}/line_items`)
  }
}

const listOf = (data: object[], url: string) => ({
  object: 'list',
  data: structuredClone(data),
  has_more: false,
  url,
})
