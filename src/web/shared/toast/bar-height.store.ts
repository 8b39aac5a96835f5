import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/**
 * How far in pixels the bars at the lower edge of the window reach up: below the leads, and of the search form beside
 * them. Toasts are placed above. This is in a store and not a CSS property of the root, because the browser would
 * compute the style of every lead again.
 */
const heights = { bar: createStore(0), form: createStore(0) }

/** The CSS properties that the position of toasts depends on. */
export const useBarHeights = (): CSSProperties =>
  ({
    '--bar-height': `${heights.bar.useValue()}px`,
    '--form-height': `${heights.form.useValue()}px`,
  }) as CSSProperties

/** A bar that is farther above the lower edge of the window is above a toast of a few lines anyway. */
const TOAST_HEIGHT = 180

/** Makes toasts stay clear of an element while it is shown. */
export function useAsBar(which: keyof typeof heights): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return undefined
    const place = () => {
      const { top, bottom } = bar.getBoundingClientRect()
      const isLow = bottom > window.innerHeight - TOAST_HEIGHT
      heights[which].set(isLow ? Math.max(0, window.innerHeight - top) : 0)
    }
    const sizes = new ResizeObserver(place)
    sizes.observe(bar)
    sizes.observe(document.body)
    const events = ['scroll', 'resize'] as const
    for (const event of events) window.addEventListener(event, place, { passive: true })
    return () => {
      sizes.disconnect()
      for (const event of events) window.removeEventListener(event, place)
      heights[which].set(0)
    }
  }, [which])
  return element
}
