const SORTED_LENGTH = 10
const SYMBOLS = 39

/** A name as it is sorted and compared: lower case, without diacritics, runs of anything but letters and digits as one space. */
export const nameSort = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A safe integer that orders like the first ten characters of `nameSort(name)`, so that an index can sort by name. */
export function nameOrder(sortedName: string): number {
  let order = 0
  for (let i = 0; i < SORTED_LENGTH; i++) order = order * SYMBOLS + symbolOf(sortedName.charCodeAt(i))
  return order
}

// end of the name, space, digits, a to z, any other letter: the order of these characters in UTF-8.
function symbolOf(code: number): number {
  if (Number.isNaN(code)) return 0
  if (code === 32) return 1
  if (code >= 48 && code <= 57) return code - 46
  if (code >= 97 && code <= 122) return code - 85
  return 38
}
