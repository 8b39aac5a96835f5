import { getDomain, getHostname } from 'tldts'
import { isSiteHost } from './platforms.ts'

/**
 * The domain, lower case, that is one owner's own: flatirons.example of mail.flatirons.example, and ann.wixsite.com of
 * what stands under it. Null where none is: for wixsite.com itself, under which everybody is somebody else. Takes a
 * host, an address or a URL.
 */
export function registrableDomain(text: string): string | null {
  const domain = getDomain(text, { allowPrivateDomains: true })
  if (domain === null) return null
  const own = isSiteHost(domain) ? underHost(getHostname(text) ?? '', domain) : domain
  // The host's own front page, where customers have names beside it.
  return own?.startsWith('www.') === true ? null : own
}

function underHost(name: string, host: string): string | null {
  const customer = name
    .slice(0, -host.length - 1)
    .split('.')
    .at(-1)
  return customer ? `${customer}.${host}` : null
}

/** The host of an address or URL, be its domain one owner's own or shared by many; null where it is none on the web. */
export const webHostOf = (text: string): string | null => (getDomain(text) === null ? null : getHostname(text))
