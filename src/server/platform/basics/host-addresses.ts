import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import pLimit from 'p-limit'

export type HostAddress = { address: string; family: number }
export type HostAddresses = (host: string) => Promise<HostAddress[]>

const LOOKUPS_AT_ONCE = 4
const hostsFile = '/etc/hosts'

type Options = {
  /** Name servers, for tests; unset: those of the system. */
  servers?: readonly string[]
  hosts?: () => string
  atOnce?: number
}

/**
 * Finds the addresses of a name without the thread pool, which `dns.lookup` shares with files and password hashing:
 * slow name servers must not slow down anything else. Like the system, it knows `localhost` and the hosts file.
 */
export function createHostAddresses({
  servers,
  hosts = readHosts,
  atOnce = LOOKUPS_AT_ONCE,
}: Options = {}): HostAddresses {
  const limit = pLimit(atOnce)
  return async name => {
    const host = name.toLowerCase().replace(/\.$/, '')
    if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }]
    if (host === 'localhost' || host.endsWith('.localhost')) return local
    const known = addressesIn(hosts(), host)
    if (known.length > 0) return known
    return limit(() => ask(host, servers))
  }
}

/** For the whole process, so that the number of lookups is limited together. */
export const hostAddresses = createHostAddresses()

const local: HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

async function ask(host: string, servers: readonly string[] | undefined): Promise<HostAddress[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map(address => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map(address => ({ address, family: 6 })),
  ]
}

function readHosts(): string {
  try {
    return readFileSync(hostsFile, 'utf8')
  } catch {
    return ''
  }
}

function addressesIn(hosts: string, host: string): HostAddress[] {
  const lines = hosts.split('\n').map(line => line.replace(/#.*/, '').trim().split(/\s+/))
  return lines
    .filter(([, ...names]) => names.some(name => name.toLowerCase() === host))
    .map(([address = '']) => ({ address, family: isIP(address) }))
    .filter(({ family }) => family !== 0)
}
