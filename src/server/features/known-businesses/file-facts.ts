import { hash } from 'node:crypto'
import { type FactChange, type FileFact, fileFactNames } from '#contract/leads/filled-files.ts'
import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { isRespelled } from '#server/catalog/merge/compare-names.ts'
import { houseOf, isSameHouseNumber, streetsDiffer } from '#server/catalog/merge/house.rules.ts'
import { namePartsOf } from '#server/catalog/merge/name-parts.ts'
import { nameSimilarity } from '#server/catalog/merge/name-similarity.ts'
import { type LeadFacts, otherPhonesOf } from '#server/leads/lead-facts.rules.ts'
import { maskedDomain, maskedEmail, maskedName, maskedPhone } from '#server/leads/masked-contacts.rules.ts'
import { withoutMark } from './file-columns.rules.ts'
import type { KnownBusiness, RowCells } from './known-business.rules.ts'

/** What a column of a filled file contains: a field of the file, or a fact that no field is for. */
export type FilledColumn = KnownField | 'profiles' | 'hours' | 'websiteCheck'
/** A change with the values of its cells. */
export type RowChange = FactChange & { cells: Partial<Record<FilledColumn, string>> }
/**
 * What is known of a business's own website, and since when: its profiles were read on `seenOn`, and it was checked on
 * `checkedOn`. `isDown`: two visits found that it does not work. `hasStopped`: it worked at the check before that.
 */
export type SiteExtras = Record<'profiles' | 'seenOn' | 'websiteCheck' | 'checkedOn', string | null> &
  Record<'isDown' | 'hasStopped', boolean>
const nothing = { profiles: null, seenOn: null, websiteCheck: null, checkedOn: null }
export const noExtras: SiteExtras = { ...nothing, isDown: false, hasStopped: false }

export type ComparedRow = { cells: RowCells & Partial<Record<FilledColumn, string>>; business: KnownBusiness }
export type PlaceForRow = {
  facts: LeadFacts
  phone: number | null
  provenance: Parameters<typeof otherPhonesOf>[0]['provenance']
  extras: SiteExtras
}

type Found = { was?: string | undefined; cells: RowChange['cells'] } | null

const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/** How each fact is found: the cells that it changes, or null if there is nothing to change. */
const finders: Record<FileFact, (row: ComparedRow, place: PlaceForRow) => Found> = {
  name: ({ cells }, { facts }) => filling('name', cells.name, facts.businessName),
  phone: ({ cells, business }, { facts, phone }) =>
    phone === business.phone ? null : filling('phone', cells.phone?.split(';')[0], facts.phoneNumber),
  website: ({ cells }, { facts }) => filling('website', cells.website, facts.website),
  email: ({ cells }, { facts }) => filling('email', cells.email, facts.email),
  address: findAddress,
  profiles: ({ cells }, { facts }) => filling('profiles', cells.profiles, facts.socials?.join(' ') ?? null),
  hours: ({ cells }, { facts }) => filling('hours', cells.hours, facts.hours ?? null),
  websiteCheck: ({ cells }, { extras }) => filling('websiteCheck', cells.websiteCheck, extras.websiteCheck),
  otherPhone: findOtherPhone,
  otherAddress: findOtherAddress,
  otherName: findOtherName,
}

const filling = (column: FilledColumn, has: string | undefined, value: string | null): Found =>
  isEmpty(has) && !isEmpty(value) ? { cells: { [column]: value ?? '' } } : null

const addressFields = ['street', 'city', 'state', 'zip'] as const

const addressOf = ({ address, city, state, zipCode }: LeadFacts) => ({
  street: address,
  city,
  state: state?.trim() ?? null,
  zip: zipCode?.trim() ?? null,
})

/** A missing part of an address is only filled if the parts that are there are those of the place. */
function findAddress({ cells, business }: ComparedRow, { facts }: PlaceForRow): Found {
  const place = addressOf(facts)
  if (place.street === null || hasMoved(business, facts)) return null
  const missing = addressFields.filter(field => isEmpty(cells[field]) && !isEmpty(place[field]))
  // In some files, one column has the whole address.
  const isWhole = !missing.includes('street') && isEmpty(cells.city) && isEmpty(cells.zip) && business.zip !== null
  // The ZIP code says the town and the state.
  if (isWhole || !(missing.includes('street') || missing.includes('zip'))) return null
  return { cells: Object.fromEntries(missing.map(field => [field, place[field] ?? ''])) }
}

const DIGITS_OF_TWO = /(?:\d\D*){16}/

/** Several phones of a row may be those of people, so nobody knows which one to replace. */
function findOtherPhone({ cells, business }: ComparedRow, { facts, phone, provenance }: PlaceForRow): Found {
  const was = cells.phone ?? ''
  if (isEmpty(was) || phone === null || facts.phoneNumber === null || was.includes(';') || DIGITS_OF_TWO.test(was))
    return null
  if ([phone, ...otherPhonesOf({ provenance })].some(one => one === business.phone)) return null
  return { was, cells: { phone: facts.phoneNumber } }
}

