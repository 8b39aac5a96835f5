import { ImportError } from '#server/catalog/place/import-error.ts'
import { csvHeaders, type Field } from './csv-headers.ts'
import type { RawPlace } from './raw-place.ts'
import { perTextFact } from './text-facts.ts'

const networks = ['facebook', 'instagram', 'twitter', 'linkedin'] as const
const recognized = 'business_name, company_name, name or title'

export type CsvColumns = {
  /** The headers of columns that contain no known field. */
  unused: readonly string[]
  read: (record: readonly string[], row: number) => RawPlace
}

/** The column for each field: its header, or its number, starting at 1. */
export type ColumnMapping = Readonly<Record<string, string>>

/** Finds the columns by the header line and the operator's mapping. Rejects a list without a name column. */
export function recognizeColumns(header: readonly string[], mapping: ColumnMapping = {}): CsvColumns {
  const positions = findPositions(header, mapping)
  if (!positions.has('name')) {
    const found = header.slice(0, 20).join(', ')
    throw new ImportError(
      `The list has no column for the business name (${recognized}). Its columns: ${found}. Say which one it is, as in --map name=${header[0] ?? 'Firm'}`,
    )
  }
  const used = new Set(positions.values())
  return {
    unused: header.filter((name, position) => !used.has(position) && name.trim() !== ''),
    read: (record, row) => readRecord(record, row, positions),
  }
}

/** Whether a line is the header. If it is not the first line, it must have several cells, because titles have one. */
export function isHeader(
  line: readonly string[],
  { mapping = {}, isFirst }: { mapping?: ColumnMapping; isFirst: boolean },
): boolean {
  if (Object.keys(mapping).length > 0) return true
  const isTable = isFirst || line.filter(cell => cell.trim() !== '').length > 1
  return isTable && findPositions(line, mapping).has('name')
}

/** A header reduced to letters and digits, like those in `csvHeaders`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function findPositions(header: readonly string[], mapping: ColumnMapping): Map<Field, number> {
  const plain = header.map(plainName)
  const positions = mappedPositions(plain, mapping)
  for (const [field, names] of Object.entries(csvHeaders) as [Field, readonly string[]][]) {
    const position = names.map(name => plain.indexOf(name)).find(found => found !== -1)
    if (position !== undefined && !positions.has(field) && ![...positions.values()].includes(position))
      positions.set(field, position)
  }
  return positions
}

function mappedPositions(plain: readonly string[], mapping: ColumnMapping): Map<Field, number> {
  return new Map(
    Object.entries(mapping).map(([field, column]) => {
      if (!Object.hasOwn(csvHeaders, field))
        throw new ImportError(`"${field}" is not a field of a list. Use one of ${Object.keys(csvHeaders).join(', ')}`)
      const named = plain.indexOf(plainName(column))
      const numbered = /^\d+$/.test(column) ? Number(column) - 1 : -1
      const position = named === -1 ? numbered : named
      if (plain[position] === undefined) throw new ImportError(`The list has no column "${column}" for ${field}`)
      return [field as Field, position]
    }),
  )
}

function readRecord(record: readonly string[], row: number, positions: ReadonlyMap<Field, number>): RawPlace {
  const text = (field: Field): string | null => {
    const position = positions.get(field)
    const value = position === undefined ? '' : (record[position]?.trim() ?? '')
    return value === '' || /^(?:n\/?a|null|none|-)$/i.test(value) ? null : value
  }
  const list = (field: Field): string[] => [text(field)].filter(value => value !== null)
  return {
    row,
    sourceId: text('id'),
    name: text('name'),
    phones: list('phone'),
    websites: list('website'),
    emails: list('email'),
    socials: networks.flatMap(list),
    street: text('street'),
    city: text('city'),
    region: text('state'),
    postcode: text('zip'),
    country: text('country'),
    lat: numberIn(text('lat')),
    lon: numberIn(text('lon')),
    categories: list('category').flatMap(splitCategories),
    hierarchy: [],
    confidence: null,
    sourceCount: 1,
    confirmedOn: null,
    origin: null,
    status: statusOf(text),
    ...ratingOf(text),
    license: null,
    texts: perTextFact(text),
  }
}

// Splits "Plumber, Water heaters". Of "Services > Home > Plumber" it keeps the last, most specific part.
const splitCategories = (text: string): string[] =>
  text
    .split(/[;|,]/)
    .map(path => path.split('>').at(-1)?.trim() ?? '')
    .filter(word => word !== '')

function statusOf(text: (field: Field) => string | null): RawPlace['status'] {
  const status = text('status') ?? ''
  if (isYes(text('permanentlyClosed')) || /permanent|^closed$|out of business/i.test(status)) return 'closed'
  return isYes(text('temporarilyClosed')) || /temporar/i.test(status) ? 'temporarilyClosed' : 'open'
}

const isYes = (value: string | null) => /^(?:true|yes|y|1)$/i.test(value ?? '')

function ratingOf(text: (field: Field) => string | null): Pick<RawPlace, 'rating' | 'reviewCount'> {
  const rating = numberIn(text('rating'))
  const reviews = numberIn(text('reviews')?.replaceAll(/[,()]/g, '') ?? null)
  const isRating = rating !== null && rating > 0 && rating <= 5
  return {
    rating: isRating ? rating : null,
    reviewCount: reviews !== null && reviews >= 0 && reviews < 2 ** 31 ? Math.round(reviews) : null,
  }
}

function numberIn(text: string | null): number | null {
  if (text === null || !/^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text)) return null
  return Number(text.replace(',', '.'))
}
