import { useSyncExternalStore } from 'react'

type ToastContent = { title: string; description?: string; variant?: 'default' | 'destructive' }
export type ShownToast = ToastContent & { id: number }

let shown: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function set(toast: ShownToast | undefined): void {
  shown = toast
  for (const listener of listeners) listener()
}

/** Shows a toast, replacing the previous one. */
export function showToast(content: ToastContent): void {
  lastId += 1
  set({ ...content, id: lastId })
}

export function closeToast(id: number): void {
  if (shown?.id === id) set(undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useShownToast = (): ShownToast | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
