/** Markup that is safe to insert without escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
type Part = Html | Part[] | boolean | number | string | null | undefined

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')

/** Inserts escaped values into markup. Booleans, null, and undefined become an empty string. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string))

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part === null || part === undefined || typeof part === 'boolean' ? '' : escaped(String(part))
}

export const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

const day = () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
export const dayText = (seconds: number): string => day().format(seconds * 1000)
export const momentText = (seconds: number): string => moment().format(seconds * 1000)
