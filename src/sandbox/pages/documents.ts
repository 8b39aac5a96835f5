import type { Store } from '../store.ts'
import type { Invoice, PaymentMethod } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

type Line = [text: Html | string | null, value?: string | null]
type Document = {
  tag: string
  title: string
  text?: string
  lines?: Line[]
  /** Where its link leads, with the link's text unless it goes back. */
  back?: string | null | undefined
  label?: string
}

/** A page that a customer of Stripe reads: an invoice, a receipt, a closed checkout, or the billing portal. */
export const documentPage = ({ tag, title, text, lines = [], back, label = 'Go back' }: Document): Page => ({
  title,
  layout: 'page',
  content: html`<main class="document">
    <section class="sheet" aria-labelledby="title">
      <p class="tag">${tag}</p>
      <h1 id="title">${title}</h1>
      ${text && html`<p>${text}</p>`}
      <ul class="lines">
        ${lines.map(([line, value]) => html`<li><span>${line}</span><span class="digits">${value}</span></li>`)}
      </ul>
      ${back && html`<p><a class="button" href="${back}">${label}</a></p>`}
    </section>
  </main>`,
})

const titleOf = ({ number }: Invoice): string => `Invoice ${number ?? '(draft)'}`
const linesOf = (invoice: Invoice): [string, string | null][] => [
  ['From', invoice.account_name],
  ['To', invoice.customer_email ?? invoice.customer],
  ['Date', dayText(invoice.created)],
  ['Status', invoice.status],
  ...invoice.lines.data.map(({ description, period, amount }): [string, string] => [
    `${description}, ${dayText(period.start)} to ${dayText(period.end)}`,
    dollars(amount),
  ]),
  ['Total', dollars(invoice.total)],
  ['Paid', dollars(invoice.amount_paid)],
]

export const invoicePage = (invoice: Invoice): Page =>
  documentPage({
    tag: 'Sandbox invoice: not a tax document, nothing was paid',
    title: titleOf(invoice),
    lines: linesOf(invoice),
  })

export async function receiptPage(store: Store, id: string): Promise<Page> {
  const charge = await store.get('charge', id)
  const method = await store.find('payment_method', charge.payment_method ?? '')
  return documentPage({
    tag: 'Sandbox receipt: not a tax document, nothing was paid',
    title: `Receipt from ${store.environment.productName}`,
    lines: [
      ['Date', dayText(charge.created)],
      ['Card', `ending in ${method?.card?.last4}`],
      [charge.description, dollars(charge.amount)],
      ['Refunded', dollars(-charge.amount_refunded)],
    ],
  })
}

/** Shows what the configuration allows. Nothing can be changed here. */
export async function portalPage(store: Store, id: string): Promise<Page> {
  const session = await store.get('billing_portal.session', id)
  const { features, business_profile } = await store.get('billing_portal.configuration', session.configuration)
  const invoices = (await store.list('invoice', session.customer)).filter(({ status }) => status !== 'draft')
  const cards = await store.list('payment_method', session.customer)
  const { productName } = store.environment
  return documentPage({
    tag: 'Sandbox billing portal: nothing was paid',
    title: business_profile.headline ?? `${productName} billing`,
    lines: [
      ...(features.invoice_history.enabled ? invoices.toReversed().map(invoiceLine) : []),
      ...(features.payment_method_update.enabled ? cards.toReversed().map(cardLine) : []),
    ],
    back: session.return_url,
    label: `Back to ${productName}`,
  })
}

const invoiceLine = (invoice: Invoice): Line => [
  html`<a href="${invoice.hosted_invoice_url}">${titleOf(invoice)}</a>, ${dayText(invoice.created)}, ${invoice.status}`,
  dollars(invoice.total),
]
const cardLine = ({ card }: PaymentMethod): Line => [`${card?.brand} ending in ${card?.last4}`]
