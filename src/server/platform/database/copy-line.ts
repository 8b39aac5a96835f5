import type { CopyInput } from './db.ts'

export type CopyValue = string | number | boolean | null | readonly string[] | readonly number[]

const escapes: Record<string, string> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}
const escapeText = (text: string): string =>
  text.replaceAll(/[\\\n\r\t]/g, character => escapes[character] ?? character)
const arrayText = (values: readonly (string | number)[]): string =>
  `{${values.map(value => (typeof value === 'number' ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`

/** One value in PostgreSQL's COPY text format. Pass objects as JSON text, and bytea as `\x…` text. */
export function copyField(value: CopyValue): string {
  if (value === null) return String.raw`\N`
  if (typeof value === 'object') return escapeText(arrayText(value))
  return typeof value === 'string' ? escapeText(value) : String(value)
}

export const copyFields = (values: readonly CopyValue[]): string => values.map(copyField).join('\t')

export const copyLine = (values: readonly CopyValue[]): string => `${copyFields(values)}\n`

/** Joins lines, because one write per line would cost more than the COPY itself. */
export async function* inBatches(
  lines: CopyInput['lines'] | AsyncIterable<string>,
  characters = 65_536,
): AsyncGenerator<string> {
  let batch = ''
  for await (const line of lines) {
    batch += line
    if (batch.length < characters) continue
    yield batch
    batch = ''
  }
  if (batch !== '') yield batch
}
