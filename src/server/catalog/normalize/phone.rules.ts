import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const NANP = /^1?([2-9]\d{2}[2-9]\d{6})$/

/** The first North American number among the source's spellings, as E.164 digits without the plus. */
export function pickPhone(spellings: readonly string[]): number | null {
  for (const spelling of spellings.flatMap(splitPhones)) {
    const phone = parsePhone(spelling)
    if (phone !== null) return phone
  }
  return null
}

const splitPhones = (spelling: string): string[] => spelling.slice(0, 300).split(/[;,|/\n]| or /i)

function parsePhone(written: string): number | null {
  // "3034400001.0" comes from a spreadsheet; "001 303 440 0001" is how people dial from abroad.
  const spelling = written
    .trim()
    .replace(/^(\d{10,11})\.0+$/, '$1')
    .replace(/^00(?=1\D?\d{3})/, '+')
  const parsed = parsePhoneNumberFromString(spelling, 'US')
  if (parsed?.isValid()) return parsed.countryCallingCode === '1' ? Number(parsed.number.slice(1)) : null
  // "+2524533353": ten digits after a plus are a number without its country code.
  const digits = NANP.exec(spelling.replaceAll(/\D/g, ''))?.[1]
  if (digits === undefined || !spelling.startsWith('+')) return null
  return parsePhoneNumberFromString(digits, 'US')?.isValid() ? Number(`1${digits}`) : null
}
