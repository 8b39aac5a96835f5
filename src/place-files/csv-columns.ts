import { csvHeaders, type Field, ranks, rareHeaders } from './csv-headers.ts'
import { ImportError } from './import-error.ts'
import { endOf, isYes, statusOfWords, worstOf } from './place-status.ts'
import type { RawPlace } from './raw-place.ts'

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
  const columns = findColumns(header, mapping)
  if (!columns.has('name')) {
    const found = header.slice(0, 20).join(', ')
    const [first = 'Firm'] = header
    throw new ImportError(
      `The list has no column for the business name (${recognized}). Its columns: ${found}. Say which one it is, as in --map "name=${/[,=]/.test(first) ? '1' : first}"`,
    )
  }
  const headerRanks = header.map(name => meaningOfHeader(name).rank)
  const used = new Set([...columns.values()].flat())
  return {
    unused: header.filter((name, position) => !used.has(position) && name.trim() !== ''),
    read: (record, row) => readRecord(record, row, { columns, headerRanks }),
  }
}

/** Titles above a table have one cell. */
export const isTitle = (line: readonly string[]): boolean => line.filter(cell => cell.trim() !== '').length <= 1

/** Whether a line is the header: it has all columns of the mapping, or, without one, a column for the business name. */
export function isHeader(
  line: readonly string[],
  { mapping = {}, isFirst }: { mapping?: ColumnMapping; isFirst: boolean },
): boolean {
  const mapped = Object.values(mapping)
  const names = new Set(line.map(plainName))
  // Numbers name columns of a list without a header as well.
  if (mapped.length > 0) return mapped.every(column => /^\d+$/.test(column) || names.has(plainName(column)))
  return (isFirst || !isTitle(line)) && findColumns(line, mapping).has('name')
}

const SIGNS = /[^\p{L}\p{N}]/gu
const plainName = (name: string): string => name.toLowerCase().normalize('NFD').replaceAll(SIGNS, '')

const known: ReadonlySet<string> = new Set(Object.values(csvHeaders).flat())
const ownerWords = [...ranks.keys()].toSorted((a, b) => b.length - a.length).join('|')
const OWNER = new RegExp(`^(?:${ownerWords})|(?:${ownerWords})$`)
/** Positions in the list of `ranks`: of a header without such words, and of a fact of an account or a person. */
const [USUAL, OF_ACCOUNT] = [1, 2]
export const OF_PERSON = 3
const LONGEST_HEADER = 120

/**
 * The name of a header without the words that say whose fact it is, and its rank by these words; 0 is best. "Billing
 * Phone" is the phone of an account.
 */
export function meaningOfHeader(header = ''): { name: string; rank: number } {
  const plain = plainName(header.slice(0, LONGEST_HEADER))
  const found: number[] = []
  let name = plain
  while (name !== '' && !(known.has(name) && (name === plain || !rareHeaders.has(name)))) {
    const owner = OWNER.exec(name)?.[0]
    if (owner === undefined) return { name: plain, rank: USUAL }
    found.push(ranks.get(owner) ?? USUAL)
    name = name.startsWith(owner) ? name.slice(owner.length) : name.slice(0, -owner.length)
  }
  const rank = found.length === 0 ? USUAL : Math.max(...found)
  // "Store Name" is that of the business, and "Contact Name" is that of a person.
  if (name === 'name' && rank === 0) return { name: 'businessname', rank }
  return name === 'name' && rank > OF_ACCOUNT ? { name: plain, rank } : { name, rank }
}

/**
 * The columns of each field, the best first. A row takes its value from the first one that is not empty. No column
 * serves two fields. Headers in `rare` often mean something else, so they are used only for fields without another
 * column.
 */
export function columnsOf(
  header: readonly string[],
  { rare, mapped = new Map() }: { rare: ReadonlySet<string>; mapped?: ReadonlyMap<Field, number[]> },
): Map<Field, number[]> {
  const columns = new Map(mapped)
  const taken = new Set([...mapped.values()].flat())
  const meanings = header.map(meaningOfHeader)
  const positions = Map.groupBy(header.keys(), at => meanings[at]?.name ?? '')
  for (const [field, spellings] of Object.entries(csvHeaders) as [Field, readonly string[]][]) {
    if (columns.has(field)) continue
    const usual = spellings.filter(name => !rare.has(name) && positions.has(name))
    const used = usual.length > 0 ? usual : spellings.filter(name => positions.has(name)).slice(0, 1)
    const free = used.flatMap(name => positions.get(name) ?? []).filter(at => !taken.has(at))
    const best = free.toSorted((a, b) => (meanings[a]?.rank ?? 0) - (meanings[b]?.rank ?? 0))
    if (best.length > 0) columns.set(field, best)
    for (const at of best) taken.add(at)
  }
  return columns
}

