import { type ApiError, ask, type Intent, pathOf } from './api.ts'
import { type CardForm, openCardForm } from './card-form.ts'

type Outcome = { intent?: Intent; error?: ApiError & Record<string, unknown> }
type Question = {
  sandbox?: boolean
  id?: number
  action?: string
  secret: string
  hasCard?: boolean
  theme?: 'dark' | 'light'
  focus?: boolean
  clear?: boolean
}

const notFinished = 'The bank’s page was closed before it was answered. Please try again.'
const tell = (message: object): void => parent.postMessage(message, '*')
const form = document.querySelector('input') === null ? undefined : openForm()

function openForm(): CardForm {
  const opened = openCardForm(({ complete, empty }) =>
    tell({ event: 'change', detail: { complete, empty, value: { type: 'card' }, collapsed: false } }),
  )
  document.addEventListener('focusin', () => tell({ event: 'focus' }))
  document.addEventListener('focusout', () => tell({ event: 'blur' }))
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ event: 'escape' })
  })
  const main = document.querySelector('main')
  const measure = () => tell({ event: 'height', detail: { height: (main?.offsetHeight ?? 0) + 2 } })
  if (main !== null) new ResizeObserver(measure).observe(main)
  return opened
}

const retrieve = async (secret: string): Promise<Outcome> => {
  const { result, error } = await ask<Intent>('GET', pathOf(secret), { client_secret: secret })
  return result === undefined ? { error } : { intent: result }
}

async function confirm({ secret, hasCard = false }: Question): Promise<Outcome> {
  const method = hasCard ? await form?.createPaymentMethod() : undefined
  if (method?.error !== undefined) return { error: method.error }
  const chosen = method?.result?.id
  const { result, error } = await ask<Intent>('POST', `${pathOf(secret)}/confirm`, {
    client_secret: secret,
    ...(chosen === undefined ? {} : { payment_method: chosen }),
  })
  return result === undefined ? { error } : { intent: result }
}

/** Failing or closing the challenge is an error. */
async function afterChallenge({ secret }: Question): Promise<Outcome> {
  const outcome = await retrieve(secret)
  const { intent } = outcome
  if (intent === undefined || ['processing', 'requires_capture', 'succeeded'].includes(intent.status)) return outcome
  const kind = intent.object
  const refusal = intent.last_setup_error ?? intent.last_payment_error
  const code = `${kind}_authentication_failure`
  return { error: { type: 'invalid_request_error', code, message: notFinished, ...refusal, [kind]: intent } }
}

const answers: Record<string, (question: Question) => Promise<Outcome>> = {
  confirm,
  afterChallenge,
  retrieve: ({ secret }) => retrieve(secret),
}

window.addEventListener('message', ({ source, data }: MessageEvent<Question>) => {
  if (source !== parent || data.sandbox !== true) return
  if (data.theme !== undefined) document.documentElement.dataset.theme = data.theme
  if (data.focus === true) form?.focus()
  if (data.clear === true) form?.clear()
  const answer = answers[data.action ?? '']
  if (answer === undefined) return
  void answer(data).then(result => tell({ answerTo: data.id, result }))
})
tell({ event: 'ready' })