function hasMoved({ street, zip }: KnownBusiness, facts: LeadFacts): boolean {
  const place = addressOf(facts)
  if (houseOf(street) === null || houseOf(place.street) === null) return zip !== null && zip !== place.zip
  return !isSameHouseNumber(street, place.street) || (streetsDiffer(street, place.street) && zip !== place.zip)
}

function findOtherAddress({ cells, business }: ComparedRow, { facts }: PlaceForRow): Found {
  const place = addressOf(facts)
  if (houseOf(business.street) === null || houseOf(place.street) === null || !hasMoved(business, facts)) return null
  const known = addressFields.filter(field => place[field] !== null && (field === 'street' || !isEmpty(cells[field])))
  const was = known.map(field => cells[field]).join(', ')
  return { was, cells: Object.fromEntries(known.map(field => [field, place[field] ?? ''])) }
}

const RENAMED = 0.5

/** Only a misspelled name and another name are corrected. "Ann Plumbing LLC" is as good as "Ann Plumbing". */
function findOtherName({ cells }: ComparedRow, { facts }: PlaceForRow): Found {
  const was = cells.name ?? ''
  if (isEmpty(was)) return null
  const [mine, theirs] = [namePartsOf(was), namePartsOf(facts.businessName)]
  if (mine.joined === theirs.joined || mine.spoken === theirs.spoken) return null
  const isSwapped = mine.words.toSorted().join(' ') === theirs.words.toSorted().join(' ')
  const isOther = isRespelled(mine, theirs) || isSwapped || nameSimilarity(was, facts.businessName) < RENAMED
  return isOther ? { was, cells: { name: facts.businessName } } : null
}

const sourceOfFact: Partial<Record<FileFact, string>> = {
  otherPhone: 'phone',
  otherAddress: 'address',
  otherName: 'name',
}

/** When the business's own website said a fact that has no origin; null if it did not. */
function saidOn(fact: FileFact, { facts, extras }: PlaceForRow): string | null {
  if (fact === 'websiteCheck') return extras.checkedOn
  const own = extras.profiles?.split(' ') ?? []
  return fact === 'profiles' && facts.socials?.every(one => own.includes(one)) === true ? extras.seenOn : null
}

/** What the place of a row knows better than the row. */
export function changesOf(row: ComparedRow, place: PlaceForRow): RowChange[] {
  return fileFactNames.flatMap(fact => {
    const found = finders[fact](row, place)
    if (found === null) return []
    const sources = place.facts.factSources
    const origin = sources.find(one => one.fact === (sourceOfFact[fact] ?? fact)) ?? sources[0]
    const onSite = saidOn(fact, place)
    const source = onSite === null ? (origin?.sourceName ?? place.facts.source) : 'Own website'
    const confirmedOn = onSite ?? origin?.confirmedOn ?? place.facts.lastConfirmed
    const { was = '', cells } = found
    return [{ fact, was, is: Object.values(cells).join(', '), source, confirmedOn, cells }]
  })
}

/** Facts as bits of a number, as they are stored. */
export const bitsOf = (facts: readonly FileFact[]): number =>
  facts.reduce((bits, fact) => bits | (1 << fileFactNames.indexOf(fact)), 0)
export const factsOf = (bits: number): FileFact[] => fileFactNames.filter((_, at) => (bits & (1 << at)) !== 0)

/** A row with what it has got. */
export const withFilled = (cells: RowCells, changes: readonly RowChange[]): ComparedRow['cells'] =>
  Object.assign({}, cells, ...changes.map(change => change.cells)) as ComparedRow['cells']

const fieldNames = Object.keys(knownFields) as KnownField[]

/** Cells in the order of fields, in which the database does not keep them. */
export const cellsInOrder = (cells: RowChange['cells']): RowChange['cells'] =>
  Object.fromEntries(fieldNames.flatMap(field => (cells[field] === undefined ? [] : [[field, cells[field]]])))

/** What is shown of a change before the user has paid for the business. */
export function masked({ cells, ...change }: RowChange): FactChange {
  const { fact, is } = change
  if (fact === 'phone' || fact === 'otherPhone') return { ...change, is: maskedPhone(is) }
  if (fact === 'website') return { ...change, is: maskedDomain(is) }
  if (fact === 'email') return { ...change, is: maskedEmail(is) }
  if (fact === 'name') return { ...change, is: maskedName(is) }
  if (fact === 'otherName') return change
  const { street, ...town } = cells
  const shownTown = fact === 'address' || fact === 'otherAddress' ? Object.values(town) : []
  return { ...change, is: [...(street === undefined && shownTown.length > 0 ? [] : ['•••']), ...shownTown].join(', ') }
}

export const shown = ({ cells: _cells, ...change }: RowChange): FactChange => change

/** A hash of what a file says about a business, in hexadecimal digits, to know the row in a later file. */
export const identityOf = (cells: RowCells): string =>
  hash('sha256', JSON.stringify(fieldNames.map(field => withoutMark(cells[field]?.toLowerCase() ?? ''))))
