import { intentOfSecret } from '../objects/intents.ts'
import type { Store } from '../store.ts'
import { testCards } from '../test-cards.ts'
import type { PaymentIntent, SetupIntent } from '../wire.ts'
import { dollars, type Html, html } from './html.ts'
import type { Page } from './page.ts'

const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** The name, label, example, and pattern of each field, and the message for a value that does not match. */
const fields = [
  ['number', 'Card number', '4242 4242 4242 4242', '( *[0-9]){15,16} *', 'Your card number is incomplete.'],
  ['expiry', 'Expiration date', 'MM / YY', '(0[1-9]|1[0-2]) */? *[0-9]{2}', 'The expiration date is incomplete.'],
  ['cvc', 'Security code', 'CVC', '[0-9]{3,4}', 'Your card’s security code is incomplete.'],
  ['zip', 'US ZIP code (optional)', '80302', '[0-9]{5}', 'A ZIP code has five digits.'],
] as const

/** The fields for number, expiry, and code, and the test cards that fill them with one click. */
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

/** The card form, which the card script shows in a frame. */
export const cardFrame = (theme: string | undefined): Page => ({
  title: 'Card form',
  layout: 'frame',
  theme: theme === 'dark' ? 'dark' : 'light',
  scripts: ['/assets/card-frame.ts'],
  content: html`<main class="card-frame">
    <p class="tag">Sandbox: use a test card, never a real one</p>
    ${cardFields}
  </main>`,
})

/** The 3-D Secure challenge, in a frame of the card script or as a page of a checkout. After it, the next page. */
export async function challengePage(store: Store, secret = ''): Promise<Page | string> {
  const intent = await intentOfSecret(store, secret)
  if (intent.status !== 'requires_action') return pageAfter(store, intent)
  const method = await store.find('payment_method', intent.payment_method ?? '')
  const { productName } = store.environment
  const card = html`the card ending in <strong>${method?.card?.last4}</strong>`
  const wish =
    intent.object === 'payment_intent'
      ? html`pay <strong>${dollars(intent.amount)}</strong> to ${productName} with ${card}`
      : html`save ${card} with ${productName}`
  return bankPage({
    title: 'Is this you?',
    scripts: ['/assets/challenge.ts'],
    content: html`<p>Somebody wants to ${wish}. A real bank would now ask for a code or its app.</p>
      <form class="stack" method="post" action="/challenge">
        <input type="hidden" name="client_secret" value="${secret}" />
        <button class="primary" name="outcome" value="pass" disabled>Complete authentication</button>
        <button class="danger" name="outcome" value="fail" disabled>Fail authentication</button>
        <button name="outcome" value="close" disabled>Close without an answer</button>
      </form>`,
  })
}

/** Where the customer goes after a challenge. */
export function pageAfter(store: Store, intent: PaymentIntent | SetupIntent): Page | string {
  const checkout = intent.object === 'payment_intent' ? store.hidden(intent).checkout : undefined
  if (checkout !== undefined) return `/checkout/${checkout}`
  const content = html`<p>You can close this page.</p>`
  return bankPage({ title: 'Answered', content, scripts: ['/assets/challenge-answered.ts'] })
}

const bankPage = ({ title, content, scripts = [] }: { title: string; content: Html; scripts?: string[] }): Page => ({
  title: '3-D Secure',
  layout: 'overlay',
  scripts,
  content: html`<main class="challenge sheet" aria-labelledby="challenge-title">
    <p class="tag">Sandbox bank: no real 3-D Secure</p>
    <h1 id="challenge-title">${title}</h1>
    ${content}
  </main>`,
})
