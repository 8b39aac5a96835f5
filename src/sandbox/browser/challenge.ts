/** The buttons of the 3-D Secure page. In a frame, it tells the surrounding page when it is answered. */
const status = document.querySelector('[role=status]')
const secret = new URLSearchParams(location.search).get('client_secret') ?? ''
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[value]')]

const leave = (): void => {
  if (parent !== window) parent.postMessage({ event: 'finished' }, '*')
}

async function answer(value: string): Promise<void> {
  for (const button of buttons) button.disabled = true
  if (value !== 'close') {
    const response = await fetch('/challenge', {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, outcome: value }),
    })
    if (status !== null) status.textContent = response.ok ? 'Answered.' : 'The sandbox did not take the answer.'
  } else if (status !== null) status.textContent = 'Closed without an answer.'
  leave()
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
