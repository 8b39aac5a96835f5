import { type Answer, ask } from './api.ts'

const field = (name: string): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (input === null) throw new Error(`No field ${name}`)
  return input
}
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The card form: grouped digits, messages, and a list of test cards that fill it in. Returns a function that creates a
 * payment method from the card, or says what is wrong with it.
 */
export function openCardForm(): () => Promise<Answer<{ id: string }>> {
  const number = field('number')
  const expiry = field('expiry')
  const code = field('cvc')
  const zip = field('zip')
  const inputs = [number, expiry, code]

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
    input.addEventListener('input', () => showProblem(input, ''))
    input.addEventListener('blur', () => {
      if (input.value !== '') showProblem(input, problemOf(input))
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

  const problemOf = (input: HTMLInputElement): string => {
    if (input === number) return digits(number.value).length >= 15 ? '' : 'Your card number is incomplete.'
    if (input === expiry) return isMonth(expiry.value) ? '' : 'Your card’s expiration date is incomplete.'
    return code.value.length >= 3 ? '' : 'Your card’s security code is incomplete.'
  }
  return async () => {
    for (const input of inputs) showProblem(input, problemOf(input))
    const message = inputs.map(problemOf).find(problem => problem !== '')
    if (message !== undefined) return { error: { type: 'validation_error', code: 'incomplete_card', message } }
    const [month = '', year = ''] = expiry.value.split(' / ')
    return ask('POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': digits(number.value),
      'card[exp_month]': String(Number(month)),
      'card[exp_year]': `20${year}`,
      'card[cvc]': code.value,
      ...placeOf(digits(zip.value)),
    })
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

function showProblem(input: HTMLInputElement, message: string): void {
  const place = document.getElementById(`${input.name}-error`)
  if (place !== null) place.textContent = message
  if (message === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}
