type CopyValue = string | number | boolean | null | readonly string[] | readonly number[]

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

/** One line of PostgreSQL's COPY text format. Objects go in as JSON text, bytea as `\x…` text. */
export const copyLine = (values: readonly CopyValue[]): string =>
  `${values
    .map(value => {
      if (value === null) return String.raw`\N`
      if (typeof value === 'object') return escapeText(arrayText(value))
      return typeof value === 'string' ? escapeText(value) : String(value)
    })
    .join('\t')}\n`
