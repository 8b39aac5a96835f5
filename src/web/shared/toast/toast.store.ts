import { createStore } from '../store.ts'

type ToastContent = { title: string; description?: string; variant?: 'default' | 'destructive' }
export type ShownToast = ToastContent & { id: number }

const shown = createStore<ShownToast | undefined>(undefined)
let lastId = 0

export function showToast(content: ToastContent): void {
  lastId += 1
  shown.set({ ...content, id: lastId })
}

/** Closes the toast unless another one has replaced it. */
export function closeToast(id = lastId): void {
  if (shown.get()?.id === id) shown.set(undefined)
}

/** Once a user tries again, the message that the last try failed is out of date. */
export function forgetFailure(): void {
  if (shown.get()?.variant === 'destructive') closeToast()
}

export const useShownToast = shown.useValue
