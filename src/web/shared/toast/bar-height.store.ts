import { type CSSProperties, useMemo } from 'react'
import { createStore } from '../store.ts'

/**
 * How far in pixels the bars at the lower edge of the window reach up: below the leads, and of the search form beside
 * them. Toasts are placed above. This is in a store and not a CSS property of the root, because the browser would
 * compute the style of every lead again.
 */
export const barHeights = { bar: createStore(0), form: createStore(0) }

/** What is farther above the lower edge of the window is above a toast of a few lines anyway. */
export const TOAST_HEIGHT = 180
const TOAST_WIDTH = 420

/** The CSS properties that the position of a toast depends on. */
export function useBarHeights(toastId: number | undefined): CSSProperties {
  const used = useMemo(() => heightOfUsed(toastId), [toastId])
  return {
    '--bar-height': `${Math.max(barHeights.bar.useValue(), used)}px`,
    '--form-height': `${barHeights.form.useValue()}px`,
  } as CSSProperties
}

/** The same for the control with the focus, which the user is likely to press again, if a toast would cover it. */
function heightOfUsed(toastId: number | undefined): number {
  if (toastId === undefined) return 0
  const { top, bottom, right, height } = (document.activeElement ?? document.body).getBoundingClientRect()
  const isCovered = height < TOAST_HEIGHT && bottom > innerHeight - TOAST_HEIGHT && right > innerWidth - TOAST_WIDTH
  return isCovered ? Math.max(0, innerHeight - top) : 0
}
