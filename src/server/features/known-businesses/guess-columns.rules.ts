import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { stateCode } from '#geography/index.ts'
import { csvHeaders, isNothing, OF_PERSON, rareHeaders, toldBy } from '#place-files/tables.ts'
import { pickPhone } from '#server/catalog/normalize/phone.rules.ts'
import { pickLinks } from '#server/catalog/normalize/website.rules.ts'
import { contacts, fieldsOf, isHouseNumber, isInAll, isPersonal, knownColumns } from './file-columns.rules.ts'

type Fields = (KnownField | null)[]
type Looks = Partial<Record<KnownField, (cell: string) => boolean>>
type Column = { header: string; cells: readonly string[] }

const domainOf = (cell: string): string | null => pickLinks({ websites: [cell], socials: [] }).domain

/** What a column has at least, if its header is right. */
const mayBe: Looks = {
  name: cell => /\p{L}/u.test(cell) && !/@|^https?:|^\W*[A-Z]{0,4}[-_#*]?\d[\d-]*\W*$/.test(cell),
  phone: cell => /(?:\d\D*){6}/.test(cell),
  email: cell => cell.includes('@'),
  street: cell => !/@|:\/\//.test(cell),
  city: cell => /\p{L}{2}/u.test(cell),
  state: cell => /^[a-z]{2,3}$/i.test(cell) || stateCode(cell) !== null,
  zip: cell => /\d/.test(cell) && cell.length < 15,
}

const STREET =
  /^\d\S*\s.*(?:,|\b(?:st|street|ave?|avenue|rd|road|dr|drive|blvd|ln|lane|way|ct|court|hwy|highway|pkwy|pl|plaza|sq|cir|trl|ter|pike|broadway|us|ste|suite)\b)/i

/** What tells a column that its header does not tell. The order is that of looking. */
const looks: Required<Omit<Looks, 'country'>> = {
  zip: cell => /^\d{5}(?:-\d{4})?$/.test(cell),
  phone: cell => pickPhone([cell]) !== null && !/\p{L}{5}/u.test(cell),
  email: cell => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(cell),
  website: cell => domainOf(cell) !== null,
  state: cell => /^[A-Z]{2}$/.test(cell) && stateCode(cell) !== null,
  street: cell => STREET.test(cell),
  city: cell => /^\p{L}[\p{L} .'’-]*,\s*[A-Z]{2}\b/u.test(cell),
  name: cell => /\p{L}{2}/u.test(cell) && mayBe.name?.(cell) === true && !/^\d+ \p{L}|, [A-Z]{2}\b/u.test(cell),
}
const isTown = (cell: string): boolean => /^\p{L}[\p{L} .'’-]*(?:,? [A-Z]{2}\b.*)?$/u.test(cell)

const isMostly = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(test).length > cells.length * 0.6
const cellsAt = (columns: readonly Column[], at: number): readonly string[] => columns[at]?.cells ?? []

/** The field that each column of a file contains, judged by its header and its first rows. */
export function fieldsOfFile(header: readonly string[], rows: readonly (readonly string[])[]): Fields {
  const width = Math.max(header.length, rows[0]?.length ?? 0)
  const columns = Array.from({ length: width }, (_, at) => ({
    header: header[at] ?? '',
    cells: rows.map(row => row[at]?.trim() ?? '').filter(cell => !isNothing(cell)),
  }))
  const told = fieldsOf(columns.map(column => column.header))
  const { fields, sparse } = fieldsThatFit(columns)
  for (const at of partsOfStreet(columns, fields.indexOf('street'), part => fields[part] === null))
    fields[at] = 'street'
  addByLooks(fields, columns)
  // What has no other column, and further contacts, may come in later rows.
  const has = new Set(fields)
  for (const [at, field] of told.entries())
    if (field !== null && sparse.has(at) && (isInAll(field) || !has.has(field))) fields[at] ??= field
  return fields
}

/** What the headers say, as if columns with other values, or with hardly any, had none. */
function fieldsThatFit(columns: readonly Column[]): { fields: Fields; sparse: Set<number> } {
  const sparse = new Set<number>()
  const names = columns.map(({ header }) => header)
  for (;;) {
    const known = knownColumns(names)
    const unfit = known.flatMap(([field, of]) => of.filter(at => isUnfit(field, columns[at])))
    const scarce = known.flatMap(([field, of]) => of.filter(at => isScarce(field, columns, of, at)))
    if (unfit.length + scarce.length === 0) return { fields: fieldsOf(names), sparse }
    for (const at of scarce) sparse.add(at)
    for (const at of [...unfit, ...scarce]) names[at] = ''
  }
}

function isUnfit(field: KnownField, { header = '', cells = [] }: Partial<Column> = {}): boolean {
  // A page elsewhere is what somebody calls the website of the business, but a "URL" may be of anything.
  const isAnyUrl = field === 'website' && ['url', ...rareHeaders].includes(toldBy(header).name)
  const test = isAnyUrl ? looks.website : mayBe[field]
  return test !== undefined && cells.length > 1 && cells.filter(test).length * 2 < cells.length
}

/** A column with hardly any values is not the one with the fact, even if its header is the best. */
function isScarce(field: KnownField, columns: readonly Column[], of: readonly number[], at: number): boolean {
  const count = (column: number): number => {
    const cells = cellsAt(columns, column)
    const isWhole = field !== 'street' || partsOfStreet(columns, column).length > 0
    return isWhole ? cells.length : cells.filter(cell => /\d/.test(cell) && /\p{L}/u.test(cell)).length
  }
  return cellsAt(columns, at).length === 0 || (!isInAll(field) && of.some(other => count(other) > count(at) * 2))
}

const fieldNames = Object.keys(knownFields) as KnownField[]
const byHeader = new Map(fieldNames.flatMap(field => csvHeaders[field].map(name => [name, field] as const)))

/** What some of the words of a header say. */
function hintsOf(header: string): Set<KnownField> {
  const words = header.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ').split(/[^\p{L}\p{N}]+/u)
  const runs = words.flatMap((_, at) => [1, 2, 3].map(length => words.slice(at, at + length).join(' ')))
  return new Set(runs.flatMap(run => byHeader.get(toldBy(run).name) ?? []))
}

const OF_OTHERS = /fax|pager|assist|emergency|owner|assigned|created|image|photo|logo|note|comment|remark|desc/i
const ELSEWHERE = /home|mail(?:ing)? |ship|parent|bill/i
const BELOW_ALL = 10
const NO_NAME =
  /owner|manager|\brep|contact|first|last|middle|your name|person|agent|buyer|driver|type|status|since|hours|size|note|memo|tag|categor|industry|source|stage|\bday|title|job|user|\bid\b|\bdate|time|comment|remark|desc|reason|url|link|county|territory|region|country|city|state|address|ciudad|estado/i

/** Adds the fields that no header says, by the words in headers and the values. */
function addByLooks(fields: Fields, columns: readonly Column[]): void {
  const isHeadless = fields.every(field => field === null)
  const hints = columns.map(({ header }) => hintsOf(header))
  // Where people have columns of their own, as in Xero, the name of the contact is that of the business.
  const hasPeople = columns.some(({ header }) => /last ?name/i.test(header))
  const isOfOthers = ({ header }: Column, field: KnownField, isSecond: boolean): boolean => {
    if (field === 'name') return NO_NAME.test(hasPeople ? header.replace(/contact ?(?=name)/i, '') : header)
    if (field === 'city' && !hintsOf(header).has('city')) return NO_NAME.test(header)
    return OF_OTHERS.test(header) || (isSecond && /mobile|cell|home/i.test(header))
  }
  const rankOf = (at: number): number => toldBy(columns[at]?.header).rank
  const worth = (at: number): number => rankOf(at) + (ELSEWHERE.test(columns[at]?.header ?? '') ? BELOW_ALL : 0)
  /** Whether a column is only used because no other is known: a person's phone, a mailbox's ZIP code, or "Attn: Ann". */
  const isPoor = (at: number, field: KnownField): boolean => {
    if (field === 'phone') return isPersonal(columns[at]?.header)
    if (field === 'street') return isMostly(cellsAt(columns, at), cell => !/\d/.test(cell))
    return rankOf(at) > OF_PERSON && rankOf(fields.indexOf('street')) <= OF_PERSON
  }
  for (const field of Object.keys(looks) as (keyof typeof looks)[]) {
    const has = fields.flatMap((one, at) => (one === field ? at : []))
    if (has.some(at => !isPoor(at, field))) continue
    const isHinted = (at: number) => hints[at]?.has(field) === true
    const isElse = (at: number) =>
      ['zip', 'state', 'city', 'street'].includes(field) && [...(hints[at] ?? [])].some(one => one !== field)
    const isHere = (at: number) => !isElse(at) && (isHeadless || isInPlace(field, fields, at))
    const free = columns.flatMap((column, at) => {
      const looksRight = field === 'city' && (isHinted(at) || isByZip(fields, at, isHeadless)) ? isTown : looks[field]
      const isFree = fields[at] === null && !isOfOthers(column, field, has.length > 0)
      return isFree && isMostly(column.cells, looksRight) && isVaried(field, column.cells) ? at : []
    })
    const byWorth = free.toSorted((a, b) => worth(a) - worth(b))
    const best = byWorth.find(isHinted) ?? byWorth.find(isHere)
    if (best === undefined) continue
    if (!contacts.has(field)) for (const at of has) fields[at] = null
    fields[best] = field
  }
}

/** All businesses may be in one town, but they do not have one phone, and photos are on one website. */
function isVaried(field: KnownField, cells: readonly string[]): boolean {
  const values = field === 'website' ? cells.map(domainOf) : cells
  return ['zip', 'state', 'city'].includes(field) || new Set(values).size > cells.length / 2
}

/** Whether a column without a word about a field is where the field would be. */
function isInPlace(field: KnownField, fields: Fields, at: number): boolean {
  if (field === 'name') return fields.slice(0, at).every(one => one === null)
  return !['zip', 'state'].includes(field) || ['street', 'city', 'state'].includes(fields[at - 1] ?? '')
}

/** In a table without headers, the name may be after the ZIP code. */
const isByZip = (fields: Fields, at: number, isHeadless: boolean): boolean =>
  [at + 1, ...(isHeadless ? [] : [at - 1])].some(beside => ['state', 'zip'].includes(fields[beside] ?? ''))

const ROAD =
  /^(?:[news]{1,2}|north|south|east|west|ave?|avenue|st|street|rd|road|blvd|dr|drive|ln|ct|pl|way|hwy|pkwy)\.?$/i

/** The columns beside a street that belong to it: the house number, and directions and kinds of roads. */
function partsOfStreet(columns: readonly Column[], street: number, isFree = (_at: number) => true): number[] {
  if (!isMostly(cellsAt(columns, street), cell => /^\p{L}/u.test(cell))) return []
  const isAll = (at: number, test: (cell: string) => boolean) => isFree(at) && isMostly(cellsAt(columns, at), test)
  const isPart = (at: number) => isAll(at, cell => ROAD.test(cell))
  let first = street - 1
  while (first > street - 3 && isPart(first)) first--
  let last = street + 1
  while (last < street + 3 && isPart(last)) last++
  const isAfter = isAll(last, isHouseNumber) && !isAll(last, looks.zip)
  const number = isAll(first, isHouseNumber) ? first : isAfter ? last : -1
  const beside = Array.from({ length: last - first + 1 }, (_, more) => first + more)
  return number === -1 ? [] : beside.filter(at => at === number || isPart(at))
}
