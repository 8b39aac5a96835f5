import type { Store } from '../store.ts'
import type { Invoice } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

type Line = [text: Html | string | null, value?: string | null]
type Document = {
  tag: string
  title: string
  text?: string
  lines?: Line[]
  /** The URL to which the document links back. */
  back?: string | null | undefined
}

/** A page that a customer of Stripe reads: an invoice, a receipt, a closed checkout, or the billing portal. */
export const documentPage = ({ tag, title, text, lines = [], back }: Document): Page => ({
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
      ${back && html`<p><a class="button" href="${back}">Go back</a></p>`}
    </section>
  </main>`,
})

const tag = 'Sandbox document: not a tax document, nothing was paid'
const titleOf = ({ number }: Invoice): string => `Invoice ${number ?? '(draft)'}`

export async function invoicePage(store: Store, id: string): Promise<Page> {
  const invoice = await store.get('invoice', id)
  const lines = invoice.lines.data.map(({ description, period, amount }): Line => [
    `${description}, ${dayText(period.start)} to ${dayText(period.end)}`,
    dollars(amount),
  ])
  const totals: Line[] = [
    ['Total', dollars(invoice.total)],
    ['Paid', dollars(invoice.amount_paid)],
  ]
  const to = `From ${invoice.account_name} to ${invoice.customer_email}, ${dayText(invoice.created)}, ${invoice.status}`
  return documentPage({ tag, title: titleOf(invoice), text: to, lines: [...lines, ...totals] })
}

export async function receiptPage(store: Store, id: string): Promise<Page> {
  const charge = await store.get('charge', id)
  const refunded = charge.amount_refunded
  const method = await store.find('payment_method', charge.payment_method ?? '')
  return documentPage({
    tag,
    title: `Receipt from ${store.environment.productName}`,
    text: `${dayText(charge.created)}, card ending in ${method?.card?.last4}`,
    lines: [
      [charge.description, dollars(charge.amount)],
      ...(refunded > 0 ? [['Refunded', dollars(-refunded)] as Line] : []),
    ],
  })
}

/** The customer's invoices and cards. Nothing can be changed here. */
export async function portalPage(store: Store, id: string): Promise<Page> {
  const { customer, configuration, return_url: back } = await store.get('billing_portal.session', id)
  const { business_profile: profile } = await store.get('billing_portal.configuration', configuration)
  const cards = await store.list('payment_method', customer)
  const invoices = await store.list('invoice', customer)
  return documentPage({
    tag: 'Sandbox billing portal: nothing can be changed here',
    title: profile.headline ?? 'Billing',
    lines: [
      ...invoices.map((invoice): Line => [
        html`<a href="${invoice.hosted_invoice_url}">${titleOf(invoice)}</a>, ${invoice.status}`,
        dollars(invoice.total),
      ]),
      ...cards.map(({ card }): Line => [`${card?.brand} ending in ${card?.last4}`]),
    ].toReversed(),
    back,
  })
}
