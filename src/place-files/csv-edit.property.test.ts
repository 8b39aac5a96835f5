import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editCsv, readForm } from './csv-edit.ts'

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 with big ends': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}
const plainText = fc.stringMatching(/^[A-Za-z0-9 .é½Ł日#&']{0,8}$/)
const field = fc.oneof(
  plainText.map(value => ({ value, isQuoted: false })),
  fc.tuple(plainText, fc.constantFrom('', ',', ';', '\t', '|', '"', '\n', '\r\n', '  '), plainText).map(parts => ({
    value: parts.join(''),
    isQuoted: true,
  })),
)
type Written = { value: string; isQuoted: boolean }
const written = ({ value, isQuoted }: Written) => (isQuoted ? `"${value.replaceAll('"', '""')}"` : value)

test('unchanged parts of a file keep every byte, in any encoding and form', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        encoding: fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
        hasLastEnd: fc.boolean(),
        blanks: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        rows: fc.array(fc.array(field, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        changed: fc.nat(5),
        column: fc.nat(3),
        value: fc.oneof(plainText, fc.constantFrom('a,b', 'a;b', 'a\tb', 'a|b', 'say "a"', 'a\nb')),
      }),
      async ({ encoding, delimiter, lineEnd, hasLastEnd, blanks, rows, changed, column, value }) => {
        const header = ['Name', 'Phone', 'City', 'Note']
        // A record of empty fields counts as blank.
        const named = rows.map(row => row.with(0, { value: `x${row[0]?.value}`, isQuoted: row[0]?.isQuoted ?? false }))
        const needsQuotes = value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value)
        const lineOf = (row: readonly Written[], at: number, isAfter: boolean) => {
          const blankLines = lineEnd.repeat(blanks[at] ?? 0)
          if (!isAfter || at !== changed) return blankLines + row.map(written).join(delimiter)
          const isQuoted = row[column]?.isQuoted === true || needsQuotes
          return blankLines + [...row.with(column, { value, isQuoted }).map(written), 'more'].join(delimiter)
        }
        const lines = (isAfter: boolean) => [
          [...header, ...(isAfter ? ['new'] : [])].join(delimiter),
          ...named.map((row, at) => lineOf(row, at, isAfter)),
        ]
        const fileOf = (isAfter: boolean) =>
          encodings[encoding](lines(isAfter).join(lineEnd) + (hasLastEnd ? lineEnd : ''))
        const bytes = fileOf(false)
        const records: (readonly string[])[] = []
        const form = await readForm(whole(bytes), record => void records.push([...record]))
        expect(records.map(record => record.length)).toEqual(records.map(() => 4))
        const edits = new Map([
          [0, { cells: new Map<number, string>(), more: ['new'] }],
          [changed + 1, { cells: new Map([[column, value]]), more: ['more'] }],
        ])
        const after = editCsv(bytes, { form, width: 4, editOf: record => edits.get(record) })
        expect(after.toString('hex')).toBe(fileOf(true).toString('hex'))
      },
    ),
    { numRuns: 500 },
  )
})
