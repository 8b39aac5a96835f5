import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. Lists then render all rows. */
export function usePrinting(): boolean {
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
