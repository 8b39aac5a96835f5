import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/**
 * The height in pixels from a bar's upper edge to the lower edge of the window. Toasts are placed above it. This is in a store and not
 * a CSS property of the root, because the browser would compute the style of every lead again.
 */
const barHeight = createStore(0)

/** The CSS property that the position of toasts depends on. */
export const useBarHeight = (): CSSProperties => ({ '--bar-height': `${barHeight.useValue()}px` }) as CSSProperties

/** A bar that is farther above the lower edge of the window is above a toast of a few lines anyway. */
const TOAST_HEIGHT = 180

/** Makes toasts stay clear of an element while it is shown. */
export function useAsBar(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return undefined
    const place = () => {
      const { top, bottom } = bar.getBoundingClientRect()
      const isLow = bottom > window.innerHeight - TOAST_HEIGHT
      barHeight.set(isLow ? Math.max(0, window.innerHeight - top) : 0)
    }
    const sizes = new ResizeObserver(place)
    sizes.observe(bar)
    sizes.observe(document.body)
    const events = ['scroll', 'resize'] as const
    for (const event of events) window.addEventListener(event, place, { passive: true })
    return () => {
      sizes.disconnect()
      for (const event of events) window.removeEventListener(event, place)
      barHeight.set(0)
    }
  }, [])
  return element
}
