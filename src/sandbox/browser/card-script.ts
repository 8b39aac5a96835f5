/**
 * Stands in for Stripe.js: sets `window.Stripe`, which `loadStripe` of @stripe/stripe-js then returns. Cards are typed
 * into frames of the sandbox's own origin, which make all calls; the page that loads this never sees a card number.
 */
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'

type Listener = (event: Record<string, unknown>) => void
type Outcome = { intent?: { id: string; status: string; object: string }; error?: Record<string, unknown> }
type Theme = { appearance?: { theme?: string } }
type ElementsOptions = Theme & { clientSecret?: string }

const RELEASE = 'endive'
const HIDDEN = { position: 'fixed', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none', border: '0' }
const origin = new URL((document.currentScript as HTMLScriptElement).src).origin
const invalidSecret = (secret: unknown): Error =>
  Object.assign(new Error(`Invalid value for client secret: ${String(secret)}`), { name: 'IntegrationError' })

/** A frame of the sandbox, and the way to ask it. */
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
    const {
      answerTo,
      result,
      event,
      detail = {},
    } = data as {
      answerTo?: number
      result?: never
      event?: string
      detail?: Record<string, unknown>
    }
    if (event === 'ready') this.#ready.resolve()
    if (answerTo !== undefined) this.#waiting.get(answerTo)?.(result as never)
    if (event !== undefined) for (const listener of this.#listeners.get(event) ?? []) listener(detail)
  }
}

let background: Frame | undefined
/** Makes calls where no card form is open. */
const controller = (): Frame => {
  if (background?.node.isConnected) return background
  background = new Frame('/frames/controller', 'Payments sandbox', HIDDEN)
  background.node.tabIndex = -1
  background.node.setAttribute('aria-hidden', 'true')
  document.body.append(background.node)
  return background
}

/** The bank's page, above everything. Resolves when it was answered or closed. */
function showChallenge(secret: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure (payments sandbox)')
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'rgb(10 12 20 / 0.6)',
  })
  const frame = new Frame(`/challenge?client_secret=${encodeURIComponent(secret)}`, '3-D Secure challenge', {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    background: 'transparent',
    // Without the same colour scheme as its page a frame is not seen through.
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

const setupResult = ({ intent, error }: Outcome) =>
  (intent === undefined ? { error } : { setupIntent: intent }) as SetupIntentResult
const paymentResult = ({ intent, error }: Outcome) =>
  (intent === undefined ? { error } : { paymentIntent: intent }) as PaymentIntentResult

const themeOf = ({ appearance }: Theme) => (appearance?.theme === 'night' ? 'dark' : 'light')

class CardElement {
  readonly frame: Frame
  readonly #kind: string

  constructor(kind: string, options: ElementsOptions) {
    this.#kind = kind
    const theme = themeOf(options)
    this.frame = new Frame(`/frames/card?theme=${theme}`, 'Card details (payments sandbox)', {
      display: 'block',
      // The outline of a field stands out a little beyond it.
      width: 'calc(100% + 8px)',
      margin: '-4px',
      height: '220px',
      border: '0',
      // The same as its page's, so that it is seen through.
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
    this.frame.on(name, detail => listener({ elementType: this.#kind, ...detail }))
    return this
  }
  once = this.on
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
  blur = (): void => {}
  clear = (): void => this.frame.tell({ clear: true })
  collapse = (): void => {}
  unmount = (): void => this.frame.node.remove()
  destroy = (): void => this.frame.close()
}

class CardElements {
  readonly options: ElementsOptions
  #element: CardElement | null = null

  constructor(options: ElementsOptions) {
    this.options = options
  }

  create = (kind: string): CardElement => {
    if (kind !== 'card' && kind !== 'payment') throw new Error(`The sandbox has no ${kind} element.`)
    this.#element = new CardElement(kind, this.options)
    return this.#element
  }
  getElement = (): CardElement | null => this.#element
  update = (options: ElementsOptions): void => {
    Object.assign(this.options, options)
    this.#element?.update(options)
  }
  submit = async (): Promise<{ error?: unknown }> => (await this.#element?.frame.ask<Outcome>('validate')) ?? {}
  fetchUpdates = async (): Promise<object> => ({})
}

type Confirm = {
  elements?: CardElements
  clientSecret?: string
  confirmParams?: { return_url?: string; payment_method?: string }
  redirect?: string
}
type CardData = { payment_method?: string | { card?: CardElement } } | undefined

async function confirm(secret: string | undefined, element: CardElement | null, card?: string): Promise<Outcome> {
  if (typeof secret !== 'string' || !/^(seti|pi)_\w+_secret_\w+$/.test(secret)) throw invalidSecret(secret)
  const frame = element?.frame ?? controller()
  return throughChallenge(secret, await frame.ask<Outcome>('confirm', { secret, hasCard: element !== null, card }))
}

const confirmByElements = async ({ elements, clientSecret, confirmParams, redirect }: Confirm): Promise<Outcome> => {
  const secret = clientSecret ?? elements?.options.clientSecret
  const outcome = await confirm(secret, elements?.getElement() ?? null, confirmParams?.payment_method)
  if (outcome.error === undefined && redirect !== 'if_required' && confirmParams?.return_url !== undefined)
    location.assign(confirmParams.return_url)
  return outcome
}
const confirmByCard = (secret: string, input: CardData): Promise<Outcome> => {
  const method = input?.payment_method
  return typeof method === 'object'
    ? confirm(secret, method.card ?? null)
    : confirm(secret, null, typeof method === 'string' ? method : undefined)
}
const retrieve = async (secret: string): Promise<Outcome> => {
  if (typeof secret !== 'string' || !/^(seti|pi)_\w+_secret_\w+$/.test(secret)) throw invalidSecret(secret)
  return controller().ask<Outcome>('retrieve', { secret })
}
const notThere = async () => ({
  error: { type: 'invalid_request_error' as const, message: 'The payments sandbox does not do this.' },
})

const createStripe = () =>
  ({
    elements: ((options: ElementsOptions = {}) =>
      new CardElements({ ...options }) as unknown as StripeElements) as Stripe['elements'],
    createToken: notThere as Stripe['createToken'],
    createPaymentMethod: notThere as Stripe['createPaymentMethod'],
    confirmSetup: (async (input: Confirm) =>
      setupResult(await confirmByElements(input))) as unknown as Stripe['confirmSetup'],
    confirmPayment: (async (input: Confirm) =>
      paymentResult(await confirmByElements(input))) as unknown as Stripe['confirmPayment'],
    confirmCardSetup: async (secret, input) => setupResult(await confirmByCard(secret, input as CardData)),
    confirmCardPayment: async (secret, input) => paymentResult(await confirmByCard(secret, input as CardData)),
    handleNextAction: async input => {
      const secret = 'clientSecret' in input ? input.clientSecret : ''
      return paymentResult(await throughChallenge(secret, await retrieve(secret)))
    },
    retrievePaymentIntent: async secret => paymentResult(await retrieve(secret)),
    retrieveSetupIntent: async secret => setupResult(await retrieve(secret)),
  }) satisfies Pick<
    Stripe,
    | 'confirmCardPayment'
    | 'confirmCardSetup'
    | 'confirmPayment'
    | 'confirmSetup'
    | 'createPaymentMethod'
    | 'createToken'
    | 'elements'
    | 'handleNextAction'
    | 'retrievePaymentIntent'
    | 'retrieveSetupIntent'
  >

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
