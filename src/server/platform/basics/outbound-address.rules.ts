import { isIP, isIPv6 } from 'node:net'

/**
 * Networks of the public internet's address space that no public server has: this network, private ones, shared ones,
 * the loopback, link-local (where clouds keep their secrets), documentation, benchmarks, multicast and what is reserved.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closedIpv4: readonly (readonly [network: string, bits: number])[] = [
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
]

/** Whether an address can be that of a public server. Of IPv6, 2000::/3 alone holds any, and there not every network. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  if (isIPv6(bare)) return isPublicIpv6(bare)
  return isIP(bare) === 4 && !closedIpv4.some(([network, bits]) => isInside(bare, network, bits))
}

function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = groupsOf(address)
  if (first < 0x2000 || first > 0x3fff) return false
  // Protocol assignments (with Teredo, which holds other addresses), documentation, and 6to4, which holds an IPv4 address.
  const isClosed =
    (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) ||
    first === 0x2002 ||
    (first === 0x3fff && second < 0x1000)
  return !isClosed
}

/** The first groups are all that is asked; "::" in front of them makes them 0. */
function groupsOf(address: string): number[] {
  const [head = ''] = address.split('::')
  return head.split(':').map(group => Number.parseInt(group || '0', 16))
}

const isInside = (address: string, network: string, bits: number): boolean =>
  numberOf(address) >>> (32 - bits) === numberOf(network) >>> (32 - bits)

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
