/**
 * Replaces Stripe.js: sets `window.Stripe`, which `loadStripe` of @stripe/stripe-js then returns. The card form is a
 * frame of the sandbox's own origin, so the page that loads this script never sees a card number.
 */
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'

type Intent = { id: string; object: string; status: string; last_setup_error?: object; last_payment_error?: object }
/** The sandbox's answer about an intent. */
type Outcome = { intent?: Intent; error?: Record<string, unknown> }
type ElementsOptions = { appearance?: { theme?: string }; clientSecret?: string }

const FULL_SIZE = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0' }
const origin = new URL((document.currentScript as HTMLScriptElement).src).origin
let publishableKey = ''
const noAnswer = { error: { type: 'api_connection_error', message: 'The payments sandbox did not answer.' } }

function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || !/^(seti|pi)_\w+_secret_\w+$/.test(secret))
    throw Object.assign(new Error(`Invalid value for client secret: ${String(secret)}`), { name: 'IntegrationError' })
}

/** Retrieves an intent, or confirms it with the card that it already has. */
async function call(action: 'confirm' | 'retrieve', secret: string): Promise<Outcome> {
  assertSecret(secret)
  const body = new URLSearchParams({ key: publishableKey, client_secret: secret })
  return fetch(`${origin}/intents/${action}`, { method: 'POST', body })
    .then(response => response.json() as Promise<Outcome>)
    .catch(() => noAnswer)
}

/** A frame of the sandbox. Its events are reported as events of this object. */
class Frame extends EventTarget {
  readonly node = document.createElement('iframe')

  constructor(path: string, title: string, style: Record<string, string>) {
    super()
    this.node.src = origin + path
    this.node.title = title
    Object.assign(this.node.style, { ...style, display: 'block', border: '0' })
    window.addEventListener('message', this.#receive)
  }

  /** Sends a message. Resolves when the frame answers it. */
  send(message: object): Promise<Outcome | undefined> {
    const { port1, port2 } = new MessageChannel()
    this.node.contentWindow?.postMessage(message, origin, [port2])
    return new Promise(resolve => {
      port1.addEventListener('message', ({ data }: MessageEvent<Outcome | undefined>) => resolve(data))
      port1.start()
    })
  }

  destroy = (): void => {
    window.removeEventListener('message', this.#receive)
    this.node.remove()
  }

  readonly #receive = ({ source, data }: MessageEvent<{ event?: string; height?: number }>): void => {
    if (source !== this.node.contentWindow) return
    const { event, height } = data
    if (height !== undefined) this.node.style.height = `${height}px`
    if (event !== undefined) this.dispatchEvent(Object.assign(new Event(event), { elementType: 'payment' }))
  }
}

class PaymentElement extends Frame {
  /** The form keeps its theme while it is open. */
  constructor({ appearance }: ElementsOptions) {
    const theme = appearance?.theme === 'night' ? 'dark' : 'light'
    super(`/card?theme=${theme}`, 'Card details (payments sandbox)', {
      // The outline of a focused field is a little wider than the field.
      width: 'calc(100% + 8px)',
      margin: '-4px',
      height: '220px',
      // A frame is only transparent if its color scheme is that of its page.
      colorScheme: theme,
    })
  }

  mount = (place: HTMLElement): void => place.replaceChildren(this.node)
  on = (name: string, listener: EventListener): void => this.addEventListener(name, listener)
  off = (name: string, listener: EventListener): void => this.removeEventListener(name, listener)
}

class Elements {
  readonly clientSecret: string | undefined
  element: PaymentElement | undefined
  readonly #options: ElementsOptions

  constructor(options: ElementsOptions = {}) {
    this.#options = options
    this.clientSecret = options.clientSecret
  }

  create = (kind: string): PaymentElement => {
    if (kind !== 'payment') throw new Error(`The sandbox has no ${kind} element.`)
    this.element = new PaymentElement(this.#options)
    return this.element
  }
  /** Called by the React components when an option changes. */
  update = (): void => {}
}

/** Shows the bank's page above everything. Resolves when it is answered or closed. */
async function showChallenge(secret: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure (payments sandbox)')
  Object.assign(dialog.style, { ...FULL_SIZE, background: 'rgb(10 12 20 / 0.6)' })
  const frame = new Frame(`/challenge?client_secret=${encodeURIComponent(secret)}`, '3-D Secure challenge', {
    ...FULL_SIZE,
    colorScheme: 'light dark',
  })
  dialog.append(frame.node)
  document.body.append(dialog)
  dialog.showModal()
  await new Promise(resolve => {
    frame.addEventListener('finished', resolve)
    dialog.addEventListener('cancel', resolve)
  })
  frame.destroy()
  dialog.remove()
}

/** Shows the 3-D Secure challenge if the bank requires one. Failing or closing it is an error. */
async function throughChallenge(secret: string, outcome: Outcome): Promise<Outcome> {
  if (outcome.intent?.status !== 'requires_action') return outcome
  await showChallenge(secret)
  const answered = await call('retrieve', secret)
  const { intent } = answered
  if (intent === undefined || intent.status === 'succeeded') return answered
  const refusal = intent.last_setup_error ?? intent.last_payment_error
  const code = `${intent.object}_authentication_failure`
  const message = 'The bank’s page was closed before it was answered. Please try again.'
  return { error: { type: 'invalid_request_error', code, message, ...refusal, [intent.object]: intent } }
}

/** Saves the card from the form, without ever leaving the page. */
async function confirmSetup({ elements }: { elements: Elements }): Promise<SetupIntentResult> {
  const secret = elements.clientSecret
  assertSecret(secret)
  if (elements.element === undefined) throw new Error('The card form has not been created.')
  const { intent, error } = await throughChallenge(
    secret,
    (await elements.element.send({ secret, key: publishableKey })) ?? noAnswer,
  )
  return (intent === undefined ? { error } : { setupIntent: intent }) as SetupIntentResult
}

const paymentResult = ({ intent, error }: Outcome) =>
  (intent === undefined ? { error } : { paymentIntent: intent }) as PaymentIntentResult

/** React's bindings for Stripe.js require these functions. */
const unsupported = async () => ({
  error: { type: 'invalid_request_error' as const, message: 'The payments sandbox does not support this.' },
})

function createStripe(key: string) {
  publishableKey = key
  return {
    elements: ((options?: ElementsOptions) => new Elements(options) as unknown as StripeElements) as Stripe['elements'],
    createToken: unsupported as Stripe['createToken'],
    createPaymentMethod: unsupported as Stripe['createPaymentMethod'],
    confirmSetup: confirmSetup as unknown as Stripe['confirmSetup'],
    confirmCardPayment: async (secret: string) =>
      paymentResult(await throughChallenge(secret, await call('confirm', secret))),
    retrievePaymentIntent: async (secret: string) => paymentResult(await call('retrieve', secret)),
  } satisfies Partial<Stripe>
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
