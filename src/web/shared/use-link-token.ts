import { useEffect, useState } from 'react'

/**
 * What a mail's link holds behind its '#'. It is taken out of the address bar at once, so that neither the history nor a
 * link to elsewhere carries it on.
 */
export function useLinkToken(): string {
  const [token] = useState(() => globalThis.location?.hash.slice(1) ?? '')
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
