import type { KnownField } from '#contract/leads/known-fields.ts'
import { stateCode } from '#geography/index.ts'
import { isEmptyCell, meaningOfHeader } from '#place-files/tables.ts'
import { pickPhone } from '#server/catalog/normalize/phone.rules.ts'
import { pickLinks } from '#server/catalog/normalize/website.rules.ts'
import { fieldsOf, isHouseNumber, isInAll, isPersonal, knownColumns, rare } from './file-columns.rules.ts'

type Fields = (KnownField | null)[]
type Column = { header: string; cells: readonly string[] }
type Test = (cell: string) => boolean
type Tests = Partial<Record<KnownField, Test>>

const domainOf = (cell: string): string | null => pickLinks({ websites: [cell], socials: [] }).domain
const isText: Test = cell => /\p{L}/u.test(cell)

const STREET = /^\d\S*\s.*(?:,|\b(?:st|street|ave?|avenue|rd|road|dr|drive|blvd|ln|lane|way|hwy|highway|pkwy|ct|pl)\b)/i

/** What most values of a column are like if its header is clear. */
const fits: Tests = {
  name: cell => isText(cell) && !cell.includes('@'),
  email: cell => cell.includes('@'),
  state: cell => /^[a-z]{2}$/i.test(cell) || stateCode(cell) !== null,
}

/** What they are like if it is not. The fields are looked for in this order. */
const looks: Tests = {
  zip: cell => /^\d{5}(?:-\d{4})?$/.test(cell),
  phone: cell => pickPhone([cell]) !== null,
  email: cell => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(cell),
  website: cell => domainOf(cell) !== null,
  state: cell => /^[A-Z]{2}$/.test(cell) && stateCode(cell) !== null,
  street: cell => STREET.test(cell),
  city: cell => /^\D+, [A-Z]{2}\b/.test(cell),
  name: cell => /^[^@\d]*\p{L}{2}[^@]*$/u.test(cell),
}

const OF_OTHERS = /fax|assistant|emergency|owner/i
const NO_NAME = /first|last|middle|contact|person|your name|manager|agent|\brep|user|title|note|hours/i

const isMostly = (cells: readonly string[] = [], test: Test): boolean =>
  cells.length > 0 && cells.filter(test).length > cells.length / 2

/** The field that each column of a file contains, judged by its header and its first rows. */
export function fieldsOfFile(header: readonly string[], rows: readonly (readonly string[])[]): Fields {
  const width = Math.max(header.length, rows[0]?.length ?? 0)
  const columns = Array.from({ length: width }, (_, at) => ({
    header: header[at] ?? '',
    cells: rows.map(row => row[at]?.trim() ?? '').filter(cell => !isEmptyCell(cell)),
  }))
  const fields = fieldsThatFit(columns)
  addHouseNumber(columns, fields)
  addByLooks(columns, fields)
  return fields
}

/** What the headers say, without columns that have other values, or far fewer than another one with the field. */
function fieldsThatFit(columns: readonly Column[]): Fields {
  const names = columns.map(({ header }) => header)
  for (const [field, told] of knownColumns(names)) {
    const most = Math.max(...told.map(at => columns[at]?.cells.length ?? 0))
    for (const at of told) {
      const { header = '', cells = [] } = columns[at] ?? {}
      // A page elsewhere may be called the website of the business, but a "URL" may be of anything.
      const test = field === 'website' && rare.has(meaningOfHeader(header).name) ? looks.website : fits[field]
      const isUnfit = test !== undefined && cells.length > 0 && !isMostly(cells, test)
      if (isUnfit || (!isInAll(field) && cells.length < most / 2)) names[at] = ''
    }
  }
  return fieldsOf(names)
}

/** Adds the fields that no column has, or only an empty one, or only a person's phone. */
function addByLooks(columns: readonly Column[], fields: Fields): void {
  const isHeadless = fields.every(field => field === null)
  for (const [field, test] of Object.entries(looks) as [KnownField, Test][]) {
    const isEnough = ({ header, cells }: Column) => cells.length > 0 && !(field === 'phone' && isPersonal(header))
    if (columns.some((column, at) => fields[at] === field && isEnough(column))) continue
    const found = columns.flatMap((column, at) => {
      if (fields[at] !== null || !isOwn(field, column)) return []
      const isNamed = fieldsOf(column.header.split(/[^\p{L}\p{N}]+/u)).includes(field)
      const isTown = field === 'city' && (isNamed || (isHeadless && ['state', 'zip'].includes(fields[at + 1] ?? '')))
      const isRight = isMostly(column.cells, isTown ? isText : test)
      return isRight && (isNamed || isHeadless || isInPlace(field, fields, at)) ? { at, isNamed } : []
    })
    const best = found.find(({ isNamed }) => isNamed) ?? found[0]
    if (best !== undefined) fields[best.at] = field
  }
}

/** Whether a column may be of the businesses: they may share a town, but not a phone, nor the website of their photos. */
function isOwn(field: KnownField, { header, cells }: Column): boolean {
  if (OF_OTHERS.test(header) || (field === 'name' && NO_NAME.test(header))) return false
  const values = field === 'website' ? cells.map(domainOf) : cells
  return ['zip', 'state', 'city'].includes(field) || new Set(values).size > cells.length / 2
}

/** Without a word about it, a name is in front. A number or two letters may be anything, unless they follow an address. */
function isInPlace(field: KnownField, fields: Fields, at: number): boolean {
  if (field === 'name') return fields.slice(0, at).every(one => one === null)
  return !['zip', 'state'].includes(field) || ['street', 'city', 'state'].includes(fields[at - 1] ?? '')
}

/** Adds the columns beside a street without numbers that belong to it: the house number, and a direction, such as "N". */
function addHouseNumber(columns: readonly Column[], fields: Fields): void {
  const street = fields.indexOf('street')
  if (!isMostly(columns[street]?.cells, cell => /^\p{L}/u.test(cell))) return
  const isFree = (at: number, test: Test) => fields[at] === null && isMostly(columns[at]?.cells, test)
  const number = [street - 1, street - 2, street + 1].find(at => isFree(at, isHouseNumber))
  if (number === undefined) return
  fields[number] = 'street'
  if (isFree(street - 1, cell => /^[news]{1,2}\.?$/i.test(cell))) fields[street - 1] = 'street'
}
