import { getDomain, getHostname } from 'tldts'
import { isSiteHost } from './platforms.ts'

/**
 * The lower-case domain that belongs to a single owner: flatirons.example for mail.flatirons.example, and
 * ann.wixsite.com for hosts under it. Null if there is none: wixsite.com itself is shared by many customers. Takes a
 * host, an email address, or a URL.
 */
export function registrableDomain(text: string): string | null {
  const domain = getDomain(text, { allowPrivateDomains: true })
  if (domain === null) return null
  const own = isSiteHost(domain) ? underHost(getHostname(text) ?? '', domain) : domain
  // The www host of a website builder is the builder's own website, not a customer's.
  return own?.startsWith('www.') === true ? null : own
}

function underHost(name: string, host: string): string | null {
  const customer = name
    .slice(0, -host.length - 1)
    .split('.')
    .at(-1)
  return customer ? `${customer}.${host}` : null
}

/** The host of an email address or URL, even if its domain is shared by many owners. Null if it is not a web host. */
export const webHostOf = (text: string): string | null => (getDomain(text) === null ? null : getHostname(text))
