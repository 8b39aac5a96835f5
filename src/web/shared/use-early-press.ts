import { type RefObject, useEffect } from 'react'

/**
 * Repeats a submit of a prerendered form, or a click on its `data-repeats-press` button, that came before hydration.
 * `public/before-paint.js` records it.
 */
export function useEarlyPress(pressed: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pressed.current
    if (element?.dataset.pressedEarly === undefined) return
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }, [pressed])
}
