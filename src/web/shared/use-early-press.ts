import { type RefObject, useEffect } from 'react'

/** Repeats a submit, or a click on `data-repeats-press`, that `public/before-paint.js` recorded before hydration. */
export function useEarlyPress(pressed: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pressed.current
    if (element?.dataset.pressedEarly === undefined) return
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }, [pressed])
}
