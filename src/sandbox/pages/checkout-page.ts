import type { Store } from '../store.ts'
import type { PaymentMethod, Session } from '../wire.ts'
import { cardFields } from './card-pages.ts'
import { documentPage } from './documents.ts'
import { dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

export async function checkoutPage(store: Store, id: string): Promise<Page> {
  const session = await store.get('checkout.session', id)
  const success = (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
  if (session.status !== 'open') return closedPage(session, success)
  return {
    title: 'Checkout',
    content: await openCheckout(store, session),
    layout: 'page',
    scripts: ['/card-script.js', '/assets/checkout.ts'],
    data: { session: id, success },
  }
}

async function openCheckout(store: Store, session: Session): Promise<Html> {
  const total = dollars(session.amount_total ?? 0)
  const saved = await savedCardsOf(store, session)
  return html`<main class="checkout">
    <section aria-labelledby="order-title">
      <h1 id="order-title">Pay ${store.environment.productName}</h1>
      <p class="total">${total}</p>
      <p>${store.hidden(session).bought}</p>
    </section>
    <section class="sheet" aria-labelledby="pay-title">
      <h2 id="pay-title">Pay with card</h2>
      <form novalidate class="stack">
        ${saved.length > 0 && savedCards(saved)} ${cardFields}
        <p class="error" role="alert"></p>
        <button class="primary" type="submit" disabled data-label="Pay ${total}">Pay ${total}</button>
      </form>
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">Leave without paying</a></p>`}
    </section>
  </main>`
}

/** The cards that may be shown at checkout, newest first. */
async function savedCardsOf(store: Store, { customer }: Session): Promise<PaymentMethod[]> {
  const cards = customer === null ? [] : await store.list('payment_method', customer)
  return cards.filter(({ allow_redisplay: shows }) => shows === 'always').toReversed()
}

const savedCards = (saved: PaymentMethod[]): Html =>
  html`<fieldset class="saved-cards">
    <legend>Saved cards</legend>
    ${saved.map(
      ({ id, card }, index) =>
        html`<label
          ><input type="radio" name="saved" value="${id}" ${index === 0 && html`checked`} />
          <span>${card?.brand} ending in ${card?.last4}</span></label
        >`,
    )}
    <label><input type="radio" name="saved" value="" /> <span>Another card</span></label>
  </fieldset>`

const closedPage = ({ status, cancel_url }: Session, success: string): Page =>
  documentPage({
    tag: 'Sandbox checkout: no money moves',
    ...(status === 'complete'
      ? { title: 'This checkout is paid', text: 'It is not charged a second time.', back: success }
      : { title: 'This checkout is no longer open', text: 'Nothing was charged. Start again.', back: cancel_url }),
  })
