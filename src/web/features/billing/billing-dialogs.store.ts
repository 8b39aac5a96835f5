import { createStore } from '../../shared/store.ts'

/** The open dialog. Any screen can open it: canceling the plan, or buying a lead package. */
const opened = createStore<'cancel' | 'purchase' | undefined>(undefined)

export const openCancelPrompt = () => opened.set('cancel')
export const openPurchase = () => opened.set('purchase')
export const closeBillingDialog = () => opened.set(undefined)
export const useBillingDialog = opened.useValue
