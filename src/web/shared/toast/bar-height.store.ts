import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/**
 * The heights in pixels of the bars at the lower edge of the window: below the leads, and of the search form beside them.
 * Toasts are placed above. This is in a store and not a CSS property of the root, because the browser would compute the
 * style of every lead again.
 */
const heights = { bar: createStore(0), form: createStore(0) }

/** The CSS properties that the position of toasts depends on. */
export const useBarHeights = (): CSSProperties =>
  ({
    '--bar-height': `${heights.bar.useValue()}px`,
    '--form-height': `${heights.form.useValue()}px`,
  }) as CSSProperties

/** Makes toasts stay clear of an element while it is shown. */
export function useAsBar(which: keyof typeof heights): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return undefined
    const sizes = new ResizeObserver(() => heights[which].set(bar.offsetHeight))
    sizes.observe(bar)
    return () => {
      sizes.disconnect()
      heights[which].set(0)
    }
  }, [which])
  return element
}
