import { parse } from 'tldts'
import { isPlaceholderDomain, isVendor } from '#server/catalog/place/strange-domains.ts'

const ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
// Scraped lists often mistake image file names ("logo@2x.png") for addresses.
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp)$/
const MAX_LENGTH = 254

/** The business's email address in lower case. An address on its own domain wins. Those of directories do not count. */
export function pickEmail(spellings: readonly string[], domain: string | null): string | null {
  const addresses = spellings.flatMap(splitAddresses).flatMap(address => readAddress(address) ?? [])
  const own = domain === null ? undefined : addresses.find(({ host }) => host === domain || host.endsWith(`.${domain}`))
  const any = own ?? addresses.find(address => !isVendor(address.domain) && !isPlaceholderDomain(address.domain))
  return any?.address ?? null
}

const splitAddresses = (text: string): string[] =>
  text
    .slice(0, 1000)
    .toLowerCase()
    .split(/[;,|/\s<>]+/)
    .map(part =>
      part
        .replace(/^["'([]*(?:mailto:)?/, '')
        .replace(/\?.*$/, '')
        .replace(/["')\].]+$/, ''),
    )

function readAddress(address: string): { address: string; host: string; domain: string } | null {
  if (address.length > MAX_LENGTH || !ADDRESS.test(address) || PICTURE.test(address)) return null
  const host = address.slice(address.lastIndexOf('@') + 1)
  const { domain, isIp } = parse(host)
  return domain === null || isIp === true ? null : { address, host, domain }
}
