import { hash } from 'node:crypto'
import { parse } from 'tldts'
import { isPlaceholderDomain, isVendor } from '#domains/index.ts'
import { findTown, type Gazetteer, zipInfo } from '#geography/index.ts'
import type { RawPlace } from '#place-files/index.ts'
import { categoriesOf } from '#server/catalog/place/category.rules.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { scorePlace } from '#server/catalog/place/score.rules.ts'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import { hoursOfTag } from '#site-reader/index.ts'
import { isSpecificCategory } from '#words/index.ts'
import { type Address, normalizeAddress } from './address.rules.ts'
import { cleanText } from './clean-text.ts'
import { pickPhone } from './phone.rules.ts'
import { type Borders, isAbroad, isForeignAddress } from './us-area.rules.ts'
import { pickLinks } from './website.rules.ts'

export type Rejection = {
  row: number
  code: RejectionCode
  reason: string
  name: string | null
  /** Of a closed place, which may be in the catalog. */
  sourceId?: string
}
export type RejectionCode = keyof typeof rejectionReasons
export const rejectionReasons = {
  noName: 'The row has no business name',
  notBusiness: 'The place is not a business: a bench, a mural, a railway yard',
  outsideUs: 'The place is outside the United States',
  closed: 'The source says that the place is permanently closed',
  reported: 'People have reported to the source that the place is private, listed twice, or does not exist',
  noPosition: 'Neither coordinates nor a known ZIP or town say where the place is',
} as const

export const rejectionWords: Record<RejectionCode, string> = {
  noName: 'without a name',
  notBusiness: 'not a business',
  outsideUs: 'outside the United States',
  closed: 'permanently closed',
  reported: 'reported as private, listed twice, or not existing',
  noPosition: 'without coordinates or a known ZIP or town',
}

export type NormalizeContext = {
  gazetteer: Gazetteer
  borders: Borders
  /** The date that freshness is measured against, YYYY-MM-DD. */
  asOf: string
  /** License of rows that do not name their own. */
  license: string
  source: SourceKey
}

/** Turns a raw row into a place of the catalog, or says why it is rejected. */
export function normalizePlace(
  raw: RawPlace,
  context: NormalizeContext,
): { place: CatalogPlace } | { rejection: Rejection } {
  const name = cleanText(raw.name)
  const refuse = (code: RejectionCode) => ({ rejection: { row: raw.row, code, reason: rejectionReasons[code], name } })
  if (name === null || !/[\p{L}\p{N}]/u.test(name)) return refuse('noName')
  if (raw.isBusiness === false) return refuse('notBusiness')
  const address = normalizeAddress(raw, context.gazetteer)
  const position = positionOf(raw, address, context)
  if (position?.isAbroad ?? isForeignAddress(raw)) return refuse('outsideUs')
  if (hasClosed(raw, context.asOf)) {
    const sourceId = sourceIdOf({ name, address, phone: pickPhone(raw.phones), raw })
    return { rejection: { ...refuse('closed').rejection, sourceId } }
  }
  if (raw.isReported === true) return refuse('reported')
  if (position === null) return refuse('noPosition')
  const { lat, lon, hasRoughPosition } = position
  return { place: placeOf({ raw, name, address, position: { lat, lon, hasRoughPosition }, context }) }
}

// Compared as text, a year or a month is less than each of its days.
const hasClosed = ({ status, endsOn = null }: RawPlace, today: string): boolean =>
  status === 'closed' || (endsOn !== null && endsOn <= today)

type Position = Required<Pick<CatalogPlace, 'lat' | 'lon' | 'hasRoughPosition'>>

/** The coordinates, or else the point of the ZIP or town. Null if none is known. */
function positionOf(
  raw: RawPlace,
  { zip, city, state }: Address,
  { gazetteer, borders }: NormalizeContext,
): (Position & { isAbroad: boolean }) | null {
  const home =
    (zip === null ? null : zipInfo(gazetteer, zip)) ??
    (city === null || state === null ? null : findTown(gazetteer, city, state))
  const { lat, lon } = raw
  if (lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0))
    return { lat, lon, hasRoughPosition: false, isAbroad: isAbroad({ lat, lon }, raw, { home, borders }) }
  return home && { lat: home.lat, lon: home.lon, hasRoughPosition: true, isAbroad: isForeignAddress(raw) }
}

type Parts = { raw: RawPlace; name: string; address: Address; position: Position; context: NormalizeContext }

function placeOf({ raw, name, address, position, context }: Parts): CatalogPlace {
  const links = pickLinks(raw)
  const phone = pickPhone(raw.phones)
  const named = { name, town: address.city, domain: links.domain }
  const { categories, toldBy } = categoriesOf(named, raw.categories, context.source)
  const [main] = categories
  const facts = {
    name,
    phone,
    ...links,
    email: pickEmail(raw.emails, links.domain),
    ...address,
    ...position,
    categories,
    rating: raw.rating,
    reviewCount: raw.reviewCount,
    confirmedOn: raw.confirmedOn,
  }
  const score = scorePlace({
    ...facts,
    provider: raw.origin,
    confidence: raw.confidence,
    sourceCount: raw.sourceCount,
    hasZip4: ZIP4.test(raw.postcode ?? ''),
    category: main ?? null,
    asOf: context.asOf,
    hasSpecificCategory: isSpecificCategory(main),
    isTemporarilyClosed: raw.status === 'temporarilyClosed',
  })
  return {
    sourceId: sourceIdOf({ name, address, phone, raw }),
    ...facts,
    ...score,
    license: raw.license ?? context.license,
    origin: raw.origin,
    brand: brandOf(raw),
    kindToldBy: toldBy,
    hours: raw.hours == null ? null : hoursOfTag(raw.hours),
  }
}

const ZIP4 = /^\s*\d{5}-?\d{4}\s*$/

// The column "chain" of a list may contain yes or no instead of the chain's name.
const NOT_A_BRAND = /^(?:true|false|yes|no|y|n|0|1|unknown|independent)$/i

function brandOf({ brand }: RawPlace): string | null {
  const text = cleanText(brand, 100)
  return text === null || NOT_A_BRAND.test(text) ? null : text
}

const LONGEST_ID = 200

const cleanId = (id: string | null): string | null => {
  const clean = id?.replaceAll(/\p{Cc}/gu, '').trim() ?? ''
  return clean === '' ? null : clean.length <= LONGEST_ID ? clean : hash('sha256', clean, 'hex').slice(0, 32)
}

type Named = { name: string; address: Address; phone: number | null; raw: RawPlace }

const sourceIdOf = (named: Named): string => cleanId(named.raw.sourceId) ?? idOf(named)

// In the next version of a list, the same business has the same name and address, whatever else changed.
function idOf({ name, address: { street, city, zip }, phone, raw }: Named): string {
  const where = street === null ? [zip ?? city ?? '', phone ?? pointOf(raw)] : [zip ?? city ?? '', nameSort(street)]
  return hash('sha256', [nameSort(name), ...where].join('\n'), 'hex').slice(0, 32)
}

// For rows where only the position tells branches apart. Precise to about 30 feet.
const pointOf = ({ lat, lon }: RawPlace): string =>
  lat === null || lon === null ? '' : `${lat.toFixed(4)} ${lon.toFixed(4)}`

const ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
// Scraped lists often mistake image file names ("logo@2x.png") for addresses.
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp)$/
const MAX_LENGTH = 254

/** The business's email address in lower case. An address on its own domain wins. Those of directories do not count. */
function pickEmail(spellings: readonly string[], domain: string | null): string | null {
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
