import { ImportError } from './import-error.ts'

export type Delimiter = ',' | ';' | '\t' | '|'

const QUOTE = '"'
/** An odd number of backslashes at the end. */
const endsWithBackslash = (text: string): boolean => /(?<!\\)(?:\\\\)*\\$/.test(text.slice(-100))
const MAX_FIELD = 100_000
const MAX_FIELDS = 10_000
const MAX_RECORD = 2_000_000

/** `ends`: the positions in the whole text at which its fields end. */
export type FoundRecord = { isBlank: boolean; ends: readonly number[] }

/**
 * Parses RFC 4180 records from chunks of text. A quote inside an unquoted field is plain text, as in spreadsheets.
 * Blank lines are skipped. Some programs write \" instead of "" for a quote inside a field.
 */
export class CsvParser {
  #delimiter: Delimiter
  #state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start'
  #field = ''
  /** The last part of a quoted field. Reading the end of a long text copies it, and a hostile field has many quotes. */
  #lastPart = ''
  #record: string[] = []
  /** Characters in the record so far. */
  #length = 0
  #isAfterReturn = false
  /** Whether a quoted field has contained \" before other text, which files that write "" never have. */
  #hasBackslashes = false
  /** The current line of the file, and the line in which the current quoted field began. */
  #line = 1
  #firstLine = 1
  /** The length of the chunks before this one, and the position in the whole text. */
  #pushed = 0
  #at = 0
  #ends: number[] = []
  #onRecord: ((record: FoundRecord) => void) | undefined

  constructor(delimiter: Delimiter, onRecord?: (record: FoundRecord) => void) {
    this.#delimiter = delimiter
    this.#onRecord = onRecord
  }

  /** Returns the records that this chunk completes. */
  push(text: string): string[][] {
    const records: string[][] = []
    let position = 0
    while (position < text.length) {
      if (this.#isQuoted()) {
        position = this.#takeQuoted(text, position)
        continue
      }
      const end = this.#endOfPlain(text, position)
      this.#takePlain(text.slice(position, end))
      position = end
      this.#at = this.#pushed + position
      if (!this.#isQuoted() && position < text.length) this.#takeSpecial(text.charAt(position++), records)
    }
    this.#pushed += text.length
    return records
  }

  /** Returns the last record if no line break follows it. */
  end(): string[][] {
    if (this.#state === 'quoted')
      throw new ImportError(`The CSV file ends inside a quoted field: a quote is missing in line ${this.#firstLine}`)
    const records: string[][] = []
    this.#at = this.#pushed
    if (this.#state !== 'start' || this.#field !== '' || this.#record.length > 0) this.#endRecord(records)
    return records
  }

  #isQuoted(): boolean {
    return this.#state === 'quoted'
  }

  #takeQuoted(text: string, from: number): number {
    const quote = text.indexOf(QUOTE, from)
    const end = quote === -1 ? text.length : quote
    const part = text.slice(from, end)
    if (this.#lastPart.endsWith('\\')) this.#lastPart += part
    else {
      this.#field += this.#lastPart
      this.#lastPart = part
    }
    this.#line += linesIn(part)
    if (this.#field.length + this.#lastPart.length > MAX_FIELD)
      throw new ImportError(`A field of the CSV file is too long: a quote is missing in line ${this.#firstLine}`)
    if (quote !== -1 && this.#hasBackslashes && endsWithBackslash(this.#lastPart)) this.#unescape()
    else if (quote !== -1) this.#state = 'quoteInQuoted'
    return end + 1
  }

  #endOfPlain(text: string, from: number): number {
    let end = from
    for (; end < text.length; end++) {
      const character = text.charAt(end)
      if (character === this.#delimiter || character === '\n' || character === '\r' || character === QUOTE) break
    }
    return end
  }

  /** Replaces the backslash at the end of the field by the quote that follows it. */
  #unescape(): void {
    this.#lastPart = `${this.#lastPart.slice(0, -1)}${QUOTE}`
    this.#state = 'quoted'
  }

  #takePlain(text: string): void {
    if (text === '') return
    this.#isAfterReturn = false
    if (this.#state === 'quoteInQuoted' && endsWithBackslash(this.#lastPart)) {
      this.#hasBackslashes = true
      this.#unescape()
      this.#takeQuoted(text, 0)
      return
    }
    this.#addToField(text)
    if (this.#field.length > MAX_FIELD) this.#refuseLine('is too long')
    // Some lists have a space between the comma and the quote.
    if (this.#state !== 'plain') this.#state = this.#field.trim() === '' ? 'start' : 'plain'
  }

  #takeSpecial(character: string, records: string[][]): void {
    const isLineFeedOfReturn = character === '\n' && this.#isAfterReturn
    this.#isAfterReturn = character === '\r'
    if (isLineFeedOfReturn) return
    if (character === QUOTE) return this.#takeQuote()
    if (character !== this.#delimiter) {
      this.#endRecord(records)
      this.#line += 1
      return
    }
    if (this.#record.length === MAX_FIELDS) this.#refuseLine('has too many fields')
    this.#endField()
  }

  #takeQuote(): void {
    if (this.#state === 'start') {
      this.#field = ''
      this.#firstLine = this.#line
    } else this.#addToField(QUOTE)
    if (this.#state !== 'plain') this.#state = 'quoted'
  }

  #addToField(text: string): void {
    this.#field += this.#lastPart + text
    this.#lastPart = ''
  }

  #endField(): void {
    this.#addToField('')
    this.#record.push(this.#field)
    if (this.#onRecord !== undefined) this.#ends.push(this.#at)
    this.#length += this.#field.length
    if (this.#length > MAX_RECORD) this.#refuseLine('is too long')
    this.#field = ''
    this.#state = 'start'
  }

  #refuseLine(why: string): never {
    throw new ImportError(`Line ${this.#line} of the file ${why} for a CSV file`)
  }

  #endRecord(records: string[][]): void {
    this.#endField()
    const isBlank = this.#record.every(field => field.trim() === '')
    if (!isBlank) records.push(this.#record)
    this.#onRecord?.({ isBlank, ends: this.#ends })
    this.#ends = []
    this.#record = []
    this.#length = 0
  }
}

const linesIn = (text: string): number => text.match(/\r\n|[\r\n]/g)?.length ?? 0
