import { useEffect, useEffectEvent } from 'react'

/** Elements in which keys have a meaning of their own: they type, choose, or move. */
const fields = 'input:not([type="checkbox"]), select, textarea, [role="tablist"], [role="menu"], .maplibregl-map'

/** Calls `onKey` when the key is pressed outside of these elements. */
export function useKey(key: string | undefined, onKey: () => void): void {
  const callNow = useEffectEvent(onKey)
  useEffect(() => {
    if (key === undefined) return undefined
    const listen = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest(fields) !== null
      const isSelecting = event.shiftKey && key.startsWith('Arrow')
      if (event.key !== key || isTyped || isSelecting || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      callNow()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
