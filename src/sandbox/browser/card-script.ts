/**
 * Replaces Stripe.js: sets `window.Stripe`, which `loadStripe` of @stripe/stripe-js then returns. Frames of the sandbox's
 * own origin take the card and make all calls, so the page that loads this script never sees a card number.
 */
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'

type Outcome = { intent?: { id: string; status: string; object: string }; error?: Record<string, unknown> }
type Message = { answerTo?: number; result?: never; event?: string; height?: number }
type ElementsOptions = { appearance?: { theme?: string }; clientSecret?: string }

const RELEASE = 'endive'
const FULL_SIZE = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0' }
const HIDDEN = { position: 'fixed', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none', border: '0' }
const origin = new URL((document.currentScript as HTMLScriptElement).src).origin

/** A frame of the sandbox. It answers questions and reports events. */
class Frame extends EventTarget {
  readonly node = document.createElement('iframe')
  readonly #waiting = new Map<number, (result: never) => void>()
  readonly #ready = Promise.withResolvers<void>()
  #questions = 0

  constructor(path: string, title: string, style: Record<string, string>) {
    super()
    this.node.src = origin + path
    this.node.title = title
    Object.assign(this.node.style, style)
    window.addEventListener('message', this.#receive)
  }

  send(message: object): void {
    this.node.contentWindow?.postMessage({ sandbox: true, ...message }, origin)
  }

  async ask(action: string, input: { secret: string; hasCard?: boolean }): Promise<Outcome> {
    await this.#ready.promise
    const id = ++this.#questions
    const answer = new Promise<Outcome>(resolve => this.#waiting.set(id, resolve))
    this.send({ id, action, ...input })
    return answer
  }

  destroy = (): void => {
    window.removeEventListener('message', this.#receive)
    this.node.remove()
  }

  readonly #receive = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== this.node.contentWindow || from !== origin) return
    const { answerTo, result, event, height } = data as Message
    if (event === 'ready') this.#ready.resolve()
    if (height !== undefined) this.node.style.height = `${height}px`
    if (answerTo !== undefined) this.#waiting.get(answerTo)?.(result as never)
    if (event !== undefined) this.dispatchEvent(Object.assign(new Event(event), { elementType: 'payment' }))
  }
}

let background: Frame | undefined
/** Makes calls when no card form is open. */
function controller(): Frame {
  if (background?.node.isConnected) return background
  background = new Frame('/frames/controller', 'Payments sandbox', HIDDEN)
  background.node.tabIndex = -1
  background.node.setAttribute('aria-hidden', 'true')
  document.body.append(background.node)
  return background
}

/** Shows the bank's page above everything. Resolves when it is answered or closed. */
function showChallenge(secret: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure (payments sandbox)')
  Object.assign(dialog.style, { ...FULL_SIZE, background: 'rgb(10 12 20 / 0.6)' })
  const frame = new Frame(`/challenge?client_secret=${encodeURIComponent(secret)}`, '3-D Secure challenge', {
    ...FULL_SIZE,
    display: 'block',
    // A frame is only transparent if its color scheme is that of its page.
    colorScheme: 'light dark',
  })
  dialog.append(frame.node)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise(resolve => {
    const finish = () => {
      frame.destroy()
      dialog.close()
      dialog.remove()
      resolve()
    }
    frame.addEventListener('finished', finish)
    dialog.addEventListener('cancel', finish)
  })
}

async function throughChallenge(secret: string, outcome: Outcome): Promise<Outcome> {
  if (outcome.intent?.status !== 'requires_action') return outcome
  await showChallenge(secret)
  return controller().ask('afterChallenge', { secret })
}

const themeOf = ({ appearance }: ElementsOptions) => (appearance?.theme === 'night' ? 'dark' : 'light')

class PaymentElement extends Frame {
  constructor(options: ElementsOptions) {
    const theme = themeOf(options)
    super(`/frames/card?theme=${theme}`, 'Card details (payments sandbox)', {
      display: 'block',
      // The outline of a focused field is a little wider than the field.
      width: 'calc(100% + 8px)',
      margin: '-4px',
      height: '220px',
      border: '0',
      // A frame is only transparent if its color scheme is that of its page.
      colorScheme: theme,
    })
  }

  mount = (place: HTMLElement): void => place.replaceChildren(this.node)
  on = (name: string, listener: EventListener): void => this.addEventListener(name, listener)
  off = (name: string, listener: EventListener): void => this.removeEventListener(name, listener)
  update = (options: ElementsOptions): void => {
    if (options.appearance === undefined) return
    const theme = themeOf(options)
    this.node.style.colorScheme = theme
    this.send({ theme })
  }
}

class Elements {
  readonly options: ElementsOptions
  element: PaymentElement | undefined

  constructor(options: ElementsOptions) {
    this.options = options
  }

  create = (kind: string): PaymentElement => {
    if (kind !== 'payment') throw new Error(`The sandbox has no ${kind} element.`)
    this.element = new PaymentElement(this.options)
    return this.element
  }
  update = (options: ElementsOptions): void => {
    Object.assign(this.options, options)
    this.element?.update(options)
  }
}

function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || !/^(seti|pi)_\w+_secret_\w+$/.test(secret))
    throw Object.assign(new Error(`Invalid value for client secret: ${String(secret)}`), { name: 'IntegrationError' })
}

type SetupInput = { elements: Elements; confirmParams?: { return_url?: string }; redirect?: string }

/** Saves the card from the form. */
async function confirmSetup({ elements, confirmParams, redirect }: SetupInput): Promise<SetupIntentResult> {
  const secret = elements.options.clientSecret
  assertSecret(secret)
  if (elements.element === undefined) throw new Error('The card form has not been created.')
  const { intent, error } = await throughChallenge(
    secret,
    await elements.element.ask('confirm', { secret, hasCard: true }),
  )
  if (error === undefined && redirect !== 'if_required' && confirmParams?.return_url !== undefined)
    location.assign(confirmParams.return_url)
  return (intent === undefined ? { error } : { setupIntent: intent }) as SetupIntentResult
}

/** Confirms a payment with the card that it already has. */
async function confirmCardPayment(secret: string): Promise<PaymentIntentResult> {
  assertSecret(secret)
  return paymentResult(await throughChallenge(secret, await controller().ask('confirm', { secret })))
}

async function retrievePaymentIntent(secret: string): Promise<PaymentIntentResult> {
  assertSecret(secret)
  return paymentResult(await controller().ask('retrieve', { secret }))
}

const paymentResult = ({ intent, error }: Outcome) =>
  (intent === undefined ? { error } : { paymentIntent: intent }) as PaymentIntentResult

/** React's bindings for Stripe.js require these functions. */
const unsupported = async () => ({
  error: { type: 'invalid_request_error' as const, message: 'The payments sandbox does not support this.' },
})

const createStripe = () =>
  ({
    elements: ((options: ElementsOptions = {}) =>
      new Elements({ ...options }) as unknown as StripeElements) as Stripe['elements'],
    createToken: unsupported as Stripe['createToken'],
    createPaymentMethod: unsupported as Stripe['createPaymentMethod'],
    confirmSetup: confirmSetup as unknown as Stripe['confirmSetup'],
    confirmCardPayment,
    retrievePaymentIntent,
  }) satisfies Partial<Stripe>

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
