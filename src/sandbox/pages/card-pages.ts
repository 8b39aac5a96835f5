import { assertSecret } from '../api/call.ts'
import { idOfSecret } from '../fields.ts'
import type { Store } from '../store.ts'
import { testCards } from '../test-cards.ts'
import type { PaymentIntent, SetupIntent } from '../wire.ts'
import { dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** Name, label, example, pattern, and what is wrong with a value that does not match. */
const fields = [
  ['number', 'Card number', '4242 4242 4242 4242', '( *[0-9]){15,16} *', 'Your card number is incomplete.'],
  ['expiry', 'Expiration date', 'MM / YY', '(0[1-9]|1[0-2]) */? *[0-9]{2}', 'The expiration date is incomplete.'],
  ['cvc', 'Security code', 'CVC', '[0-9]{3,4}', 'Your card’s security code is incomplete.'],
  ['zip', 'US ZIP code (optional)', '80302', '[0-9]{5}', 'A ZIP code has five digits.'],
] as const

/** Number, expiry, code, and the test cards that fill them with one click. */
export const cardFields: Html = html` <div class="card-fields">
    ${fields.map(
      ([name, label, example, pattern, problem]) =>
        html` <div class="field ${name}">
          <label for="${name}">${label}</label>
          <input
            id="${name}"
            name="${name}"
            inputmode="numeric"
            autocomplete="off"
            placeholder="${example}"
            pattern="${pattern}"
            ${name !== 'zip' && html`required`}
            data-problem="${problem}"
            aria-describedby="${name}-error"
          />
          <p class="error" id="${name}-error" aria-live="polite"></p>
        </div>`,
    )}
  </div>
  <details class="test-cards">
    <summary>Test cards</summary>
    <ul>
      ${testCards.map(
        card =>
          html`<li>
            <button type="button" data-card="${grouped(card.number)}">
              <span class="digits">${grouped(card.number)}</span> <span>${card.description}</span>
            </button>
          </li>`,
      )}
    </ul>
  </details>`

export const cardFrame: Html = html`<main class="card-frame">
  <p class="tag">Sandbox: use a test card, never a real one</p>
  ${cardFields}
</main>`

/** The intent whose challenge the owner of this client secret may answer. */
export async function intentOfChallenge(store: Store, secret: string): Promise<PaymentIntent | SetupIntent> {
  const id = idOfSecret(secret)
  const intent = await store.get(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id)
  assertSecret(intent, secret)
  return intent
}

export async function challengePage(store: Store, secret: string): Promise<Page> {
  const intent = await intentOfChallenge(store, secret)
  const method = await store.find('payment_method', intent.payment_method ?? '')
  const { productName } = store.environment
  const card = html`the card ending in <strong>${method?.card?.last4}</strong>`
  const wish =
    intent.object === 'payment_intent'
      ? html`pay <strong>${dollars(intent.amount)}</strong> to ${productName} with ${card}`
      : html`save ${card} with ${productName}`
  const question = html`<p>Somebody wants to ${wish}. A real bank would now ask for a code or its app.</p>
    <button class="primary" value="pass" disabled>Complete authentication</button>
    <button class="danger" value="fail" disabled>Fail authentication</button>
    <button value="close" disabled>Close without an answer</button>`
  const answered = html`<p>This question has been answered already.</p>
    <button class="primary" value="close">Go back</button>`
  return {
    title: '3-D Secure',
    layout: 'overlay',
    scripts: ['/assets/challenge.ts'],
    content: html`<main class="challenge sheet" aria-labelledby="challenge-title">
      <p class="tag">Sandbox bank: no real 3-D Secure</p>
      <h1 id="challenge-title">Is this you?</h1>
      ${intent.status === 'requires_action' ? question : answered}
      <p class="hint" role="status"></p>
    </main>`,
  }
}
