import { useEffect, useEffectEvent } from 'react'
import { keep, kept } from './kept.ts'
import { createStore } from './store.ts'

const KEY = 'letters'
const letters = createStore(kept(KEY) !== 'off')

/** Whether letters are shortcuts. Users of voice control press them by mistake, so they can be turned off. */
export const useLetterShortcuts = letters.useValue

export function setLetterShortcuts(isOn: boolean): void {
  letters.set(isOn)
  keep(KEY, isOn ? 'on' : 'off')
}

/** Elements in which keys have a meaning of their own: they type, choose, or move. */
const fields = 'input:not([type="checkbox"]), select, textarea, [role="tablist"], [role="menu"], .maplibregl-map'

/** Calls `onKey` when the key is pressed outside of these elements, unless it is a letter and letters are turned off. */
export function useKey(key: string | undefined, onKey: () => void): void {
  const callNow = useEffectEvent(onKey)
  useEffect(() => {
    if (key === undefined) return undefined
    const listen = (event: KeyboardEvent) => {
      // Caps Lock makes capital letters.
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const isTyped = event.target instanceof Element && event.target.closest(fields) !== null
      const isSelecting = event.shiftKey && key.startsWith('Arrow')
      const isOff = key.length === 1 && !letters.get()
      if (pressed !== key || isOff || isTyped || isSelecting || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      callNow()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
