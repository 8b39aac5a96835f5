import { isIP } from 'node:net'

/**
 * The key of an address for rate limits: the whole IPv4 address, or the first 64 bits of an IPv6 address, because one
 * customer usually gets a whole /64.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  return isIP(bare) === 6 ? firstGroups(bare) : bare
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted IPv4 suffix takes two groups.
  const given = left.length + right.length + (address.includes('.') ? 1 : 0)
  const groups = [...left, ...Array<string>(Math.max(0, 8 - given)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
