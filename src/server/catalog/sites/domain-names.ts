import { Resolver } from 'node:dns/promises'

/** How long to wait for name servers, in milliseconds, and how often to ask. */
export const NAME_SERVERS = { timeout: 1000, tries: 2 }
export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

export type DomainNames = Pick<Resolver, 'resolveNs'>

/**
 * Whether a domain no longer exists. A host of it that is not found does not show that: only the host may be missing. Nor
 * does a name server that finds nothing at all, so it has to know the domain's ending, such as "com".
 */
export async function isDomainGone(domain: string, names: DomainNames = new Resolver(NAME_SERVERS)): Promise<boolean> {
  const [own, ending] = await Promise.allSettled([
    names.resolveNs(domain),
    names.resolveNs(domain.slice(domain.lastIndexOf('.') + 1)),
  ])
  return own.status === 'rejected' && codeOf(own.reason) === 'ENOTFOUND' && ending.status === 'fulfilled'
}
