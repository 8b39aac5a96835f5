import { ask } from './api.ts'
import { openCardForm } from './card-form.ts'

/** Set by the card script, which the page loads before this one. */
declare const Stripe: () => { confirmCardPayment: (secret: string) => Promise<{ error?: { message: string } }> }

const createPaymentMethod = openCardForm()
const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
const message = document.querySelector('[role=alert]')
const { session = '', success = '' } = document.body.dataset

function show({ problem = '', isPaying = false }): void {
  if (message !== null) message.textContent = problem
  if (button === null) return
  button.disabled = isPaying
  button.textContent = isPaying ? 'Paying…' : (button.dataset.label ?? 'Pay')
}

/** Returns what went wrong, or undefined if it is paid. */
async function pay(): Promise<string | undefined> {
  const saved = document.querySelector<HTMLInputElement>('input[name=saved]:checked')?.value ?? ''
  const method = saved === '' ? await createPaymentMethod() : { result: { id: saved } }
  if (method.result === undefined) return method.error.message
  const { result, error } = await ask<{ client_secret: string; status: string }>('POST', `/checkout/${session}/pay`, {
    payment_method: method.result.id,
  })
  if (error !== undefined) return error.message
  if (result.status === 'succeeded') return undefined
  return (await Stripe().confirmCardPayment(result.client_secret)).error?.message
}

document.querySelector('form')?.addEventListener('submit', event => {
  event.preventDefault()
  show({ isPaying: true })
  void pay().then(problem => (problem === undefined ? location.assign(success) : show({ problem })))
})
// Before this, the browser would send the form itself.
show({})
