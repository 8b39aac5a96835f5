import { Resolver } from 'node:dns/promises'
import { codeOf } from '#server/platform/basics/fault.ts'

/** The timeout for name servers in milliseconds, and the number of tries. */
export const NAME_SERVERS = { timeout: 1000, tries: 2 }

export type DomainNames = Pick<Resolver, 'resolveNs'>

/**
 * Checks whether a domain no longer exists. A missing host is no proof, because the domain may have other hosts. A name
 * server that finds nothing at all is no proof either, so it also has to find the domain's ending, such as "com".
 */
export async function isDomainGone(domain: string, names: DomainNames = new Resolver(NAME_SERVERS)): Promise<boolean> {
  const [own, ending] = await Promise.allSettled([
    names.resolveNs(domain),
    names.resolveNs(domain.slice(domain.lastIndexOf('.') + 1)),
  ])
  return own.status === 'rejected' && codeOf(own.reason) === 'ENOTFOUND' && ending.status === 'fulfilled'
}
