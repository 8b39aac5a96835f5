import { useEffect, useEffectEvent } from 'react'

/** What is open and left with Escape, the newest last. The library counts toasts among them, whatever has the focus. */
const opened: (() => void)[] = []

export function useLeaving(isOpen: boolean, leave: () => void): void {
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen) return undefined
    const entry = () => leaveNow()
    opened.push(entry)
    return () => void opened.splice(opened.indexOf(entry), 1)
  }, [isOpen])
}

/** Closes what the user is in; false when nothing is open. */
export function leaveTopmost(): boolean {
  const leave = opened.at(-1)
  leave?.()
  return leave !== undefined
}
