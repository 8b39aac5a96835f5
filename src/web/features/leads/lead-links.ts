/** Lead data comes from third parties, so only well-formed phone numbers, addresses, and websites become links. */
export function telHref(phone: string | null): string | undefined {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  if (digits.length === 10) return `tel:+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `tel:+${digits}` : undefined
}

export const mapHref = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`

export const mailHref = (email: string | null): string | undefined =>
  email !== null && /^[\w.+'-]+@[\w-]+(?:\.[\w-]+)+$/.test(email) ? `mailto:${email}` : undefined

export function websiteLink(website: string | null): { href: string; label: string } | undefined {
  if (website === null || !URL.canParse(website)) return undefined
  const url = new URL(website)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  return { href: url.href, label: url.hostname.replace(/^www\./, '') }
}
