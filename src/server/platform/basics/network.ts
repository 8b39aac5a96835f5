import { isIP } from 'node:net'

declare const network: unique symbol
/** Where a request comes from, as limits count it. Made only here, so that no limit can use an address as it was sent. */
export type Network = string & { readonly [network]: true }

/** All requests whose proxy sends no usable address count together. */
const UNKNOWN = 'unknown'

/** The IPv4 address, or the first 64 bits of an IPv6 address, which one customer has. Some proxies add a port. */
export function networkOf(address: string): Network {
  const bare = bareAddress(address)
  if (isIP(bare) === 4) return bare as Network
  const groups = ipv6Groups(bare)
  return (groups === null ? UNKNOWN : (mappedIpv4(groups) ?? `${hexOf(groups.slice(0, 4))}::/64`)) as Network
}

/** Whether an address belongs to this machine alone. */
export function isLoopback(address: string): boolean {
  const bare = bareAddress(address)
  return /^(::ffff:)?127\./.test(bare) ? isIP(bare) !== 0 : bare === '::1'
}

/** Without the port, the brackets, and the zone. */
function bareAddress(address: string): string {
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ?? address
  return host.replace(/%.*$/s, '')
}

/** The eight groups of an IPv6 address in any notation; null for anything else. */
export function ipv6Groups(address: string): number[] | null {
  if (isIP(address) !== 6) return null
  // The URL standard writes each address in one way, without a dotted ending.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map(group => Number.parseInt(group, 16))
}

/** The IPv4 address that an address such as ::ffff:192.0.2.7 stands for. */
function mappedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}

const hexOf = (groups: readonly number[]): string => groups.map(group => group.toString(16)).join(':')
