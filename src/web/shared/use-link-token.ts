import { useEffect, useState } from 'react'

/** The token after the '#' of a mail's link. Removed from the URL at once: no history or referrer has it. */
export function useLinkToken(): string {
  const [token] = useState(() => globalThis.location?.hash.slice(1) ?? '')
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
