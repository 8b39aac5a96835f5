import type { Store } from '../store.ts'
import type { Objects } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

type Line = [text: Html | string | null, amount?: string]
type Document = {
  tag: string
  title: string
  text?: string
  facts?: Record<string, string | null>
  lists?: { heading?: string; lines: Line[] }[]
  link?: { label: string; href: string | null | undefined }
}

/** A page that a customer of Stripe reads: an invoice, a receipt, a closed checkout, or the billing portal. */
export const documentPage = ({ tag, title, text, facts = {}, lists = [], link }: Document): Page => ({
  title,
  layout: 'page',
  content: html`<main class="document">
    <section class="sheet" aria-labelledby="title">
      <p class="tag">${tag}</p>
      <h1 id="title">${title}</h1>
      ${text && html`<p>${text}</p>`}
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
              ${lines.map(([line, amount]) => html`<li><span>${line}</span><span class="digits">${amount}</span></li>`)}
              ${lines.length === 0 && html`<li>Nothing here yet.</li>`}
            </ul>`,
      )}
      ${link?.href && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
    </section>
  </main>`,
})

type Invoice = Objects['invoice']
const titleOf = ({ number }: Invoice): string => `Invoice ${number ?? '(draft)'}`
const factsOf = (invoice: Invoice) => ({
  From: invoice.account_name,
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

export const invoicePage = (invoice: Invoice): Page =>
  documentPage({
    tag: 'Sandbox invoice: not a tax document, nothing was paid',
    title: titleOf(invoice),
    facts: factsOf(invoice),
    lists: [{ lines: linesOf(invoice) }],
    link: { label: 'Download PDF', href: invoice.invoice_pdf },
  })

export async function receiptPage(store: Store, id: string): Promise<Page> {
  const charge = await store.get('charge', id)
  const { lines, taxCents } = await paidFor(store, charge)
  const method = await store.find('payment_method', charge.payment_method ?? '')
  return documentPage({
    tag: 'Sandbox receipt: not a tax document, nothing was paid',
    title: `Receipt from ${store.environment.productName}`,
    facts: { Date: dayText(charge.created), Card: `ending in ${method?.card?.last4}` },
    lists: [
      {
        lines: [
          ...lines,
          ...optionalLine('Tax', taxCents),
          ['Paid', dollars(charge.amount)],
          ...optionalLine('Refunded', -charge.amount_refunded),
        ],
      },
    ],
  })
}

const optionalLine = (text: string, cents: number): Line[] => (cents === 0 ? [] : [[text, dollars(cents)]])

/** What the customer bought with a charge: the lines of a checkout or an invoice. */
async function paidFor(store: Store, charge: Objects['charge']): Promise<{ lines: Line[]; taxCents: number }> {
  const { checkout, invoice } = store.hidden(await store.get('payment_intent', charge.payment_intent ?? ''))
  if (checkout !== undefined) {
    const session = await store.get('checkout.session', checkout)
    const line: Line = [store.hidden(session).bought, dollars(session.amount_subtotal ?? 0)]
    return { lines: [line], taxCents: session.total_details?.amount_tax ?? 0 }
  }
  const { lines, total, subtotal } = await store.get('invoice', invoice ?? '')
  return {
    lines: lines.data.map(({ description, amount }): Line => [description, dollars(amount)]),
    taxCents: total - subtotal,
  }
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
    lists: [
      ...(features.invoice_history.enabled
        ? [{ heading: 'Invoices', lines: invoices.toReversed().map(invoiceLine) }]
        : []),
      ...(features.payment_method_update.enabled
        ? [{ heading: 'Cards', lines: cards.toReversed().map(cardLine) }]
        : []),
    ],
    link: { label: `Back to ${productName}`, href: session.return_url },
  })
}

const invoiceLine = (invoice: Invoice): Line => [
  html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>, ${dayText(invoice.created)}, ${invoice.status}`,
  dollars(invoice.total),
]
const cardLine = ({ card }: Objects['payment_method']): Line => [`${card?.brand} ending in ${card?.last4}`]

/** The invoice as a PDF file with one page of plain text. */
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
