import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: then a list is drawn whole. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when the listeners are through.
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
