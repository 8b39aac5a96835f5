import { useEffect, useEffectEvent } from 'react'

/** Where a key is typed as text, or chooses. */
const fields = 'input:not([type="checkbox"]), select, textarea'

/** Calls it when a key is pressed outside of all fields. */
export function useKey(key: string | undefined, onKey: () => void): void {
  const callNow = useEffectEvent(onKey)
  useEffect(() => {
    if (key === undefined) return undefined
    const listen = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest(fields) !== null
      if (event.key !== key || isTyped || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      callNow()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
