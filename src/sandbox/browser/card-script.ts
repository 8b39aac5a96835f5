/**
 * Replaces Stripe.js: sets `window.Stripe`, which `loadStripe` of @stripe/stripe-js then returns. Frames of the sandbox's
 * own origin take the card and make all calls, so the page that loads this script never sees a card number.
 */
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'

type Listener = (event: Record<string, unknown>) => void
type Outcome = { intent?: { id: string; status: string; object: string }; error?: Record<string, unknown> }
type Message = { answerTo?: number; result?: never; event?: string; detail?: Record<string, unknown> }
type Theme = { appearance?: { theme?: string } }
type ElementsOptions = Theme & { clientSecret?: string }

const RELEASE = 'endive'
const FULL = {
  display: 'block',
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: '0',
  padding: '0',
  border: '0',
}
const HIDDEN = { position: 'fixed', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none', border: '0' }
const origin = new URL((document.currentScript as HTMLScriptElement).src).origin

/** A frame of the sandbox that can be asked to do things. */
class Frame {
  readonly node = document.createElement('iframe')
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #waiting = new Map<number, (result: never) => void>()
  readonly #ready = Promise.withResolvers<void>()
  #questions = 0

  constructor(path: string, title: string, style: Record<string, string>) {
    this.node.src = origin + path
    this.node.title = title
    Object.assign(this.node.style, style)
    window.addEventListener('message', this.#hear)
  }

  on(name: string, listener: Listener): void {
    const known = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, known.add(listener))
  }

  off(name: string, listener?: Listener): void {
    if (listener === undefined) this.#listeners.delete(name)
    else this.#listeners.get(name)?.delete(listener)
  }

  tell(message: object): void {
    this.node.contentWindow?.postMessage({ sandbox: true, ...message }, origin)
  }

  async ask<Result>(action: string, input: object = {}): Promise<Result> {
    await this.#ready.promise
    const id = ++this.#questions
    const answer = new Promise<Result>(resolve => this.#waiting.set(id, resolve))
    this.tell({ id, action, ...input })
    return answer
  }

  close(): void {
    window.removeEventListener('message', this.#hear)
    this.node.remove()
  }

  readonly #hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== this.node.contentWindow || from !== origin) return
    const { answerTo, result, event, detail = {} } = data as Message
    if (event === 'ready') this.#ready.resolve()
    if (answerTo !== undefined) this.#waiting.get(answerTo)?.(result as never)
    if (event !== undefined) for (const listener of this.#listeners.get(event) ?? []) listener(detail)
  }
}

let background: Frame | undefined
/** Makes calls when no card form is open. */
const controller = (): Frame => {
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
  Object.assign(dialog.style, { ...FULL, position: 'fixed', inset: '0', background: 'rgb(10 12 20 / 0.6)' })
  const frame = new Frame(`/challenge?client_secret=${encodeURIComponent(secret)}`, '3-D Secure challenge', {
    ...FULL,
    background: 'transparent',
    // A frame is only transparent if its color scheme is that of its page.
    colorScheme: 'light dark',
  })
  dialog.append(frame.node)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise(resolve => {
    const finish = () => {
      frame.close()
      dialog.close()
      dialog.remove()
      resolve()
    }
    frame.on('finished', finish)
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      finish()
    })
  })
}

async function throughChallenge(secret: string, outcome: Outcome): Promise<Outcome> {
  if (outcome.intent?.status !== 'requires_action') return outcome
  await showChallenge(secret)
  return controller().ask<Outcome>('afterChallenge', { secret })
}

const themeOf = ({ appearance }: Theme) => (appearance?.theme === 'night' ? 'dark' : 'light')

class PaymentElement {
  readonly frame: Frame

  constructor(options: ElementsOptions) {
    const theme = themeOf(options)
    this.frame = new Frame(`/frames/card?theme=${theme}`, 'Card details (payments sandbox)', {
      display: 'block',
      // The outline of a focused field is a little wider than the field.
      width: 'calc(100% + 8px)',
      margin: '-4px',
      height: '220px',
      border: '0',
      // A frame is only transparent if its color scheme is that of its page.
      colorScheme: theme,
    })
    this.frame.on('height', ({ height }) => {
      this.frame.node.style.height = `${Number(height)}px`
    })
  }

  mount = (target: string | HTMLElement): void => {
    const place = typeof target === 'string' ? document.querySelector(target) : target
    place?.replaceChildren(this.frame.node)
  }
  on = (name: string, listener: Listener): this => {
    this.frame.on(name, detail => listener({ elementType: 'payment', ...detail }))
    return this
  }
  off = (name: string): this => {
    this.frame.off(name)
    return this
  }
  update = (options: Theme): void => {
    if (options.appearance === undefined) return
    const theme = themeOf(options)
    this.frame.node.style.colorScheme = theme
    this.frame.tell({ theme })
  }
  focus = (): void => this.frame.tell({ focus: true })
  clear = (): void => this.frame.tell({ clear: true })
  unmount = (): void => this.frame.node.remove()
  destroy = (): void => this.frame.close()
}

class Elements {
  readonly options: ElementsOptions
  element: PaymentElement | null = null

  constructor(options: ElementsOptions) {
    this.options = options
  }

  create = (kind: string): PaymentElement => {
    if (kind !== 'payment') throw new Error(`The sandbox has no ${kind} element.`)
    this.element = new PaymentElement(this.options)
    return this.element
  }
  getElement = (): PaymentElement | null => this.element
  update = (options: ElementsOptions): void => {
    Object.assign(this.options, options)
    this.element?.update(options)
  }
}

type SetupInput = {
  elements?: Elements
  clientSecret?: string
  confirmParams?: { return_url?: string }
  redirect?: string
}

function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || !/^(seti|pi)_\w+_secret_\w+$/.test(secret))
    throw Object.assign(new Error(`Invalid value for client secret: ${String(secret)}`), { name: 'IntegrationError' })
}

