import { Resolver } from 'node:dns/promises'
import { codeOf } from '#server/platform/basics/fault.ts'
import { NAME_SERVERS } from './domain-names.ts'

/** `mx` and `a`: has a mail server. `none` and `null`: has none. `unknown`: the name servers did not answer. */
export type MailServer = 'mx' | 'a' | 'none' | 'null' | 'unknown'
export type MailNames = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>

const absent = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN'])

/** Checks in DNS whether a host accepts mail. Does not connect to a mail server. */
export async function mailServerOf(host: string, names: MailNames = new Resolver(NAME_SERVERS)): Promise<MailServer> {
  try {
    const servers = await names.resolveMx(host)
    // RFC 7505: a single empty name means that the host accepts no mail.
    if (servers.every(({ exchange }) => exchange === '' || exchange === '.'))
      return servers.length > 0 ? 'null' : 'none'
    return 'mx'
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND') return 'none'
    if (!absent.has(codeOf(error))) return 'unknown'
  }
  const [four, six] = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
  if (four.status === 'fulfilled' || six.status === 'fulfilled') return 'a'
  return absent.has(codeOf(four.reason)) && absent.has(codeOf(six.reason)) ? 'none' : 'unknown'
}
