const MAX_LENGTH = 64
const MAX_CELLS = MAX_LENGTH + 1
// All calls share one table, so that comparing thousands of words allocates no memory. Calls are synchronous.
const table = new Uint8Array(MAX_CELLS * MAX_CELLS)
for (let i = 0; i < MAX_CELLS; i++) {
  table[i] = i
  table[i * MAX_CELLS] = i
}

/**
 * The Damerau-Levenshtein distance: how many letters must be added, removed, replaced, or swapped with a neighbor to
 * turn one word into the other. Returns `limit + 1` for any larger distance, and for words longer than 64 letters.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || Math.max(a.length, b.length) > MAX_LENGTH) return limit + 1
  // One edit changes at most two bits of the set of letters. This check alone rules out nine of ten words.
  if (bitCount(lettersOf(a) ^ lettersOf(b)) > 2 * limit) return limit + 1
  for (let row = 1; row <= a.length; row++) {
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const distance = cellDistance(a, b, row, column)
      table[row * MAX_CELLS + column] = distance
      if (distance < smallest) smallest = distance
    }
    if (smallest > limit) return limit + 1
  }
  return Math.min(at(a.length, b.length), limit + 1)
}

const at = (row: number, column: number) => table[row * MAX_CELLS + column] ?? 0

function cellDistance(a: string, b: string, row: number, column: number): number {
  const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
  const distance = Math.min(
    at(row - 1, column) + 1,
    at(row, column - 1) + 1,
    at(row - 1, column - 1) + (isSame ? 0 : 1),
  )
  return isSwap(a, b, row, column) ? Math.min(distance, at(row - 2, column - 2) + 1) : distance
}

const isSwap = (a: string, b: string, row: number, column: number) =>
  row > 1 &&
  column > 1 &&
  a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
  a.charCodeAt(row - 2) === b.charCodeAt(column - 1)

function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 32)
  return letters
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Typos rarely change the first letter, but may swap the first two: "Edtroit" is Detroit, and "zillow" is no pillow. */
export const beginsAlike = (word: string, other: string): boolean =>
  word[0] === other[0] || (word[0] === other[1] && word[1] === other[0])
