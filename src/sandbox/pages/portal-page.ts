import type { Objects } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'

export type PortalView = {
  productName: string
  session: Objects['billing_portal.session']
  portal: Objects['billing_portal.configuration']
  invoices: Objects['invoice'][]
  cards: Objects['payment_method'][]
}

/** The customer's own page: what its configuration shows, and nothing to change. */
export const portalPage = ({
  productName,
  session,
  portal: { business_profile: profile, features },
  invoices,
  cards,
}: PortalView) =>
  html`<main class="invoice">
    <section class="sheet" aria-labelledby="portal-title">
      <p class="tag">Sandbox billing portal: nothing was paid</p>
      <h1 id="portal-title">${profile.headline ?? `${productName} billing`}</h1>
      ${features.invoice_history.enabled && invoiceList(invoices)}
      ${features.payment_method_update.enabled && cardList(cards)}
      ${session.return_url !== null && html`<p><a class="button" href="${session.return_url}">Back to ${productName}</a></p>`}
    </section>
  </main>`

const invoiceList = (invoices: Objects['invoice'][]): Html =>
  html`<h2>Invoices</h2>
    <ul class="lines">
      ${invoices.map(
        invoice =>
          html`<li>
            <span
              ><a href="${invoice.hosted_invoice_url ?? ''}">${invoice.number}</a>, ${dayText(invoice.created)},
              ${invoice.status}</span
            ><span class="digits">${dollars(invoice.total, invoice.currency)}</span>
          </li>`,
      )}
      ${invoices.length === 0 && html`<li>No invoices yet.</li>`}
    </ul>`

const cardList = (cards: Objects['payment_method'][]): Html =>
  html`<h2>Cards</h2>
    <ul class="lines">
      ${cards.map(({ card }) => html`<li><span>${card?.brand} ending in ${card?.last4}</span></li>`)}
      ${cards.length === 0 && html`<li>No saved cards.</li>`}
    </ul>`
