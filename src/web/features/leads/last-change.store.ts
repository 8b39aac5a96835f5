import { createStore } from '../../shared/store.ts'

/** The last change of several leads. If it has a number, it can still be undone. */
export type LastChange = { batchId?: number; words: string }

const lastChange = createStore<LastChange | undefined>(undefined)
export const useLastChange = lastChange.useValue
export const noteLastChange = lastChange.set
