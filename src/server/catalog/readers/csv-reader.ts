import { type Delimiter, CsvParser } from './csv-parser.ts'
import { type ColumnMapping, type CsvColumns, recognizeColumns } from './csv-columns.ts'
import { foursquareTopics, readFoursquareRow } from './foursquare-row.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import type { RawPlace, RawRows } from './raw-place.ts'

export type { ColumnMapping } from './csv-columns.ts'

const BATCH_ROWS = 200

type CsvFile = { file: string; source: 'csv' | 'foursquare'; mapping?: ColumnMapping | undefined }

/** Rows of a CSV file. Reads the header immediately and the rest on demand. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { file, source, mapping = {} }: CsvFile,
): Promise<RawRows> {
  const records = recordsOf(bytes)
  const header = await records.next()
  if (header.done === true) throw new ImportError(`The CSV file ${file} is empty`)
  const columns = source === 'csv' ? recognizeColumns(header.value, mapping) : foursquareColumns(header.value)
  return { file, knows: columns.knows, rowCount: null, batches: inBatches(records, columns) }
}

const foursquareColumns = (header: readonly string[]): CsvColumns => ({
  knows: foursquareTopics,
  read: (record, row) =>
    readFoursquareRow(Object.fromEntries(header.map((name, index) => [name.trim(), record[index]])), row),
})

async function* inBatches(records: AsyncGenerator<string[]>, columns: CsvColumns): AsyncGenerator<RawPlace[]> {
  let batch: RawPlace[] = []
  let row = 0
  for await (const record of records) {
    batch.push(columns.read(record, ++row))
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* recordsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let parser: CsvParser | undefined
  let decoder: TextDecoder | undefined
  for await (const piece of bytes) {
    // ASCII is the same in every code page, so the first other character decides.
    if (decoder === undefined && !isPlain(piece)) decoder = decoderFor(piece)
    const text = (decoder ?? plain).decode(piece, { stream: true })
    parser ??= new CsvParser(delimiterOf(text))
    yield* parser.push(text)
  }
  if (parser === undefined) return
  yield* parser.push(decoder?.decode() ?? '')
  yield* parser.end()
}

const plain = new TextDecoder('utf-8')
const isPlain = (piece: Uint8Array): boolean => piece.every(byte => byte < 0x80)

// Windows spreadsheets write UTF-16 with a byte order mark, or Windows-1252 without one.
function decoderFor(piece: Uint8Array): TextDecoder {
  if (piece[0] === 0xff && piece[1] === 0xfe) return new TextDecoder('utf-16le')
  if (piece[0] === 0xfe && piece[1] === 0xff) return new TextDecoder('utf-16be')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true })
    return new TextDecoder('utf-8')
  } catch {
    return new TextDecoder('windows-1252')
  }
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/** The delimiter that occurs most often in the header line. */
function delimiterOf(text: string): Delimiter {
  const header = text.split(/[\r\n]/, 1)[0]?.replaceAll(/"[^"]*"/g, '') ?? ''
  const count = (sign: string) => header.split(sign).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
