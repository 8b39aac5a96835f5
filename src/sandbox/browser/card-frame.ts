/** Runs in the card form's frame. The card script asks it to confirm a setup with the card, or to change its colors. */
import { inputs, showProblem } from './card-form.ts'

const send = (message: object): void => parent.postMessage(message, '*')

async function confirmSetup(secret: string, key = ''): Promise<object> {
  const message = inputs.map(showProblem).find(problem => problem !== '')
  if (message !== undefined) return { error: { type: 'validation_error', code: 'incomplete_card', message } }
  const body = new URLSearchParams(inputs.map(({ name, value }) => [name, value]))
  body.set('client_secret', secret)
  body.set('key', key)
  return (await fetch('/intents/confirm', { method: 'POST', body })).json() as Promise<object>
}

window.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Record<string, string>>) => {
  if (source !== parent) return
  const { theme, secret, key } = data
  if (theme !== undefined) document.documentElement.dataset.theme = theme
  // Without an outcome, the card script reports that the sandbox did not answer.
  if (secret !== undefined)
    void confirmSetup(secret, key)
      .catch(() => undefined)
      .then(outcome => port?.postMessage(outcome))
})

const form = document.querySelector<HTMLElement>('main')
if (form !== null) new ResizeObserver(() => send({ height: form.offsetHeight + 2 })).observe(form)
send({ event: 'ready' })
