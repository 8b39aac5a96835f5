import type { Store } from '../store.ts'
import type { PaymentMethod, Session } from '../wire.ts'
import { cardFields } from './card-pages.ts'
import { documentPage } from './documents.ts'
import { dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

/** The page where an open checkout is paid. A paid checkout redirects to the product. */
export async function checkoutPage(store: Store, id: string, { problem }: { problem?: string } = {}) {
  const session = await store.get('checkout.session', id)
  if (session.status === 'complete') return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? '/'
  if (session.status === 'open') return openPage(store, session, problem)
  return documentPage({
    tag: 'Sandbox checkout: no money moves',
    title: 'This checkout is no longer open',
    text: 'Nothing was charged. Start again.',
    back: session.cancel_url,
  })
}

async function openPage(store: Store, session: Session, problem: string | undefined): Promise<Page> {
  const total = dollars(session.amount_total ?? 0)
  const cards = await store.list('payment_method', session.customer ?? '')
  const saved = cards.filter(({ allow_redisplay: shows }) => shows === 'always').toReversed()
  const content = html`<main class="checkout">
    <section aria-labelledby="order-title">
      <h1 id="order-title">Pay ${store.environment.productName}</h1>
      <p class="total">${total}</p>
      <p>${store.hidden(session).bought}</p>
    </section>
    <section class="sheet" aria-labelledby="pay-title">
      <h2 id="pay-title">Pay with card</h2>
      <form method="post" action="/checkout/${session.id}" novalidate class="stack">
        ${saved.length > 0 && savedCards(saved)} ${cardFields}
        <p class="error" role="alert">${problem}</p>
        <button class="primary">Pay ${total}</button>
      </form>
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">Leave without paying</a></p>`}
    </section>
  </main>`
  return { title: 'Checkout', content, layout: 'page', scripts: ['/assets/card-form.ts'] }
}

/** The cards that may be shown at a checkout, newest first. */
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
