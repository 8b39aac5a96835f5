import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Publishes the height of an element as a property of the root, for what stays clear of it. */
export function usePublishedHeight(property: `--${string}`): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const { style } = document.documentElement
    const publish = () => style.setProperty(property, `${measured.offsetHeight}px`)
    const sizes = new ResizeObserver(publish)
    sizes.observe(measured)
    return () => {
      sizes.disconnect()
      style.removeProperty(property)
    }
  }, [property])
  return element
}
