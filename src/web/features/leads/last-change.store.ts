import { createStore } from '../../shared/store.ts'

/** The last change of several leads. It can still be undone if it has a number. */
export type LastChange = { batchId?: number; words: string }

const lastChange = createStore<LastChange | undefined>(undefined)
export const useLastChange = lastChange.useValue
export const noteLastChange = lastChange.set
