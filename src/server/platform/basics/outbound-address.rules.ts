import { BlockList, isIP } from 'node:net'
import { ipv6Groups } from './network.ts'

/**
 * IPv4 networks without public servers: private, shared, loopback, link-local (cloud metadata), documentation,
 * benchmark, multicast, and reserved ones. https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closedIpv4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closedIpv4.addSubnet(network, bits)

/** Whether an address can belong to a public server. For IPv6, only parts of 2000::/3 qualify. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const groups = ipv6Groups(bare)
  if (groups !== null) return isPublicIpv6(groups)
  return isIP(bare) === 4 && !closedIpv4.check(bare)
}

/** Endings of names that no public server has. https://www.iana.org/assignments/special-use-domain-names */
const closedEndings = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Whether the host of a URL can belong to a public server. A name may still have a private address. */
export function isPublicHost({ hostname }: URL): boolean {
  // A dot at the end means the same name, and "[::1]" the address in brackets.
  const host = hostname.replace(/^\[(.*)\]$|\.+$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !closedEndings.test(host)
}

function isPublicIpv6([first = 0, second = 0]: readonly number[]): boolean {
  if (first < 0x2000 || first > 0x3fff) return false
  // Protocol assignments (including Teredo, which embeds other addresses), documentation, and 6to4, which embeds an
  // IPv4 address.
  const isClosed =
    (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) ||
    first === 0x2002 ||
    (first === 0x3fff && second < 0x1000)
  return !isClosed
}
