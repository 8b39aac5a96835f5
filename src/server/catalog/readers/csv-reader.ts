import { ImportError } from '#server/catalog/place/import-error.ts'
import { type ColumnMapping, type CsvColumns, isHeader, recognizeColumns } from './csv-columns.ts'
import { type Delimiter, CsvParser } from './csv-parser.ts'
import { readFoursquareRow } from './foursquare-row.ts'
import { inBatches, type RawRows } from './raw-place.ts'

export type { ColumnMapping } from './csv-columns.ts'

type CsvFile = { file: string; source: 'csv' | 'foursquare'; mapping?: ColumnMapping | undefined }

/** Reads the rows of a CSV file: the header immediately, and the rest on demand. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { file, source, mapping = {} }: CsvFile,
): Promise<RawRows> {
  const records = csvRecords(bytes)
  const header = await headerOf(
    records,
    file,
    (line, isFirst) => source === 'foursquare' || isHeader(line, { mapping, isFirst }),
  )
  const columns = source === 'csv' ? recognizeColumns(header, mapping) : foursquareColumns(header)
  const { read, unused } = columns
  return { file, rowCount: null, batches: inBatches(records, read), unusedColumns: () => unused }
}

/** A list may have this many lines before its header, such as a title. */
export const LINES_BEFORE_HEADER = 10

/** The first line that is a header. If there is none among the first lines, the first line counts as the header. */
async function headerOf(
  records: AsyncGenerator<string[]>,
  file: string,
  isWanted: (line: readonly string[], isFirst: boolean) => boolean,
): Promise<string[]> {
  let first: string[] | undefined
  for (let line = 0; line <= LINES_BEFORE_HEADER; line++) {
    const record = await records.next()
    if (record.done === true) break
    if (isWanted(record.value, line === 0)) return record.value
    first ??= record.value
  }
  if (first === undefined) throw new ImportError(`The CSV file ${file} is empty`)
  return first
}

const foursquareColumns = (header: readonly string[]): CsvColumns => ({
  unused: [],
  read: (record, row) =>
    readFoursquareRow(Object.fromEntries(header.map((name, index) => [name.trim(), record[index]])), row),
})

/** The records of a file in any common encoding and with any common delimiter. */
export async function* csvRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let parser: CsvParser | undefined
  let decoder: TextDecoder | undefined
  for await (const piece of bytes) {
    // ASCII is the same in every code page, so the first other character decides.
    if (decoder === undefined && !isPlain(piece)) decoder = decoderFor(piece)
    let text = (decoder ?? plain).decode(piece, { stream: true })
    if (parser === undefined) {
      const stated = STATED_DELIMITER.exec(text)
      parser = new CsvParser(delimiters.find(sign => sign === stated?.[1]) ?? delimiterOf(text))
      text = text.slice(stated?.[0].length ?? 0)
    }
    yield* parser.push(text)
  }
  if (parser === undefined) return
  yield* parser.push(decoder?.decode() ?? '')
  yield* parser.end()
}

const plain = new TextDecoder('utf-8')
const isPlain = (piece: Uint8Array): boolean => piece.every(byte => byte < 0x80 && byte !== 0)

// Windows spreadsheets write UTF-16 with a byte order mark, or Windows-1252 without one.
function decoderFor(piece: Uint8Array): TextDecoder {
  if (piece[0] === 0xff && piece[1] === 0xfe) return new TextDecoder('utf-16le')
  if (piece[0] === 0xfe && piece[1] === 0xff) return new TextDecoder('utf-16be')
  // Without a mark, every second byte of its first words is 0.
  if (piece[1] === 0 && piece[3] === 0 && piece[0] !== 0) return new TextDecoder('utf-16le')
  if (piece[0] === 0 && piece[2] === 0 && piece[1] !== 0) return new TextDecoder('utf-16be')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true })
    return new TextDecoder('utf-8')
  } catch {
    return new TextDecoder('windows-1252')
  }
}

/** Whether the bytes are text. Control characters are rare in text, but one in nine characters of compressed data. */
export function isText(head: Uint8Array): boolean {
  const text = decoderFor(head).decode(head)
  const controls = text.match(CONTROLS)?.length ?? 0
  return controls * 12 <= text.length
}

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROLS = /[\0-\b\v\f\x0E-\x1F\x7F]/g

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

// A first line that Excel writes, such as "sep=;".
const STATED_DELIMITER = /^sep=(.)(?:\r\n|\r|\n)/i
const MIN_FIELDS = 3

/** The most frequent delimiter in the first line with several fields, which is the header. Titles have one field. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .split(/\r\n|[\r\n]/, LINES_BEFORE_HEADER + 1)
    .map(line => line.replaceAll(/"[^"]*"/g, '').replace(/[,;\t|]+$/, ''))
  const fieldsOf = (line: string) => Math.max(...delimiters.map(sign => line.split(sign).length))
  const header = lines.find(line => fieldsOf(line) >= MIN_FIELDS) ?? lines[0] ?? ''
  return delimiters.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
}
