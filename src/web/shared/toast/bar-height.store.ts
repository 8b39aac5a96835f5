import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/**
 * The height in pixels of a bar at the lower edge of the window. Toasts are placed above it. This is in a store and not
 * a CSS property of the root, because the browser would compute the style of every lead again.
 */
const barHeight = createStore(0)

/** The CSS property that the position of toasts depends on. */
export const useBarHeight = (): CSSProperties => ({ '--bar-height': `${barHeight.useValue()}px` }) as CSSProperties

/** Makes toasts stay clear of an element while it is shown. */
export function useAsBar(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return undefined
    const sizes = new ResizeObserver(() => barHeight.set(bar.offsetHeight))
    sizes.observe(bar)
    return () => {
      sizes.disconnect()
      barHeight.set(0)
    }
  }, [])
  return element
}
