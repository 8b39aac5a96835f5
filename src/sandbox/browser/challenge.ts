/** The buttons of the 3-D Secure page. In a frame, it tells the surrounding page when it is answered. */
const status = document.querySelector('[role=status]')
const secret = new URLSearchParams(location.search).get('client_secret') ?? ''
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[value]')]

async function answer(outcome: string): Promise<void> {
  for (const button of buttons) button.disabled = true
  const body = new URLSearchParams({ client_secret: secret, outcome })
  const isSent = outcome === 'close' || (await fetch('/challenge', { method: 'POST', body })).ok
  if (status !== null) status.textContent = isSent ? 'Answered.' : 'The sandbox did not take the answer.'
  if (parent !== window) parent.postMessage({ event: 'finished' }, '*')
}

// The page disables them, because a click before this script has loaded would be lost.
for (const button of buttons) {
  button.addEventListener('click', () => void answer(button.value))
  button.disabled = false
}
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void answer('close')
})
buttons[0]?.focus()
