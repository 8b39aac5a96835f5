import { useEffect, useEffectEvent } from 'react'

/** The open dialogs and menus, newest last. The library would also count toasts, regardless of the focus. */
const opened: (() => void)[] = []

export function useOpenLayer(isOpen: boolean, leave: () => void): void {
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen) return undefined
    const entry = () => leaveNow()
    opened.push(entry)
    return () => void opened.splice(opened.indexOf(entry), 1)
  }, [isOpen])
}

export const isLayerOpen = (): boolean => opened.length > 0

/** Closes the topmost dialog or menu. Returns false if none is open. */
export function closeTopLayer(): boolean {
  const leave = opened.at(-1)
  leave?.()
  return leave !== undefined
}
