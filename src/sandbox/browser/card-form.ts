/** The card form: shows what is wrong with a field, and fills in a test card when it is clicked. */
export const inputs = [...document.querySelectorAll<HTMLInputElement>('.card-fields input')]
for (const input of inputs) input.addEventListener('change', () => showProblem(input))

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-card]'))
  button.addEventListener('click', () => {
    const number = button.dataset.card ?? ''
    const card: Record<string, string> = { number, expiry: '12 / 99', cvc: number.startsWith('3') ? '1234' : '123' }
    for (const input of inputs) {
      input.value = card[input.name] ?? input.value
      showProblem(input)
    }
    button.closest('details')?.removeAttribute('open')
  })

/** Shows what is wrong with a field, and returns it. Returns an empty text if nothing is wrong. */
export function showProblem(input: HTMLInputElement): string {
  const problem = input.validity.valid ? '' : (input.dataset.problem ?? '')
  const place = document.getElementById(`${input.name}-error`)
  if (place !== null) place.textContent = problem
  input.setAttribute('aria-invalid', String(problem !== ''))
  return problem
}
