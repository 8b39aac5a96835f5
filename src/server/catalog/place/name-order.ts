const SORTED_LENGTH = 10
const SYMBOLS = 39
const OTHER = SYMBOLS - 1

/** A name as it is sorted and compared: lower case, without diacritics, runs of anything but letters and digits as one space. */
export const nameSort = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * A safe integer that orders like the first ten characters of `nameSort(name)`, so that an index can sort by name. Names
 * are alike from the first letter on that has no symbol of its own: what follows it says nothing about their order.
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

// end of the name, space, digits, a to z, any other letter: the order of these characters in UTF-8.
function symbolOf(code: number): number {
  if (Number.isNaN(code)) return 0
  if (code === 32) return 1
  if (code >= 48 && code <= 57) return code - 46
  if (code >= 97 && code <= 122) return code - 85
  return OTHER
}