const findColumns = (header: readonly string[], mapping: ColumnMapping): Map<Field, number[]> =>
  columnsOf(header, { rare: rareHeaders, mapped: mappedColumns(header, mapping) })

function mappedColumns(header: readonly string[], mapping: ColumnMapping): Map<Field, number[]> {
  const plain = header.map(plainName)
  return new Map(
    Object.entries(mapping).map(([field, column]) => {
      if (!Object.hasOwn(csvHeaders, field))
        throw new ImportError(`"${field}" is not a field of a list. Use one of ${Object.keys(csvHeaders).join(', ')}`)
      const named = plain.indexOf(plainName(column))
      const numbered = /^\d+$/.test(column) ? Number(column) - 1 : -1
      const position = named === -1 ? numbered : named
      if (plain[position] === undefined) throw new ImportError(`The list has no column "${column}" for ${field}`)
      return [field as Field, [position]]
    }),
  )
}

type Columns = { columns: ReadonlyMap<Field, readonly number[]>; headerRanks: readonly number[] }

function readRecord(record: readonly string[], row: number, { columns, headerRanks }: Columns): RawPlace {
  const cells = record.map(cell => textOfCell(cell))
  const columnOf = (field: Field, isWanted = (_at: number) => true): number | undefined =>
    columns.get(field)?.find(at => typeof cells[at] === 'string' && isWanted(at))
  const text = (field: Field): string | null => cells[columnOf(field) ?? -1] ?? null
  const list = (field: Field): string[] => columns.get(field)?.flatMap(at => cells[at] ?? []) ?? []
  const street = columnOf('street')
  // The town of a shipping address is not that of the billing address.
  const besideStreet = (field: Field): string | null =>
    cells[columnOf(field, at => headerRanks[at] === headerRanks[street ?? -1]) ?? -1] ?? text(field)
  return {
    row,
    sourceId: text('id'),
    name: text('name'),
    phones: list('phone'),
    websites: list('website'),
    emails: list('email'),
    socials: networks.flatMap(list),
    street: text('street'),
    city: besideStreet('city'),
    region: besideStreet('state'),
    postcode: besideStreet('zip'),
    country: besideStreet('country'),
    lat: numberIn(text('lat')),
    lon: numberIn(text('lon')),
    categories: splitCategories(text('category') ?? ''),
    hierarchy: [],
    confidence: null,
    sourceCount: 1,
    confirmedOn: null,
    origin: null,
    ...statusOf(text),
    ...ratingOf(text),
    license: null,
    brand: text('brand'),
  }
}

/** "N/A", "none", "-", and the like. */
export const isEmptyCell = (text: string): boolean =>
  text === '' || (text.length <= 7 && /^(?:#?n\/?a|nil|null|none|tbd|unknown|[-–—.?]+)$/i.test(text))

const textOfCell = (cell: string): string | null => (isEmptyCell(cell.trim()) ? null : cell.trim())

// Splits "Plumber, Water heaters". Of "Services > Home > Plumber" it keeps the last, most specific part.
const splitCategories = (text: string): string[] =>
  text
    .split(/[;|,]/)
    .map(path => path.split('>').at(-1)?.trim() ?? '')
    .filter(word => word !== '')

function statusOf(text: (field: Field) => string | null): Pick<RawPlace, 'status' | 'endsOn'> {
  const end = endOf(text('closedOn'))
  const temporarily = text('temporarilyClosed')
  const statuses = [
    end.status,
    endOf(text('permanentlyClosed')).status,
    isYes(temporarily) ? 'temporarilyClosed' : statusOfWords(temporarily),
    // "No" in a column such as "Is Open", which an operator has named.
    /^(?:no?|false)$/i.test(text('status') ?? '') ? 'closed' : statusOfWords(text('status')),
  ] as const
  return { status: worstOf(statuses), endsOn: end.endsOn }
}

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
