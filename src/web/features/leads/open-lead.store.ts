import { createStore } from '../../shared/store.ts'

const openLead = createStore<number | undefined>(undefined)
export const noteOpenLead = openLead.set
export const useOpenLead = openLead.useValue
/** Whether the details of this lead are open. If that changes, only two leads are rendered again. */
export const useIsOpen = openLead.useIs
