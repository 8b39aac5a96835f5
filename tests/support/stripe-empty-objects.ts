import path from 'node:path'
import { namesOf, type Scope, scopeOf, type TypeNode } from './stripe-types.ts'
import { fieldsOf } from './stripe-validator.ts'

/** The objects that the sandbox makes: the file of each in the stripe package, and its name there. */
const objects: Record<string, [file: string, ...names: string[]]> = {
  customer: ['Customers', 'Customer'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  refund: ['Refunds', 'Refund'],
  dispute: ['Disputes', 'Dispute'],
  product: ['Products', 'Product'],
  price: ['Prices', 'Price'],
  plan: ['Plans', 'Plan'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  invoice: ['Invoices', 'Invoice'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  'billing_portal.configuration': ['BillingPortal/Configurations', 'Configuration'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  event: ['Events', 'EventBase'],
}
const resources = path.resolve(import.meta.dirname, '../../node_modules/stripe/esm/resources')

/** Fields that have only one value in the sandbox. */
const alwaysEmpty: Record<string, unknown> = { metadata: {} }

/** What the required fields of Stripe's objects contain if they are empty, by the package's own types. */
export const emptyObjects = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(objects).map(([kind, [file, ...names]]) => {
      const scope = scopeOf(path.join(resources, `${file}.d.ts`))
      const declaration = scope.find(names)
      if (declaration === undefined) throw new Error(`The stripe package has no ${names.join('.')}`)
      return [kind, emptyFields(declaration)]
    }),
  )

function emptyFields(declaration: Parameters<typeof fieldsOf>[0]): Record<string, unknown> {
  const required = [...fieldsOf(declaration)].filter(([name, { isOptional }]) => name !== '*' && !isOptional)
  return Object.fromEntries(
    required.flatMap(([name, { node, scope }]) => {
      const empty = alwaysEmpty[name] ?? emptyValue(node, scope)
      return empty === undefined ? [] : [[name, empty]]
    }),
  )
}

/** Undefined: the type has no empty value. */
function emptyValue(node: TypeNode, scope: Scope): unknown {
  if (node.type === 'TSNullKeyword') return null
  if (node.type === 'TSNumberKeyword') return 0
  if (node.type === 'TSBooleanKeyword') return false
  if (node.type === 'TSArrayType') return []
  if (node.type === 'TSUnionType')
    return (node.types ?? []).some(({ type }) => type === 'TSNullKeyword') ? null : undefined
  if (node.type !== 'TSTypeReference' || !node.typeName) return undefined
  const names = namesOf(node.typeName)
  if (names[0] === 'Array') return []
  const declaration = scope.find(names)
  if (declaration?.alias) return emptyValue(declaration.alias, declaration.scope)
  if (declaration?.members === undefined) return undefined
  const fields = emptyFields(declaration)
  const isWhole = [...fieldsOf(declaration)].every(
    ([name, { isOptional }]) => name === '*' || isOptional || name in fields,
  )
  return isWhole ? fields : undefined
}
