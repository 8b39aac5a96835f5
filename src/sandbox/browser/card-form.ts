import { type Answer, type ApiError, ask } from './api.ts'

export type CardForm = {
  /** Makes a payment method from the typed card, or returns what is wrong with it. */
  createPaymentMethod: () => Promise<Answer<{ id: string }>>
  focus: () => void
  clear: () => void
}
type Watcher = (state: { complete: boolean; empty: boolean }) => void

const field = (name: string): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (input === null) throw new Error(`No field ${name}`)
  return input
}
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** The card form: grouped digits, messages, and a list of test cards that fill it in. */
export function openCardForm(watch: Watcher = () => {}): CardForm {
  const number = field('number')
  const expiry = field('expiry')
  const code = field('cvc')
  const zip = field('zip')
  const inputs = [number, expiry, code]
  const report = () => watch({ complete: problems().length === 0, empty: inputs.every(input => input.value === '') })

  number.addEventListener('input', () => {
    const typed = digits(number.value).slice(0, 16)
    number.value = typed.startsWith('37') ? grouped(typed.slice(0, 15), [4, 6, 5]) : grouped(typed, [4, 4, 4, 4])
  })
  expiry.addEventListener('input', event => {
    const typed = digits(expiry.value).slice(0, 4)
    const isErasing = event instanceof InputEvent && event.inputType === 'deleteContentBackward'
    expiry.value =
      typed.length > 2 || (typed.length === 2 && !isErasing) ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
  })
  code.addEventListener('input', () => {
    code.value = digits(code.value).slice(0, 4)
  })
  for (const input of inputs) {
    input.addEventListener('input', () => {
      say(input, '')
      report()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') say(input, problemOf(input) ?? '')
    })
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-card]'))
    button.addEventListener('click', () => {
      const card = button.dataset.card ?? ''
      fill(number, card)
      fill(expiry, `12${String(Number(document.body.dataset.year) + 3).slice(-2)}`)
      fill(code, card.length === 15 ? '1234' : '123')
      button.closest('details')?.removeAttribute('open')
      code.focus()
    })

  const problems = () => inputs.flatMap(input => problemOf(input) ?? [])
  const problemOf = (input: HTMLInputElement): string | undefined => {
    if (input === number) return digits(number.value).length >= 15 ? undefined : 'Your card number is incomplete.'
    if (input === expiry) return isMonth(expiry.value) ? undefined : 'Your card’s expiration date is incomplete.'
    return code.value.length >= 3 ? undefined : 'Your card’s security code is incomplete.'
  }
  const validate = (): ApiError | undefined => {
    for (const input of inputs) say(input, problemOf(input) ?? '')
    const [message] = problems()
    return message === undefined ? undefined : { type: 'validation_error', code: 'incomplete_card', message }
  }
  return {
    createPaymentMethod: async () => {
      const error = validate()
      if (error !== undefined) return { error }
      const [month = '', year = ''] = expiry.value.split(' / ')
      return ask('POST', '/v1/payment_methods', {
        type: 'card',
        'card[number]': digits(number.value),
        'card[exp_month]': String(Number(month)),
        'card[exp_year]': `20${year}`,
        'card[cvc]': code.value,
        ...placeOf(digits(zip.value)),
      })
    },
    focus: () => number.focus(),
    clear: () => {
      for (const input of [...inputs, zip]) fill(input, '')
    },
  }
}

/** The place for taxes, if a ZIP code was entered. */
const placeOf = (zip: string): Record<string, string> =>
  zip === '' ? {} : { 'billing_details[address][country]': 'US', 'billing_details[address][postal_code]': zip }

function fill(input: HTMLInputElement, value: string): void {
  input.value = value
  input.dispatchEvent(new InputEvent('input'))
}

const isMonth = (text: string): boolean => /^(0[1-9]|1[0-2]) \/ \d\d$/.test(text)

function grouped(typed: string, sizes: number[]): string {
  let from = 0
  const groups = sizes.map(size => typed.slice(from, (from += size)))
  return groups.filter(group => group !== '').join(' ')
}

function say(input: HTMLInputElement, message: string): void {
  const place = document.getElementById(`${input.name}-error`)
  if (place !== null) place.textContent = message
  if (message === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}
