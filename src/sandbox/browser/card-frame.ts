/** Runs in the card form's frame, and in the controller's, which has no form. Answers what the card script asks. */
import { type Answer, type ApiError, ask, type Intent, pathOf } from './api.ts'
import { openCardForm } from './card-form.ts'

type Outcome = { intent?: Intent; error?: ApiError & Record<string, unknown> }
type Question = { sandbox?: boolean; id?: number; action?: string; secret: string; hasCard?: boolean; theme?: string }

const unanswered = 'The bank’s page was closed before it was answered. Please try again.'
const send = (message: object): void => parent.postMessage(message, '*')
const main = document.querySelector('main')
const createPaymentMethod = main === null ? undefined : openCardForm()
if (main !== null) new ResizeObserver(() => send({ height: main.offsetHeight + 2 })).observe(main)

const outcomeOf = ({ result, error }: Answer<Intent>): Outcome =>
  result === undefined ? { error } : { intent: result }

const retrieve = async ({ secret }: Question): Promise<Outcome> =>
  outcomeOf(await ask<Intent>('GET', pathOf(secret), { client_secret: secret }))

async function confirm({ secret, hasCard = false }: Question): Promise<Outcome> {
  const method = hasCard ? await createPaymentMethod?.() : undefined
  if (method?.error !== undefined) return { error: method.error }
  const card: Record<string, string> = method === undefined ? {} : { payment_method: method.result.id }
  return outcomeOf(await ask<Intent>('POST', `${pathOf(secret)}/confirm`, { client_secret: secret, ...card }))
}

/** Failing or closing the challenge is an error. */
async function afterChallenge(question: Question): Promise<Outcome> {
  const outcome = await retrieve(question)
  const { intent } = outcome
  if (intent === undefined || intent.status === 'succeeded') return outcome
  const kind = intent.object
  const refusal = intent.last_setup_error ?? intent.last_payment_error
  const code = `${kind}_authentication_failure`
  return { error: { type: 'invalid_request_error', code, message: unanswered, ...refusal, [kind]: intent } }
}

const answers: Record<string, (question: Question) => Promise<Outcome>> = { confirm, afterChallenge, retrieve }

window.addEventListener('message', ({ source, data }: MessageEvent<Question>) => {
  if (source !== parent || data.sandbox !== true) return
  if (data.theme !== undefined) document.documentElement.dataset.theme = data.theme
  void answers[data.action ?? '']?.(data).then(result => send({ answerTo: data.id, result }))
})
send({ event: 'ready' })
