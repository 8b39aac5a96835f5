import type { Delivery } from '../delivery.repository.ts'
import { type Settings, type SwitchName, switches } from '../settings.ts'
import type { Kind, Objects } from '../wire.ts'
import { dollars, type Html, html, momentText } from './html.ts'

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
} satisfies Partial<Record<Kind, string>>
export type ShownKind = keyof typeof shownKinds
export type Row = {
  object: Objects[ShownKind]
  /** A card whose charges the panel declines. */
  isDeclining: boolean
  /** The latest delivery of an event. */
  delivery: Delivery | undefined
}
type Panel = {
  now: Date
  settings: Settings
  kind: ShownKind
  rows: Row[]
  notice: string | undefined
  product: string | undefined
}

export const panelPage = ({ now, settings, kind, rows, notice, product }: Panel): Html =>
  html`<main class="panel-main">
    <header class="panel-header">
      <h1>Payments sandbox</h1>
      ${product === undefined ? '' : html`<a class="button" href="${product}/subscription">Back to the product</a>`}
    </header>
    <p class="notice" role="status">${notice ?? ''}</p>
    <div class="switches">${clock(now, settings)} ${switchForms(settings)}</div>
    <nav aria-label="Objects" class="kinds">
      ${Object.entries(shownKinds).map(
        ([key, name]) =>
          html`<a href="/sandbox?show=${key}" ${key === kind ? html` aria-current="page"` : ''}>${name}</a>`,
      )}
    </nav>
    <div class="scroll" role="region" tabindex="0" aria-label="${shownKinds[kind]}">
      <table>
        <thead>
          <tr>
            <th>Created</th>
            <th>Object</th>
            <th>Status</th>
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(rowOf)}
          ${
            rows.length === 0 &&
            html`<tr>
              <td colspan="4">Nothing here yet.</td>
            </tr>`
          }
        </tbody>
      </table>
    </div>
  </main>`

const clock = (now: Date, { offsetMs }: Settings): Html =>
  html`<section class="sheet" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <p class="clock digits">
      <time datetime="${now.toISOString()}">${momentText(now.getTime() / 1000)}</time>
      <span class="hint">UTC${offsetMs > 0 && `, ${Math.round(offsetMs / 3_600_000)} hours ahead`}</span>
    </p>
    <p class="hint">
      The product uses this clock too. It only moves forward. Everything due on the way happens in order.
    </p>
    <div class="buttons">
      ${button('+1 hour', 'advance', { hours: '1' })} ${button('+1 day', 'advance', { days: '1' })}
      ${button('+1 week', 'advance', { days: '7' })}
      ${button('To the next renewal', 'advanceToNextRenewal', {}, 'primary')}
    </div>
  </section>`

const switchForms = (settings: Settings): Html =>
  html`<section class="sheet" aria-labelledby="switches-title">
    <h2 id="switches-title">Switches</h2>
    ${Object.entries(switches).map(
      ([name, { label, values }]) =>
        html`<form method="post" action="/sandbox" class="choice">
          <input type="hidden" name="action" value="set" /><input type="hidden" name="name" value="${name}" />
          <label for="${name}">${label}</label>
          <div class="inline">
            <select id="${name}" name="value">
              ${Object.entries(values).map(
                ([value, text]) =>
                  html`<option value="${value}" ${value === settings[name as SwitchName] && html` selected`}>
                    ${text}
                  </option>`,
              )}</select
            ><button>Set</button>
          </div>
          ${
            name === 'fault' &&
            html`<label for="calls">For how many calls (empty: until changed)</label>
              <input id="calls" name="calls" inputmode="numeric" pattern="[0-9]*" value="${settings.faultCalls}" />`
          }
        </form>`,
    )}
    <div class="buttons">${button('Send waiting webhooks now', 'releaseWebhooks', {})}</div>
  </section>`

/** A button that posts one action of the panel. */
const button = (label: string, action: string, values: Record<string, string>, tone = ''): Html =>
  html`<form method="post" action="/sandbox">
    <input type="hidden" name="action" value="${action}" />${Object.entries(values).map(
      ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
    )}<button class="${tone}">${label}</button>
  </form>`
