import { getDomainWithoutSuffix } from 'tldts'

export type SiteOwner = {
  /** Registrable domain of the site. */
  domain: string
  /** Names under which the catalog lists the business. */
  names: readonly string[]
}

export const squeezed = (text: string): string =>
  text.toLowerCase().replaceAll(/\b(?:the|inc|llc|co|corp|ltd)\b|[^a-z0-9]/g, '')

/** "flatironsplumbing@gmail.com" names the business. */
export function isNamed(address: string, owner: SiteOwner): boolean {
  const local = squeezed(address.slice(0, address.indexOf('@')))
  return (
    local.length >= 6 &&
    [getDomainWithoutSuffix(owner.domain) ?? '', ...owner.names].some(
      name => squeezed(name).includes(local) || (squeezed(name).length >= 6 && local.includes(squeezed(name))),
    )
  )
}
