import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Lists of up to this many leads are rendered completely, so that the browser's own search finds every lead. */
const drawnWhole = 60

export type OnRange = (firstLead: number, lastLead: number) => void

type RowWindow = {
  rows: { index: number; key: number }[]
  /** The height in pixels of the rows above and below that are not rendered. */
  above: number
  below: number
  measure: ((row: Element | null) => void) | undefined
}

/** The rows of a long list to render at the current scroll position. When printing, these are all rows. */
export function useRowWindow(input: {
  /** The list's distance from the top of the page, in pixels. */
  top: number
  /** The number of leads, and the number of leads per row. */
  leadCount: number
  columns: number
  estimateHeight: number
  /** Extra rows rendered above and below the viewport. */
  overscan: number
  /** Called with the positions of the first and last rendered leads. */
  onRange?: OnRange | undefined
}): RowWindow {
  const { top, leadCount, columns, estimateHeight, overscan, onRange } = input
  const count = Math.ceil(leadCount / columns)
  const isPrinting = usePrinting()
  const isWindowed = leadCount > drawnWhole && !isPrinting
  const { anyRow, height } = useMeanHeight(estimateHeight, leadCount)
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React Compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height.current,
    // In a hidden tab, rows have no height. All of them would be in view, and rendering them would not end.
    measureElement: (row, entry, list) =>
      row.closest('[data-state="inactive"]') === null
        ? measureElement(row, entry, list)
        : (list.measurementsCache[list.indexFromElement(row)]?.size ?? height.current),
    overscan,
    scrollMargin: top,
    enabled: isWindowed,
  })
  const items = isWindowed ? virtualizer.getVirtualItems() : []
  const firstRow = isWindowed ? (items[0]?.index ?? 0) : 0
  const lastRow = isWindowed ? (items.at(-1)?.index ?? 0) : count - 1
  useEffect(() => {
    onRange?.(firstRow * columns, (lastRow + 1) * columns - 1)
  }, [onRange, firstRow, lastRow, columns])
  if (!isWindowed)
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, key: index })),
      above: 0,
      below: 0,
      measure: anyRow,
    }
  const last = items.at(-1)
  return {
    rows: items.map(({ index }) => ({ index, key: index })),
    above: (items[0]?.start ?? top) - top,
    below: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - top),
    measure: virtualizer.measureElement,
  }
}

/** The mean height of the rows while all are rendered: the best estimate when the list gets longer. */
function useMeanHeight(estimate: number, leadCount: number) {
  const height = useRef(estimate)
  const row = useRef<Element>(null)
  useLayoutEffect(() => {
    if (leadCount === 0) return
    const all = row.current?.parentElement?.querySelectorAll('[data-index]')
    const [first, last] = [all?.item(0), all?.item(all.length - 1)].map(one => one?.getBoundingClientRect())
    if (all && first && last && last.bottom > first.top) height.current = (last.bottom - first.top) / all.length
  }, [leadCount])
  const anyRow = useCallback((element: Element | null) => {
    if (element) row.current = element
  }, [])
  return { anyRow, height }
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser captures the page as soon as the listeners return.
    const draw = () => flushSync(() => setPrinting(true))
    const finish = () => setPrinting(false)
    addEventListener('beforeprint', draw)
    addEventListener('afterprint', finish)
    return () => {
      removeEventListener('beforeprint', draw)
      removeEventListener('afterprint', finish)
    }
  }, [])
  return isPrinting
}
