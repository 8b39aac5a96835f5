import { phoneDigits } from '#server/catalog/suppression/suppression.rules.ts'
import type { ExportRow } from './export-row.rules.ts'

const LINE_OCTETS = 75

/** Converts a row of the default columns to a vCard 3.0 (RFC 2426). */
export function vCardOf(row: ExportRow): string {
  const fields = Object.fromEntries(row)
  const plain = (column: string) => [fields[column] ?? []].flat().join('; ')
  const text = (column: string) => escaped(plain(column))
  const phone = phoneDigits(plain('phone'))
  const address = [text('street'), text('city'), text('state'), text('postal_code')]
  const lines: [name: string, value: string][] = [
    ['FN', text('name')],
    ['N', `${text('name')};;;;`],
    ['ORG', text('name')],
    ['TEL;TYPE=WORK,VOICE', phone === null ? '' : `+${phone}`],
    ['EMAIL;TYPE=INTERNET', text('email')],
    ['URL', plain('website').replaceAll(/\p{Cc}/gu, '')],
    ['ADR;TYPE=WORK', address.every(part => part === '') ? '' : `;;${address.join(';')};United States`],
    ['GEO', `${plain('latitude')};${plain('longitude')}`],
    ['CATEGORIES', text('category')],
    ['NOTE', `${text('attribution')} (${text('source_license')})`],
    ['UID', `lead-${plain('lead_id')}`],
  ]
  const kept = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}:${value}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', ...kept, 'END:VCARD'].map(line => `${folded(line)}\r\n`).join('')
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\,;]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // vCards allow no other control characters.
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/** Folds long lines: the rest goes on the next line, after a space. No character is split. */
function folded(line: string): string {
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1) ?? ''
    if (Buffer.byteLength(last + character) <= LINE_OCTETS) lines[lines.length - 1] = last + character
    else lines.push(` ${character}`)
  }
  return lines.join('\r\n')
}
