import type { Objects } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'

type Document = {
  tag: string
  title: string
  facts?: Record<string, string | null>
  lists: { heading?: string; lines: [text: string | Html, amount?: string][] }[]
  link?: { label: string; href: string } | undefined
}

/** A page that a customer of Stripe reads: an invoice, a receipt, or the billing portal. */
const documentPage = ({ tag, title, facts = {}, lists, link }: Document): Html =>
  html`<main class="document">
    <section class="sheet" aria-labelledby="title">
      <p class="tag">${tag}</p>
      <h1 id="title">${title}</h1>
      <dl class="facts">
        ${Object.entries(facts).map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${lists.map(
        ({ heading, lines }) =>
          html`${heading && html`<h2>${heading}</h2>`}
            <ul class="lines">
              ${lines.map(([text, amount]) => html`<li><span>${text}</span><span class="digits">${amount}</span></li>`)}
              ${lines.length === 0 && html`<li>Nothing here yet.</li>`}
            </ul>`,
      )}
      ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
    </section>
  </main>`

type Invoice = Objects['invoice']
const titleOf = ({ number }: Invoice): string => `Invoice ${number ?? '(draft)'}`
const factsOf = (invoice: Invoice) => ({
  From: invoice.account_name ?? '',
  To: invoice.customer_name ?? invoice.customer_email ?? invoice.customer,
  Date: dayText(invoice.created),
  Status: invoice.status,
})
const linesOf = ({ lines, total, amount_paid: paid }: Invoice): [string, string][] => [
  ...lines.data.map(({ description, period, amount }): [string, string] => [
    `${description}, ${dayText(period.start)} to ${dayText(period.end)}`,
    dollars(amount),
  ]),
  ['Total', dollars(total)],
  ['Paid', dollars(paid)],
]

export const invoicePage = (invoice: Invoice): Html =>
  documentPage({
    tag: 'Sandbox invoice: not a tax document, nothing was paid',
    title: titleOf(invoice),
    facts: factsOf(invoice),
    lists: [{ lines: linesOf(invoice) }],
    link: invoice.invoice_pdf ? { label: 'Download PDF', href: invoice.invoice_pdf } : undefined,
  })

export type Receipt = {
  productName: string
  charge: Objects['charge']
  lines: { description: string | null; amount: number }[]
  taxCents: number
}
export const receiptPage = ({ productName, charge, lines, taxCents }: Receipt): Html =>
  documentPage({
    tag: 'Sandbox receipt: not a tax document, nothing was paid',
    title: `Receipt from ${productName}`,
    facts: {
      Date: dayText(charge.created),
      Card: `ending in ${charge.payment_method_details?.card?.last4 ?? 'unknown'}`,
    },
    lists: [
      {
        lines: [
          ...lines.map(({ description, amount }): [string, string] => [description ?? '', dollars(amount)]),
          ...(taxCents === 0 ? [] : [['Tax', dollars(taxCents)] as [string, string]]),
          ['Paid', dollars(charge.amount)],
          ...(charge.amount_refunded === 0 ? [] : [['Refunded', dollars(-charge.amount_refunded)] as [string, string]]),
        ],
      },
    ],
  })

export type Portal = {
  productName: string
  session: Objects['billing_portal.session']
  portal: Objects['billing_portal.configuration']
  invoices: Invoice[]
  cards: Objects['payment_method'][]
}
/** Shows what the configuration allows. Nothing can be changed here. */
export const portalPage = ({ productName, session, portal, invoices, cards }: Portal): Html =>
  documentPage({
    tag: 'Sandbox billing portal: nothing was paid',
    title: portal.business_profile.headline ?? `${productName} billing`,
    lists: [
      ...(portal.features.invoice_history.enabled ? [{ heading: 'Invoices', lines: invoices.map(invoiceLine) }] : []),
      ...(portal.features.payment_method_update.enabled ? [{ heading: 'Cards', lines: cards.map(cardLine) }] : []),
    ],
    link: session.return_url === null ? undefined : { label: `Back to ${productName}`, href: session.return_url },
  })

const invoiceLine = (invoice: Invoice): [Html, string] => [
  html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>, ${dayText(invoice.created)}, ${invoice.status}`,
  dollars(invoice.total),
]
const cardLine = ({ card }: Objects['payment_method']): [string] => [`${card?.brand} ending in ${card?.last4}`]

/** The invoice as a PDF file with one page of plain text, enough to see that the download works. */
export function invoicePdf(invoice: Invoice): Buffer {
  const facts = Object.entries(factsOf(invoice)).map(([name, value]) => `${name}: ${value}`)
  const lines = linesOf(invoice).map(([text, amount]) => `${text}: ${amount}`)
  const texts = ['PAYMENTS SANDBOX - not a tax document, nothing was paid', titleOf(invoice), ...facts, ...lines]
  const shown = texts.map(text => `(${escaped(text)}) Tj 0 -22 Td`)
  const content = ['BT /F1 11 Tf 56 760 Td', ...shown, 'ET'].join('\n')
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
