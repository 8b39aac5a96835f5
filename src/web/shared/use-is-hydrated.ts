import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a prerendered part hydrates, which must match its HTML, even if the session is loaded already. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
