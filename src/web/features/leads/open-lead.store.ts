import { createStore } from '../../shared/store.ts'

/** The lead whose details are open. */
const openLead = createStore<number | undefined>(undefined)
export const noteOpenLead = openLead.set
export const useOpenLead = openLead.useValue
/** Changes for two leads when another one is opened, so the list is not rendered again. */
export const useIsOpen = openLead.useIs
