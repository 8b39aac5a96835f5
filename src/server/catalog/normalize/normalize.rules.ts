import { hash } from 'node:crypto'
import { type Gazetteer, findTown, zipInfo } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { categoriesOf, isSpecificCategory } from '#server/catalog/place/category.rules.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { scorePlace } from '#server/catalog/place/score.rules.ts'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import type { RawPlace } from '#server/catalog/readers/raw-place.ts'
import { perTextFact, type TextFacts, textFacts } from '#server/catalog/readers/text-facts.ts'
import { type Address, normalizeAddress } from './address.rules.ts'
import { cleanText } from './clean-text.ts'
import { pickEmail } from './email.rules.ts'
import { pickPhone } from './phone.rules.ts'
import { isAroundUs, isUsCountry } from './us-area.rules.ts'
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
  noPosition: 'Neither coordinates nor a known ZIP or town say where the place is',
} as const

/** The same in a few words, for counts. */
export const rejectionWords: Record<RejectionCode, string> = {
  noName: 'without a name',
  notBusiness: 'not a business',
  outsideUs: 'outside the United States',
  closed: 'permanently closed',
  noPosition: 'without coordinates or a known ZIP or town',
}

export type NormalizeContext = {
  gazetteer: Gazetteer
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
  if (isAbroad(raw)) return refuse('outsideUs')
  const address = normalizeAddress(raw, context.gazetteer)
  if (raw.status === 'closed') {
    const sourceId = sourceIdOf({ name, address, phone: pickPhone(raw.phones), raw })
    return { rejection: { ...refuse('closed').rejection, sourceId } }
  }
  const position = positionOf(raw, address, context.gazetteer)
  if (position === null) return refuse('noPosition')
  if (!isAroundUs(position.lat, position.lon)) return refuse('outsideUs')
  return { place: placeOf({ raw, name, address, position, context }) }
}

const CANADIAN_POSTCODE = /^\s*[a-z]\d[a-z] ?\d[a-z]\d\s*$/i

// Rows of a North American list without a country column. Parts of Canada and Mexico are inside our boxes around the
// United States.
function isAbroad({ country, region, postcode }: RawPlace): boolean {
  const isUs = isUsCountry(country)
  if (isUs !== null) return !isUs
  return stateCode(region ?? '') === null && CANADIAN_POSTCODE.test(postcode ?? '')
}

type Position = Required<Pick<CatalogPlace, 'lat' | 'lon' | 'hasRoughPosition'>>

function positionOf({ lat, lon }: RawPlace, address: Address, gazetteer: Gazetteer): Position | null {
  if (lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)) {
    return { lat, lon, hasRoughPosition: false }
  }
  const { zip, city, state } = address
  const known =
    (zip === null ? null : zipInfo(gazetteer, zip)) ??
    (city === null || state === null ? null : findTown(gazetteer, city, state))
  return known === null ? null : { lat: known.lat, lon: known.lon, hasRoughPosition: true }
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
    ...textFactsOf(raw),
    kindToldBy: toldBy,
  }
}

const ZIP4 = /^\s*\d{5}-?\d{4}\s*$/

const textFactsOf = ({ texts = {} }: RawPlace): TextFacts =>
  perTextFact(name => {
    const text = cleanText(texts[name], 100)
    return text === null ? null : textFacts[name].valueOf(text)
  })

const LONGEST_ID = 200

/** Null if the id cannot be stored. */
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
