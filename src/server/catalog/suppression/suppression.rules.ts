import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { SuppressionKind } from '#contract/places/suppression.ts'
import { isFreemail, isPlatformDomain, registrableDomain, webHostOf } from '#domains/index.ts'
import type { FoundPlace, PlaceName } from '#server/catalog/place/places-provider.ts'
import { sources } from '#server/catalog/place/sources.ts'

export type SuppressionEntry = { kind: SuppressionKind; value: string }
export type Suppressed = Record<SuppressionKind, ReadonlySet<string>>

export const suppressedOf = (entries: readonly SuppressionEntry[]): Suppressed => {
  const of = (kind: SuppressionKind) => new Set(entries.filter(entry => entry.kind === kind).map(({ value }) => value))
  return { phone: of('phone'), email: of('email'), domain: of('domain'), place: of('place') }
}

export type Contactable = {
  /** E.164 digits. */
  phone: number | null
  email: string | null
  website: string | null
  /** Every key of the place, as in lead.place_key. */
  placeKeys: readonly string[]
}

export function isSuppressed({ phone, email, website, placeKeys }: Contactable, list: Suppressed): boolean {
  if (phone !== null && list.phone.has(String(phone))) return true
  if (email !== null && (list.email.has(email) || list.domain.has(domainOfEmail(email)))) return true
  if (website !== null && list.domain.size > 0 && list.domain.has(registrableDomain(website) ?? '')) return true
  return list.place.size > 0 && placeKeys.some(key => list.place.has(key))
}

type ListAndNames = { suppressed: Suppressed; datasets: ReadonlyMap<number, { key: string }> }

export function isPlaceSuppressed(place: FoundPlace, { suppressed, datasets }: ListAndNames): boolean {
  if (place.isSuppressed) return true
  const names = [place, ...(place.provenance?.members ?? [])]
  return isSuppressed({ ...place, placeKeys: names.map(name => placeKeyOf(name, datasets)) }, suppressed)
}

/** A place's key outside the catalog, as in lead.place_key. */
export const placeKeyOf = ({ datasetId, sourceId }: PlaceName, datasets: ListAndNames['datasets']): string =>
  `${datasets.get(datasetId)?.key ?? ''}:${sourceId}`

/** E.164 digits of a phone as people write it, "(303) 440-0000"; null if it has none. */
export function phoneDigits(written: string | null): number | null {
  const digits = /^[\d\s()+./-]+$/.test(written ?? '') ? (written?.replaceAll(/\D/g, '') ?? '') : ''
  if (digits === '') return null
  return Number(digits.length === 10 ? `1${digits}` : digits)
}

export const domainOfEmail = (email: string): string => registrableDomain(email.slice(email.lastIndexOf('@') + 1)) ?? ''

/** True for a domain that belongs to one business. Suppressing it covers everything under it. */
export const isOwnDomain = (domain: string): boolean =>
  registrableDomain(domain) === domain && !isFreemail(domain) && !isPlatformDomain(domain)

const PLACE_KEY = new RegExp(`^(?:${Object.keys(sources).join('|')})(?:/[^:]+)?:.+$`)
/** Parses text into an entry; null if it is not a phone, email, domain, or place key. */
export function readEntry(words: string): SuppressionEntry | null {
  // Copied text may contain invisible characters, and mail programs write "Ann <ann@firm.example>".
  const text = words.replaceAll(/\p{Cf}|^[^<@]*<|>$/gu, '').trim()
  if (/^[^\s@"(),:;<>[\]\\]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return { kind: 'email', value: text.toLowerCase() }
  if (PLACE_KEY.test(text)) return { kind: 'place', value: text }
  const phone = parsePhoneNumberFromString(text, 'US')
  if (phone?.isValid() === true) return { kind: 'phone', value: phone.number.slice(1) }
  // Whatever else has an @ must not stand for everyone at its domain.
  const domain = /^[^/]*@/.test(text) ? '' : (registrableDomain(text) ?? '')
  return isOwnDomain(domain) ? { kind: 'domain', value: domain } : null
}

/** Why `readEntry` cannot parse the text. */
export function refusalOfEntry(words: string): string {
  const host = webHostOf(words.trim())
  if (host === null) return 'Please enter a phone number, an email, the business’s own domain, or a place’s key'
  return `Many businesses share ${host}: please enter this business’s own address there, or its phone number, email, or place key`
}
