import { type Answer, ask } from './api.ts'

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The card form: checks each field against its pattern, and fills in a test card when it is clicked. Returns a function
 * that creates a payment method from the card, or says what is wrong with it.
 */
export function openCardForm(): () => Promise<Answer<{ id: string }>> {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.card-fields input')]
  for (const input of inputs) input.addEventListener('change', () => showProblem(input))
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-card]'))
    button.addEventListener('click', () => {
      const number = button.dataset.card ?? ''
      const year = String(Number(document.body.dataset.year) + 3).slice(-2)
      const card: Record<string, string> = {
        number,
        expiry: `12 / ${year}`,
        cvc: number.startsWith('3') ? '1234' : '123',
      }
      for (const input of inputs) {
        input.value = card[input.name] ?? input.value
        showProblem(input)
      }
      button.closest('details')?.removeAttribute('open')
    })
  return async () => {
    const message = inputs.map(showProblem).find(problem => problem !== '')
    if (message !== undefined) return { error: { type: 'validation_error', code: 'incomplete_card', message } }
    const typed = Object.fromEntries(inputs.map(({ name, value }) => [name, digits(value)]))
    const { number = '', expiry = '', cvc = '', zip = '' } = typed
    return ask('POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': String(Number(expiry.slice(0, 2))),
      'card[exp_year]': `20${expiry.slice(2)}`,
      'card[cvc]': cvc,
      ...locationOf(zip),
    })
  }
}

/** The location for taxes, if a ZIP code was entered. */
const locationOf = (zip: string): Record<string, string> =>
  zip === '' ? {} : { 'billing_details[address][country]': 'US', 'billing_details[address][postal_code]': zip }

/** Shows and returns what is wrong with a field; '' if nothing is. */
function showProblem(input: HTMLInputElement): string {
  const problem = input.validity.valid ? '' : (input.dataset.problem ?? '')
  const place = document.getElementById(`${input.name}-error`)
  if (place !== null) place.textContent = problem
  input.setAttribute('aria-invalid', String(problem !== ''))
  return problem
}
