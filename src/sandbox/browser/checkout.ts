import { ask, type Intent, pathOf } from './api.ts'
import { openCardForm } from './card-form.ts'

type Paid = { client_secret: string; status: string }

const form = openCardForm()
const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
const message = document.querySelector('[role=alert]')
const dialog = document.querySelector('dialog')
const { session = '', success = '' } = document.body.dataset

const say = (text: string): void => {
  if (message !== null) message.textContent = text
}
const wait = (isWaiting: boolean): void => {
  if (button === null) return
  button.disabled = isWaiting
  button.textContent = isWaiting ? 'Paying…' : (button.dataset.label ?? 'Pay')
}

async function pay(): Promise<void> {
  say('')
  wait(true)
  const problem = await tryToPay()
  if (problem === undefined) location.assign(success)
  else {
    say(problem)
    wait(false)
  }
}

/** Returns what went wrong, or undefined if it is paid. */
async function tryToPay(): Promise<string | undefined> {
  const saved = document.querySelector<HTMLInputElement>('input[name=saved]:checked')?.value ?? ''
  const method = saved === '' ? await form.createPaymentMethod() : { result: { id: saved } }
  if (method.result === undefined) return method.error.message
  const { result, error } = await ask<Paid>('POST', `/checkout/${session}/pay`, { payment_method: method.result.id })
  if (error !== undefined) return error.message
  if (result.status === 'succeeded') return undefined
  await challenge(result.client_secret)
  const after = await ask<Intent>('GET', pathOf(result.client_secret), { client_secret: result.client_secret })
  if (after.result?.status === 'succeeded') return undefined
  return after.result?.last_payment_error?.message ?? 'The bank’s page was closed before it was answered.'
}

/** The bank's page, above this one. */
function challenge(secret: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = '3-D Secure challenge'
  frame.src = `/challenge?client_secret=${encodeURIComponent(secret)}`
  dialog?.replaceChildren(frame)
  dialog?.showModal()
  return new Promise(resolve => {
    const finish = () => {
      window.removeEventListener('message', hear)
      dialog?.close()
      resolve()
    }
    const hear = ({ source, data }: MessageEvent<{ event?: string }>) => {
      if (source === frame.contentWindow && data.event === 'finished') finish()
    }
    window.addEventListener('message', hear)
    dialog?.addEventListener('cancel', finish, { once: true })
  })
}

document.querySelector('form')?.addEventListener('submit', event => {
  event.preventDefault()
  void pay()
})
