import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False during hydration of a prerendered part, which must match its HTML. The session may already be loaded by then,
 * because hydration waits for the screen's code.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
