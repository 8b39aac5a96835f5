import { type RefObject, useEffect } from 'react'

/** Repeats a submit or a click on `data-repeats-press` before hydration, recorded by `public/before-paint.js`. */
export function useEarlyPress(pressed: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pressed.current
    if (element?.dataset.pressedEarly === undefined) return
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }, [pressed])
}
