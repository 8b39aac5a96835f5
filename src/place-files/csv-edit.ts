import { CsvParser, type Delimiter } from './csv-parser.ts'
import { csvRecords, STATED_DELIMITER } from './csv-reader.ts'
import { ImportError } from './import-error.ts'
import { decoderNamed } from './text-encoding.ts'

/** New values for a record of a file: by column, and for columns after the last one. */
export type RecordEdit = { cells: ReadonlyMap<number, string>; more: readonly string[] }
export type CsvForm = { encoding: string; delimiter: Delimiter; blank: readonly boolean[] }

/** Reads the records of a file, and returns how it writes them. */
export async function readForm(
  pieces: AsyncIterable<Uint8Array>,
  onRecord: (record: readonly string[]) => void,
): Promise<CsvForm> {
  const form = { encoding: 'utf-8', delimiter: ',' as Delimiter, blank: [] as boolean[] }
  const observer = {
    onEncoding: (encoding: string) => void (form.encoding = encoding),
    onDelimiter: (delimiter: Delimiter) => void (form.delimiter = delimiter),
    onRecord: ({ isBlank }: { isBlank: boolean }) => void form.blank.push(isBlank),
  }
  for await (const record of csvRecords(pieces, { advice: '.', observer })) onRecord(record)
  return form
}

/**
 * Writes new values into a file. Everything else stays as it is, byte for byte. `editOf` gets the number of each record
 * that is not blank, starting at 0. `width`: the number of columns of the file, which new columns follow.
 */
export function editCsv(
  bytes: Uint8Array,
  { form, width, editOf }: { form: CsvForm; width: number; editOf: (record: number) => RecordEdit | undefined },
): Buffer {
  const { encoding, delimiter, blank } = form
  const text = textOf(bytes, encoding)
  const begin = beginOf(text)
  const records: (readonly number[])[] = []
  const parser = new CsvParser(delimiter, ({ ends }) => records.push(ends))
  parser.push(text.slice(begin))
  parser.end()
  if (records.length !== blank.length) throw new ImportError('The file cannot be written as it was. Save it as XLSX.')
  const write = writerOf(encoding)
  const pieces: string[] = []
  let copied = 0
  let next = begin
  let number = -1
  for (const [at, relative] of records.entries()) {
    const ends = relative.map(end => end + begin)
    const last = ends.at(-1) ?? next
    const edit = blank[at] === true ? undefined : editOf(++number)
    if (edit !== undefined) {
      pieces.push(text.slice(copied, next), edited(text, { start: next, ends, edit, delimiter, width, write }))
      copied = last
    }
    next = last + (text.startsWith('\r\n', last) ? 2 : 1)
  }
  pieces.push(text.slice(copied))
  return bytesOf(pieces.join(''), encoding)
}

type Edited = {
  start: number
  ends: readonly number[]
  edit: RecordEdit
  delimiter: Delimiter
  width: number
  write: (value: string) => string
}

function edited(text: string, { start, ends, edit: { cells, more }, delimiter, width, write }: Edited): string {
  const fields = ends.map((end, at) => {
    const field = text.slice(at === 0 ? start : (ends[at - 1] ?? 0) + 1, end)
    const value = cells.get(at)
    return value === undefined ? field : write(fieldOf(value, delimiter, field.trimStart().startsWith('"')))
  })
  for (let at = fields.length; at < width; at++) fields.push(write(fieldOf(cells.get(at) ?? '', delimiter, false)))
  return [...fields, ...more.map(value => write(fieldOf(value, delimiter, false)))].join(delimiter)
}

const fieldOf = (value: string, delimiter: Delimiter, isQuoted: boolean): string =>
  isQuoted || value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** The position after the byte order mark and the line that states the delimiter. */
function beginOf(text: string): number {
  const mark = text.startsWith('\uFEFF') ? 1 : text.startsWith('\u00EF\u00BB\u00BF') ? 3 : 0
  return mark + (STATED_DELIMITER.exec(text.slice(mark))?.[0].length ?? 0)
}

// Except for UTF-16, each byte is a character of the text, so that writing it gives the same bytes in any encoding.
const isWide = (encoding: string): boolean => encoding.startsWith('utf-16')

function textOf(bytes: Uint8Array, encoding: string): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isWide(encoding)) return file.toString('latin1')
  return (encoding === 'utf-16be' ? swapped(file) : file).toString('utf16le')
}

function bytesOf(text: string, encoding: string): Buffer {
  if (!isWide(encoding)) return Buffer.from(text, 'latin1')
  const file = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? file.swap16() : file
}

// Only letters and digits: a small or wide quote, comma, or equals sign would become one with a meaning in CSV.
const plain = (sign: string): string => sign.normalize('NFKD').replaceAll(/[^A-Za-z0-9]/g, '') || '?'
const swapped = (file: Buffer): Buffer => Buffer.from(file.subarray(0, file.length - (file.length % 2))).swap16()

/** Writes a value so that `bytesOf` gives its bytes. Letters that the encoding lacks lose their accents. */
function writerOf(encoding: string): (value: string) => string {
  if (isWide(encoding)) return value => value
  if (encoding === 'utf-8') return value => Buffer.from(value).toString('latin1')
  const decoder = decoderNamed(encoding)
  const signs = new Map(
    Array.from({ length: 256 }, (_, byte): [string, string] => [
      decoder.decode(Uint8Array.of(byte)),
      String.fromCharCode(byte),
    ]),
  )
  return value => Array.from(value, sign => signs.get(sign) ?? plain(sign)).join('')
}
