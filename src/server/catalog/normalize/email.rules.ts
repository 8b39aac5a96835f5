import { parse } from 'tldts'
import { isPlaceholderDomain, isVendor } from '#server/catalog/place/strange-domains.ts'

const ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
// Scraped lists often mistake image file names ("logo@2x.png") for addresses.
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp)$/
const MAX_LENGTH = 254

/** The business's email address in lower case. An address on its own domain wins. Those of directories do not count. */
export function pickEmail(spellings: readonly string[], domain: string | null): string | null {
  const addresses = spellings.flatMap(splitAddresses).filter(isAddress)
  const own = domain === null ? undefined : addresses.find(address => hasDomain(address, domain))
  return own ?? addresses.find(address => !isOfStranger(address)) ?? null
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

function isAddress(address: string): boolean {
  if (address.length > MAX_LENGTH || !ADDRESS.test(address) || PICTURE.test(address)) return false
  const { domain, isIp } = parse(domainOf(address))
  return domain !== null && isIp !== true
}

function isOfStranger(address: string): boolean {
  const { domain } = parse(domainOf(address))
  return domain !== null && (isVendor(domain) || isPlaceholderDomain(domain))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

const hasDomain = (address: string, domain: string) =>
  domainOf(address) === domain || domainOf(address).endsWith(`.${domain}`)
