import type { Delivery } from '../delivery.repository.ts'
import type { Kind, Objects } from '../wire.ts'
import { dayText, dollars, type Html, html, momentText } from './html.ts'

export type Row = {
  title: string
  status?: string | null | undefined
  facts: (string | null | undefined)[]
  actions?: Html[]
}
type Describe<K extends Kind> = (object: Objects[K], more: { deliveries: Delivery[]; isDeclining: boolean }) => Row

/** A button that posts one action of the panel. */
export const action = (label: string, name: string, values: Record<string, string>, tone = ''): Html =>
  html` <form method="post" action="/sandbox">
    <input type="hidden" name="action" value="${name}" />${Object.entries(values).map(
      ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
    )}<button class="${tone}">${label}</button>
  </form>`

const link = (label: string, href: string): Html => html`<a class="button" href="${href}">${label}</a>`
const challengeLink = (secret: string | null): Html =>
  link('Answer 3-D Secure', `/challenge?client_secret=${encodeURIComponent(secret ?? '')}`)

const customer: Describe<'customer'> = one => {
  if ('deleted' in one) return { title: 'Deleted customer', status: 'deleted', facts: [] }
  const { id, email, name, invoice_settings: settings, balance } = one
  return {
    title: name ?? email ?? 'Customer',
    facts: [
      email,
      `default card ${settings.default_payment_method ?? 'none'}`,
      balance === 0 ? null : `balance ${dollars(balance)}`,
    ],
    actions: [action('Delete', 'deleteCustomer', { customer: id }, 'danger')],
  }
}

const card: Describe<'payment_method'> = ({ id, card: facts, customer: owner }, { isDeclining }) => ({
  title: `${facts?.brand ?? 'card'} •••• ${facts?.last4 ?? ''}`,
  status: isDeclining ? 'declines' : owner === null ? 'detached' : 'attached',
  facts: [`expires ${facts?.exp_month}/${facts?.exp_year}`, owner],
  actions: [
    isDeclining
      ? action('Accept charges again', 'acceptCharges', { card: id })
      : action('Decline its charges', 'declineCharges', { card: id }),
    action('Bank renews it', 'renewCard', { card: id }),
    ...(owner === null ? [] : [action('Detach', 'detachCard', { card: id }, 'danger')]),
  ],
})

const subscription: Describe<'subscription'> = ({
  id,
  status,
  items,
  customer: owner,
  cancel_at: endsAt,
  pending_update: pending,
}) => {
  const [item] = items.data
  return {
    title: `${dollars(item?.price.unit_amount ?? 0)} a month`,
    status,
    facts: [
      `${dayText(item?.current_period_start ?? 0)} to ${dayText(item?.current_period_end ?? 0)}`,
      item?.price.lookup_key,
      endsAt === null ? null : `ends ${dayText(endsAt)}`,
      pending === null ? null : `a change waits for its payment until ${momentText(pending.expires_at)}`,
      owner,
    ],
    actions: status === 'active' || status === 'past_due' ? [portalAction(id, endsAt)] : [],
  }
}

const portalAction = (id: string, endsAt: number | null): Html =>
  endsAt === null
    ? action('Cancel as in the portal', 'cancelInPortal', { subscription: id })
    : action('Renew as in the portal', 'renewInPortal', { subscription: id })

const invoice: Describe<'invoice'> = one => ({
  title: `${one.number ?? 'Draft'} · ${dollars(one.total, one.currency)}`,
  status: one.status,
  facts: [
    one.billing_reason?.replaceAll('_', ' '),
    one.next_payment_attempt === null ? null : `next try ${momentText(one.next_payment_attempt)}`,
    one.customer,
  ],
  actions: one.hosted_invoice_url ? [link('Open', one.hosted_invoice_url)] : [],
})

const payment: Describe<'payment_intent'> = one => ({
  title: dollars(one.amount, one.currency),
  status: one.status,
  facts: [one.last_payment_error?.message, one.customer],
  actions: one.status === 'requires_action' ? [challengeLink(one.client_secret)] : [],
})

const setup: Describe<'setup_intent'> = one => ({
  title: 'Set-up of a card',
  status: one.status,
  facts: [one.last_setup_error?.message, one.customer],
  actions: one.status === 'requires_action' ? [challengeLink(one.client_secret)] : [],
})

const charge: Describe<'charge'> = one => ({
  title: dollars(one.amount, one.currency),
  status: one.disputed ? 'disputed' : one.refunded ? 'refunded' : one.status,
  facts: [
    one.failure_message,
    one.amount_refunded > 0 ? `${dollars(one.amount_refunded)} refunded` : null,
    one.customer,
  ],
  actions:
    one.paid && !one.refunded && !one.disputed
      ? [action('Refund', 'refund', { charge: one.id }), action('Dispute', 'dispute', { charge: one.id }, 'danger')]
      : [],
})

const checkout: Describe<'checkout.session'> = one => ({
  title: dollars(one.amount_total ?? 0, one.currency ?? 'usd'),
  status: one.status,
  facts: [one.payment_status, one.client_reference_id === null ? null : `for ${one.client_reference_id}`, one.customer],
  actions: one.url === null ? [] : [link('Open', one.url)],
})

const event: Describe<'event'> = (one, { deliveries }) => ({
  title: one.type,
  status: deliveryWord(deliveries),
  facts: [deliveries.length > 1 ? `sent or to be sent ${deliveries.length} times` : null],
  actions: [action('Send again', 'resendEvent', { event: one.id })],
})

function deliveryWord(deliveries: Delivery[]): string {
  const last = deliveries.at(-1)
  if (last === undefined) return 'not sent'
  if (last.lastStatus !== null) return last.lastStatus.startsWith('2') ? 'delivered' : `failed: ${last.lastStatus}`
  return last.dueAt === null ? 'held back' : 'waiting'
}

export const shelves = {
  subscription: { name: 'Subscriptions', describe: subscription },
  invoice: { name: 'Invoices', describe: invoice },
  event: { name: 'Events', describe: event },
  customer: { name: 'Customers', describe: customer },
  payment_method: { name: 'Cards', describe: card },
  charge: { name: 'Charges', describe: charge },
  payment_intent: { name: 'Payments', describe: payment },
  setup_intent: { name: 'Set-ups', describe: setup },
  'checkout.session': { name: 'Checkouts', describe: checkout },
  refund: {
    name: 'Refunds',
    describe: one => ({ title: dollars(one.amount, one.currency), status: one.status, facts: [one.charge] }),
  },
  dispute: {
    name: 'Disputes',
    describe: one => ({ title: dollars(one.amount, one.currency), status: one.status, facts: [one.charge] }),
  },
  product: { name: 'Products', describe: one => ({ title: one.name, facts: [] }) },
  price: {
    name: 'Prices',
    describe: one => ({
      title: `${dollars(one.unit_amount ?? 0, one.currency)}${one.recurring === null ? '' : ' a month'}`,
      status: one.active ? 'active' : 'inactive',
      facts: [one.lookup_key, one.product],
    }),
  },
} satisfies { [K in Kind]?: { name: string; describe: Describe<K> } }
export type Shelf = keyof typeof shelves
