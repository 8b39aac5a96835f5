import { type RefObject, useLayoutEffect, useRef } from 'react'
import { barHeights } from './bar-height.store.ts'

/** The most that a toast reaches up. It does not cover a bar that is farther above the lower edge of the window. */
export const TOAST_HEIGHT = 180

/** Makes toasts stay clear of an element while it is shown. */
export function useAsBar(which: keyof typeof barHeights): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return undefined
    const place = () => {
      const { top, bottom } = bar.getBoundingClientRect()
      const isLow = bottom > window.innerHeight - TOAST_HEIGHT
      barHeights[which].set(isLow ? Math.max(0, window.innerHeight - top) : 0)
    }
    const sizes = new ResizeObserver(place)
    sizes.observe(bar)
    sizes.observe(document.body)
    const events = ['scroll', 'resize'] as const
    for (const event of events) window.addEventListener(event, place, { passive: true })
    return () => {
      sizes.disconnect()
      for (const event of events) window.removeEventListener(event, place)
      barHeights[which].set(0)
    }
  }, [which])
  return element
}
