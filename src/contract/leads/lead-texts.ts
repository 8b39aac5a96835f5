const names = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
/** The order of names: "Route 2" comes before "route 10". */
export const byName = (a: string, b: string): number => names.compare(a, b)

/** The digits of a typed text that may be a part of a phone number, without the country code; null for other texts. */
export function typedPhone(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 3 && /^[\d\s()+./-]+$/.test(text) ? digits : null
}
