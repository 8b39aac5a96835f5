import { useSyncExternalStore } from 'react'

/** Dialogs that any screen can open: canceling the plan, and buying a lead package. */
type BillingDialog = 'cancel' | 'purchase'

let opened: BillingDialog | undefined
const listeners = new Set<() => void>()

function set(dialog: BillingDialog | undefined): void {
  opened = dialog
  for (const listener of listeners) listener()
}

export const openCancelPrompt = () => set('cancel')
export const openPurchase = () => set('purchase')
export const closeBillingDialog = () => set(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useBillingDialog = (): BillingDialog | undefined =>
  useSyncExternalStore(
    subscribe,
    () => opened,
    () => undefined,
  )
