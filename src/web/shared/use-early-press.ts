import { type RefObject, useEffect } from 'react'

/**
 * A press on a drawn page's form, or on its button with `data-repeats-press`, that came before this script
 * (`public/before-paint.js` notes it) is not lost.
 */
export function useEarlyPress(pressed: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pressed.current
    if (element?.dataset.pressedEarly === undefined) return
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }, [pressed])
}