const link = (label: string, href: string): Html => html`<a class="button" href="${href}">${label}</a>`

function rowOf(row: Row): Html {
  const { object } = row
  const status = statusOf(row)
  const created = 'created' in object ? momentText(object.created) : ''
  return html`<tr>
    <td class="digits">${created}</td>
    <td>
      ${factsOf(object)}
      <details>
        <summary><code>${object.id}</code></summary>
        <pre tabindex="0" aria-label="${object.id} as JSON">${JSON.stringify(object, null, 2)}</pre>
      </details>
    </td>
    <td>${status && html`<span class="badge ${status}">${status.replaceAll('_', ' ')}</span>`}</td>
    <td><div class="buttons">${actionsOf(row)}</div></td>
  </tr>`
}

/** The fields that identify an object to a person, as far as it has them. */
function factsOf(object: Row['object']): string {
  const fields = object as unknown as Record<string, unknown>
  const cents = fields.total ?? fields.amount_total ?? fields.amount ?? fields.unit_amount
  const card = object.object === 'payment_method' ? object.card : undefined
  const item = object.object === 'subscription' ? object.items.data[0] : undefined
  return [
    typeof cents === 'number' ? dollars(cents) : undefined,
    card && `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}`,
    item && `${dollars(item.price.unit_amount ?? 0)} until ${momentText(item.current_period_end)}`,
    ...['type', 'number', 'name', 'email', 'lookup_key', 'billing_reason', 'failure_message', 'customer', 'charge'].map(
      name => (name === 'type' && object.object !== 'event' ? undefined : fields[name]),
    ),
  ]
    .filter(fact => typeof fact === 'string' && fact !== '')
    .join(' · ')
}

function statusOf({ object, isDeclining, delivery }: Row): string | null | undefined {
  if ('deleted' in object) return 'deleted'
  if (object.object === 'payment_method') return isDeclining ? 'declines' : object.customer ? 'attached' : 'detached'
  if (object.object === 'charge' && object.disputed) return 'disputed'
  if (object.object === 'charge' && object.refunded) return 'refunded'
  if (object.object !== 'event') return 'status' in object ? object.status : undefined
  if (delivery === undefined) return 'not sent'
  if (delivery.lastStatus === null) return delivery.dueAt === null ? 'held back' : 'waiting'
  return delivery.lastStatus.startsWith('2') ? 'delivered' : `failed: ${delivery.lastStatus}`
}

function actionsOf({ object, isDeclining }: Row): Html[] {
  const { id } = object
  if ('deleted' in object) return []
  switch (object.object) {
    case 'customer':
      return [button('Delete', 'deleteCustomer', { id }, 'danger')]
    case 'payment_method':
      return [
        isDeclining
          ? button('Accept charges again', 'acceptCharges', { id })
          : button('Decline its charges', 'declineCharges', { id }),
      ]
    case 'subscription':
      if (object.status !== 'active' && object.status !== 'past_due') return []
      return [
        object.cancel_at === null
          ? button('Cancel as in the portal', 'cancelInPortal', { id })
          : button('Renew as in the portal', 'renewInPortal', { id }),
      ]
    case 'charge':
      if (!object.paid || object.refunded || object.disputed) return []
      return [button('Refund', 'refund', { id }), button('Dispute', 'dispute', { id }, 'danger')]
    case 'payment_intent':
    case 'setup_intent':
      if (object.status !== 'requires_action') return []
      return [link('Answer 3-D Secure', `/challenge?client_secret=${encodeURIComponent(object.client_secret ?? '')}`)]
    case 'invoice':
      return object.hosted_invoice_url ? [link('Open', object.hosted_invoice_url)] : []
    case 'checkout.session':
      return object.url === null ? [] : [link('Open', object.url)]
    case 'event':
      return [button('Send again', 'resendEvent', { id })]
    default:
      return []
  }
}
