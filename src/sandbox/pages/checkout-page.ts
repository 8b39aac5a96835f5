import type { CheckoutLine, Objects } from '../wire.ts'
import { cardFields } from './card-pages.ts'
import { dollars, type Html, html } from './html.ts'

type CheckoutView = {
  productName: string
  session: Objects['checkout.session']
  lines: CheckoutLine[]
  /** Cards of the customer that may be shown here. */
  saved: Objects['payment_method'][]
}

export const checkoutPage = ({ productName, session, lines, saved }: CheckoutView): Html => {
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
        ${saved.length === 0 ? '' : savedCards(saved)} ${cardFields}
        <p class="error" role="alert"></p>
        <button class="primary wide" type="submit" data-label="Pay ${total}">Pay ${total}</button>
      </form>
      ${session.cancel_url === null ? '' : html`<p><a class="quiet" href="${session.cancel_url}">Leave without paying</a></p>`}
    </section>
    <dialog class="challenge-dialog" aria-label="3-D Secure"></dialog>
  </main>`
}

const savedCards = (saved: Objects['payment_method'][]): Html =>
  html`<fieldset class="saved-cards">
    <legend>Saved cards</legend>
    ${saved.map(
      ({ id, card }, index) =>
        html`<label
          ><input type="radio" name="saved" value="${id}" ${index === 0 ? html`checked` : ''} />
          <span>${card?.brand ?? 'card'} ending in ${card?.last4 ?? ''}</span></label
        >`,
    )}
    <label><input type="radio" name="saved" value="" /> <span>Another card</span></label>
  </fieldset>`

export const closedCheckoutPage = ({
  productName,
  session,
  back,
}: {
  productName: string
  session: Objects['checkout.session']
  back: string | undefined
}): Html =>
  html`<main class="message">
    <h1>${session.status === 'complete' ? 'This checkout is paid' : 'This checkout is no longer open'}</h1>
    <p>
      ${session.status === 'complete' ? 'It has been paid once, and is not charged a second time.' : 'Nothing was charged. Go back and start again.'}
    </p>
    ${back === undefined ? '' : html`<p><a class="button primary" href="${back}">Back to ${productName}</a></p>`}
  </main>`
