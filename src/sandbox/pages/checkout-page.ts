import type { Store } from '../store.ts'
import type { Objects } from '../wire.ts'
import { cardFields } from './card-pages.ts'
import { documentPage } from './documents.ts'
import { dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

type Session = Objects['checkout.session']
type PaymentMethod = Objects['payment_method']

export async function checkoutPage(store: Store, id: string): Promise<Page> {
  const session = await store.get('checkout.session', id)
  const success = (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
  if (session.status !== 'open') return closedPage(session, success)
  return {
    title: 'Checkout',
    content: openCheckout({
      payee: store.environment.productName,
      session,
      bought: store.hidden(session).bought,
      saved: await savedCardsOf(store, session),
    }),
    layout: 'page',
    scripts: ['/card-script.js', '/assets/checkout.ts'],
    data: { session: id, success },
  }
}

/** The cards that may be shown at checkout, newest first. */
async function savedCardsOf(store: Store, { customer }: Session): Promise<PaymentMethod[]> {
  const cards = customer === null ? [] : await store.list('payment_method', customer)
  return cards.filter(({ allow_redisplay: shows }) => shows === 'always').toReversed()
}

type OpenCheckout = { payee: string; session: Session; bought: string; saved: PaymentMethod[] }
const openCheckout = ({ payee, session, bought, saved }: OpenCheckout): Html => {
  const total = dollars(session.amount_total ?? 0)
  return html`<main class="checkout">
    <section class="order" aria-labelledby="order-title">
      <h1 id="order-title">Pay ${payee}</h1>
      <p class="total">${total}</p>
      <p>${bought}</p>
    </section>
    <section class="sheet" aria-labelledby="pay-title">
      <h2 id="pay-title">Pay with card</h2>
      <form novalidate class="stack">
        ${saved.length > 0 && savedCards(saved)} ${cardFields}
        <p class="error" role="alert"></p>
        <button class="primary" type="submit" data-label="Pay ${total}">Pay ${total}</button>
      </form>
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">Leave without paying</a></p>`}
    </section>
  </main>`
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

function closedPage(session: Session, success: string): Page {
  const isPaid = session.status === 'complete'
  return documentPage({
    tag: 'Sandbox checkout: no money moves',
    title: isPaid ? 'This checkout is paid' : 'This checkout is no longer open',
    text: isPaid
      ? 'It has been paid once, and is not charged a second time.'
      : 'Nothing was charged. Go back and start again.',
    link: { label: 'Go back', href: isPaid ? success : session.cancel_url },
  })
}
