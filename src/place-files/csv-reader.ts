import { type ColumnMapping, type CsvColumns, isHeader, isTitle, recognizeColumns } from './csv-columns.ts'
import { type Delimiter, CsvParser, type FoundRecord } from './csv-parser.ts'
import { readFoursquareRow } from './foursquare-row.ts'
import { ImportError } from './import-error.ts'
import { inBatches, type RawRows } from './raw-place.ts'
import { decoderNamed, encodingOf, unicodeIn } from './text-encoding.ts'

export type { ColumnMapping } from './csv-columns.ts'

type CsvFile = {
  file: string
  source: 'csv' | 'foursquare'
  mapping?: ColumnMapping | undefined
  encoding?: string | undefined
}

/** Reads the rows of a CSV file: the header immediately, and the rest on demand. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { file, source, mapping = {}, encoding }: CsvFile,
): Promise<RawRows> {
  const records = csvRecords(bytes, { encoding, advice: ', or name its encoding, as in --encoding macintosh' })
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

/** The first line that is a header. If there is none among the first lines, the first one that is not a title counts. */
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
    if (first === undefined || (isTitle(first) && !isTitle(record.value))) first = record.value
  }
  if (first === undefined) throw new ImportError(`The CSV file ${file} is empty`)
  return first
}

const foursquareColumns = (header: readonly string[]): CsvColumns => ({
  unused: [],
  read: (record, row) =>
    readFoursquareRow(Object.fromEntries(header.map((name, index) => [name.trim(), record[index]])), row),
})

export type TextOptions = {
  /** The name of the encoding. By default, it is recognized. */
  encoding?: string | undefined
  /** The end of the error message if the encoding is not clear: what else someone can do. */
  advice?: string
  /** Gets what is found out about the file while it is read. */
  observer?: Partial<CsvObserver>
}
export type CsvObserver = {
  onEncoding: (encoding: string) => void
  onDelimiter: (delimiter: Delimiter) => void
  onRecord: (record: FoundRecord) => void
}

/** The records of a file in any common encoding and with any common delimiter. */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  options: TextOptions = {},
): AsyncGenerator<string[]> {
  let parser: CsvParser | undefined
  for await (let text of decoded(bytes, options)) {
    if (parser === undefined) {
      const stated = STATED_DELIMITER.exec(text)
      const delimiter = delimiters.find(sign => sign === stated?.[1]) ?? delimiterOf(text)
      options.observer?.onDelimiter?.(delimiter)
      parser = new CsvParser(delimiter, options.observer?.onRecord)
      text = text.slice(stated?.[0].length ?? 0)
    }
    yield* parser.push(text)
  }
  if (parser !== undefined) yield* parser.end()
}

const plain = new TextDecoder('utf-8')
const isPlain = (piece: Uint8Array): boolean => piece.every(byte => byte < 0x80 && byte !== 0)
/** If the encoding is not clear, this much of the file is read before it is refused. */
const MOST_HELD = 1_000_000

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, advice = '', observer }: TextOptions,
): AsyncGenerator<string> {
  let decoder = encoding === undefined ? undefined : decoderNamed(encoding)
  let held = Buffer.alloc(0)
  /** The last bytes before `held`. */
  let before: Uint8Array = held
  for await (const piece of bytes) {
    // ASCII is the same in every code page, so the other characters decide.
    if (decoder === undefined && held.length === 0 && isPlain(piece)) {
      before = piece.subarray(-2)
      yield plain.decode(piece)
    } else if (decoder !== undefined) yield decoder.decode(piece, { stream: true })
    else {
      held = Buffer.concat([held, piece])
      const { encoding: found } = encodingOf(Buffer.concat([before, held]))
      if (found === null && held.length < MOST_HELD) continue
      const name = found ?? refuseEncoding(held, advice)
      observer?.onEncoding?.(name)
      decoder = decoderNamed(name)
      yield decoder.decode(held, { stream: true })
    }
  }
  if (decoder !== undefined) yield decoder.decode()
  else if (held.length > 0) refuseEncoding(held, advice)
}

function refuseEncoding(bytes: Uint8Array, advice: string): never {
  const [one = '', other = ''] = encodingOf(bytes).readings
  throw new ImportError(
    `The file's encoding is not clear: a word may be “${one}” or “${other}”. Save the file as CSV UTF-8${advice}`,
  )
}

/** Whether the bytes are text. Control characters are rare in text, but one in nine characters of compressed data. */
export function isText(head: Uint8Array): boolean {
  const text = new TextDecoder(unicodeIn(head) ?? 'windows-1252').decode(head)
  const controls = text.match(CONTROLS)?.length ?? 0
  return controls * 12 <= text.length
}

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROLS = /[\0-\b\v\f\x0E-\x1F\x7F]/g

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

// A first line that Excel writes, such as "sep=;".
export const STATED_DELIMITER = /^sep=(.)(?:\r\n|\r|\n)/i
const MIN_FIELDS = 3

/** The most frequent delimiter in the first line with several fields, which is the header. Titles have one field. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .split(/\r\n|[\r\n]/, LINES_BEFORE_HEADER + 1)
    .map(line => line.replaceAll(/"[^"]*"/g, '"').replace(/(?<![,;\t|])[,;\t|]+$/, ''))
  const fieldsOf = (line: string) => Math.max(...delimiters.map(sign => line.split(sign).length))
  const header = lines.find(line => fieldsOf(line) >= MIN_FIELDS) ?? lines[0] ?? ''
  // Addresses have more commas than a short table has columns.
  if (header !== '' && lines.every(line => line === '' || line.includes('\t'))) return '\t'
  return delimiters.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
}
