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
  ['To', invoice.customer_name ?? invoice.customer_email ?? invoice.customer],
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
    back: invoice.invoice_pdf ?? null,
    label: 'Download PDF',
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

/** The invoice as a PDF file with one page of plain text. */
export function invoicePdf(invoice: Invoice): Buffer {
  const lines = linesOf(invoice).map(([text, value]) => `${text}: ${value}`)
  const texts = ['PAYMENTS SANDBOX - not a tax document, nothing was paid', titleOf(invoice), ...lines]
  const content = ['BT /F1 11 Tf 56 760 Td', ...texts.map(text => `(${escaped(text)}) Tj 0 -22 Td`), 'ET'].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** PDF's plain encoding has no other characters. */
const escaped = (text: string): string =>
  text
    .replaceAll('×', 'x')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/[\\()]/g, character => `\\${character}`)
