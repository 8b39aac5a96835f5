const SORTED_LENGTH = 10
const SYMBOLS = 39
const OTHER = SYMBOLS - 1

/** A name for sorting and comparing: lower case, without diacritics, and with spaces for punctuation. */
export const nameSort = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * A safe integer that sorts like the first ten characters of `nameSort(name)`, so that an index can sort by name.
 * Everything after the first character that is not a space, a digit, or a letter from a to z is ignored.
 */
export function nameOrder(sortedName: string): number {
  let order = 0
  let isKnown = true
  for (let i = 0; i < SORTED_LENGTH; i++) {
    const symbol: number = isKnown ? symbolOf(sortedName.charCodeAt(i)) : 0
    order = order * SYMBOLS + symbol
    isKnown &&= symbol !== OTHER
  }
  return order
}

// Symbols in UTF-8 order: end of the name, space, digits, a to z, any other letter.
function symbolOf(code: number): number {
  if (Number.isNaN(code)) return 0
  if (code === 32) return 1
  if (code >= 48 && code <= 57) return code - 46
  if (code >= 97 && code <= 122) return code - 85
  return OTHER
}
