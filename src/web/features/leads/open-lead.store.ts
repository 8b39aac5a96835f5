import type { Lead } from '#contract/leads/leads.ts'
import { createStore, usePart } from '../../shared/store.ts'

/** The lead whose details are open. */
const openLead = createStore<Lead | undefined>(undefined)
export const showDetails = openLead.set
export const closeDetails = () => openLead.set(undefined)
export const useOpenLead = openLead.useValue
/** Whether the details of this lead are open. If that changes, only two leads are rendered again. */
export const useIsOpen = (id: number): boolean => usePart(openLead, lead => lead?.id === id)
