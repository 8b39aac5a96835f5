/** Runs in the card form's frame. The card script asks it to confirm a setup with the card. */
import { inputs, showProblem } from './card-form.ts'

const send = (message: object): void => parent.postMessage(message, '*')

async function confirmSetup({ secret = '', key = '' }: Record<string, string>): Promise<object> {
  const message = inputs.map(showProblem).find(problem => problem !== '')
  if (message !== undefined) return { error: { type: 'validation_error', code: 'incomplete_card', message } }
  const body = new URLSearchParams(inputs.map(({ name, value }) => [name, value]))
  body.set('client_secret', secret)
  body.set('key', key)
  return (await fetch('/intents/confirm', { method: 'POST', body })).json() as Promise<object>
}

window.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Record<string, string>>) => {
  if (source !== parent) return
  // Without an outcome, the card script reports that the sandbox did not answer.
  void confirmSetup(data)
    .catch(() => undefined)
    .then(outcome => port?.postMessage(outcome))
})

const form = document.querySelector<HTMLElement>('main')
if (form !== null) new ResizeObserver(() => send({ height: form.offsetHeight + 2 })).observe(form)
send({ event: 'ready' })
