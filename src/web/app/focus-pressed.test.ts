import { afterAll, beforeAll, expect, test } from 'vitest'
import { focusPressed } from './focus-pressed.ts'

beforeAll(() => document.addEventListener('click', focusPressed, true))
afterAll(() => document.removeEventListener('click', focusPressed, true))

/** Browsers that are not Safari focus a button before its click; `click()` does as Safari does. */
function drawPage(): { panel: HTMLElement; field: HTMLElement; button: HTMLElement } {
  document.body.innerHTML = '<div tabindex="-1"><input><button><b>Details</b></button></div>'
  const [panel, field, button] = ['div', 'input', 'button'].map(name => document.querySelector<HTMLElement>(name))
  if (!panel || !field || !button) throw new Error('not drawn')
  return { panel, field, button }
}

test('a pressed button has the focus, also where the browser gives it to what contains the button', () => {
  const { panel, button } = drawPage()
  button.querySelector('b')?.click()
  expect(document.activeElement).toBe(button)
  panel.focus()
  button.click()
  expect(document.activeElement).toBe(button)
})

test('a button that leaves the focus in a field does so', () => {
  const { field, button } = drawPage()
  field.focus()
  button.click()
  expect(document.activeElement).toBe(field)
})
