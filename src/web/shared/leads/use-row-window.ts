import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to this many rows are simply drawn: the browser's own search finds them all. */
const drawnWhole = 120

type RowWindow = {
  rows: { index: number; key: string | number }[]
  /** Height in pixels of what is not drawn above and below. */
  above: number
  below: number
  measure: ((row: Element | null) => void) | undefined
}

/** Which rows of a long list to draw while the page scrolls. */
export function useRowWindow(input: {
  list: RefObject<HTMLElement | null>
  count: number
  estimateHeight: number
}): RowWindow {
  const { list, count, estimateHeight } = input
  const isWindowed = count > drawnWhole
  const [scrollMargin, setScrollMargin] = useState(0)
  // The list's own place moves with every notice above it, and the page's height with both.
  useLayoutEffect(() => {
    if (!isWindowed) return undefined
    const observer = new ResizeObserver(() => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, isWindowed])
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React Compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimateHeight,
    overscan: 8,
    scrollMargin,
    enabled: isWindowed,
  })
  if (!isWindowed)
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, key: index })),
      above: 0,
      below: 0,
      measure: undefined,
    }
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  return {
    rows: items.map(({ index, key }) => ({ index, key: String(key) })),
    above: (items[0]?.start ?? scrollMargin) - scrollMargin,
    below: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - scrollMargin),
    measure: virtualizer.measureElement,
  }
}
