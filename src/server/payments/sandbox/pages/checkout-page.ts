import { productName } from '#contract/product.ts'
import type { CheckoutLine, Objects } from '../wire.ts'
import { cardFields } from './card-pages.ts'
import { dollars, type Html, html } from './html.ts'

type CheckoutView = { session: Objects['checkout.session']; lines: CheckoutLine[] }

export const checkoutPage = ({ session, lines }: CheckoutView): Html => {
  const total = dollars(session.amount_total ?? 0, session.currency ?? 'usd')
  return html`<main class="checkout">
    <section class="order" aria-labelledby="order-title">
      <h1 id="order-title">Pay ${productName}</h1>
      <p class="total">${total}</p>
      <ul class="lines">
        ${lines.map(line => html`<li><span>${line.description}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity}` : ''}</span><span class="digits">${dollars(line.amount_total, line.currency)}</span></li>`)}
      </ul>
    </section>
    <section class="pay" aria-labelledby="pay-title">
      <h2 id="pay-title">Pay with card</h2>
      ${session.customer_details?.email ? html`<p class="hint">Receipt to ${session.customer_details.email}</p>` : ''}
      <form novalidate>
        ${cardFields}
        <p class="error" role="alert"></p>
        <button class="primary wide" type="submit" data-label="Pay ${total}">Pay ${total}</button>
      </form>
      ${session.cancel_url === null ? '' : html`<p><a class="quiet" href="${session.cancel_url}">Leave without paying</a></p>`}
    </section>
    <dialog class="challenge-dialog" aria-label="3-D Secure"></dialog>
  </main>`
}

export const closedCheckoutPage = (session: Objects['checkout.session'], back: string | undefined): Html =>
  html`<main class="message">
    <h1>${session.status === 'complete' ? 'This checkout is paid' : 'This checkout is no longer open'}</h1>
    <p>
      ${session.status === 'complete' ? 'It has been paid once, and is not charged a second time.' : 'Nothing was charged. Go back and start again.'}
    </p>
    ${back === undefined ? '' : html`<p><a class="button primary" href="${back}">Back to ${productName}</a></p>`}
  </main>`
