import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while a prerendered part is taken over, which must draw it as it was built. A screen is taken over only when its
 * code has come, and by then the session may have answered.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
