import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { usePrinting } from './use-printing.ts'

/** Up to this many leads are simply drawn: the browser's own search finds them all. */
const drawnWhole = 60

export type OnRange = (firstLead: number, lastLead: number) => void

type RowWindow = {
  rows: { index: number; key: number }[]
  /** Height in pixels of what is not drawn above and below. */
  above: number
  below: number
  measure: ((row: Element | null) => void) | undefined
}

/** Which rows of a long list to draw while the page scrolls. All of them when it is printed. */
export function useRowWindow(input: {
  /** Where the list begins on the page, in pixels. */
  top: number
  /** Of leads, and how many of them stand in a row. */
  leadCount: number
  columns: number
  estimateHeight: number
  /** Rows that are drawn beyond the window on either side. */
  overscan: number
  /** Told the first and the last lead that are drawn. */
  onRange?: OnRange | undefined
}): RowWindow {
  const { top, leadCount, columns, estimateHeight, overscan, onRange } = input
  const count = Math.ceil(leadCount / columns)
  const isPrinting = usePrinting()
  const isWindowed = leadCount > drawnWhole && !isPrinting
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React Compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimateHeight,
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
      measure: undefined,
    }
  const last = items.at(-1)
  return {
    rows: items.map(({ index }) => ({ index, key: index })),
    above: (items[0]?.start ?? top) - top,
    below: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - top),
    measure: virtualizer.measureElement,
  }
}
