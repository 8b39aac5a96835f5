import {
  isDirectoryDomain,
  isMapPage,
  isPlatformDomain,
  isSocialDomain,
  registrableDomain,
  webHostOf,
} from '#domains/index.ts'

const MAX_LENGTH = 2000
const MAX_SOCIALS = 10
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|msclkid|yclid|ttclid|twclid|igshid|igsh|mc_[ce]id|y_source|cm_mmc|srsltid|_ga|_gl|hsa_\w+)$/i

/**
 * Picks the website (the business's own first) and profiles from links. A map page is neither. `domain` is the
 * registrable domain of its own website.
 */
export function pickLinks({ websites, socials }: Record<'websites' | 'socials', readonly string[]>) {
  const links = websites.flatMap(parseLinks)
  const own = links.find(({ domain }) => domain !== null && !isPlatformDomain(domain))
  const page = links.find(({ domain }) => !isDirectoryDomain(domain ?? ''))
  const listed = links.filter(({ domain }) => isSocialDomain(domain ?? '') || isDirectoryDomain(domain ?? ''))
  const profiles = [...socials.flatMap(parseLinks), ...listed]
  return {
    website: own?.url ?? page?.url ?? null,
    domain: own?.domain ?? null,
    socials: [...new Set(profiles.map(link => link.url))].slice(0, MAX_SOCIALS),
  }
}

/** `domain` is null for a page on a shared host. */
type Link = { url: string; domain: string | null }

const parseLinks = (text: string): Link[] =>
  text.split(/[;|\s]+|,(?=https?:)/i).flatMap(part => {
    const link = parseLink(part)
    return link === null ? [] : [link]
  })

function parseLink(text: string): Link | null {
  if (text === '' || text.length > MAX_LENGTH) return null
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  if (webHostOf(url.hostname) === null) return null
  const domain = registrableDomain(url.hostname)
  if (domain !== null && isMapPage(url, domain)) return null
  url.hostname = url.hostname.replace(/\.$/, '')
  return { url: withoutTracking(url), domain }
}

function withoutTracking(url: URL): string {
  const tracking = [...url.searchParams.keys()].filter(name => TRACKING.test(name))
  // Only if there is something to remove: rewriting the query would change the spelling of other parameters.
  for (const name of tracking) url.searchParams.delete(name)
  const isRoot = url.pathname === '/' && url.search === '' && url.hash === ''
  return isRoot ? url.href.replace(/\/$/, '') : url.href
}