async function confirmSetup({
  elements,
  clientSecret,
  confirmParams,
  redirect,
}: SetupInput): Promise<SetupIntentResult> {
  const secret = clientSecret ?? elements?.options.clientSecret
  assertSecret(secret)
  const card = elements?.element
  const hasCard = card !== null && card !== undefined
  const first = await (card?.frame ?? controller()).ask<Outcome>('confirm', { secret, hasCard })
  const { intent, error } = await throughChallenge(secret, first)
  if (error === undefined && redirect !== 'if_required' && confirmParams?.return_url !== undefined)
    location.assign(confirmParams.return_url)
  return (intent === undefined ? { error } : { setupIntent: intent }) as SetupIntentResult
}

/** Confirms a payment with the card that it already has. */
async function confirmCardPayment(secret: string): Promise<PaymentIntentResult> {
  assertSecret(secret)
  return paymentResult(await throughChallenge(secret, await controller().ask<Outcome>('confirm', { secret })))
}

async function retrievePaymentIntent(secret: string): Promise<PaymentIntentResult> {
  assertSecret(secret)
  return paymentResult(await controller().ask<Outcome>('retrieve', { secret }))
}

const paymentResult = ({ intent, error }: Outcome) =>
  (intent === undefined ? { error } : { paymentIntent: intent }) as PaymentIntentResult

/** React's bindings for Stripe.js check that these exist. */
const notThere = async () => ({
  error: { type: 'invalid_request_error' as const, message: 'The payments sandbox does not support this.' },
})

const createStripe = () =>
  ({
    elements: ((options: ElementsOptions = {}) =>
      new Elements({ ...options }) as unknown as StripeElements) as Stripe['elements'],
    createToken: notThere as Stripe['createToken'],
    createPaymentMethod: notThere as Stripe['createPaymentMethod'],
    confirmSetup: confirmSetup as unknown as Stripe['confirmSetup'],
    confirmCardPayment,
    retrievePaymentIntent,
  }) satisfies Pick<
    Stripe,
    'confirmCardPayment' | 'confirmSetup' | 'createPaymentMethod' | 'createToken' | 'elements' | 'retrievePaymentIntent'
  >

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
