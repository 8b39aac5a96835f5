const longForms: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
  ['mtn', 'mountain'],
  ['twp', 'township'],
  ['hts', 'heights'],
  ['spgs', 'springs'],
  ['spg', 'spring'],
  ['jct', 'junction'],
  ['ctr', 'center'],
  ['centre', 'center'],
  ['vlg', 'village'],
  ['bch', 'beach'],
  ['vly', 'valley'],
  ['lk', 'lake'],
  ['lks', 'lakes'],
  ['fls', 'falls'],
  ['rpds', 'rapids'],
  ['grv', 'grove'],
  ['hbr', 'harbor'],
  ['isl', 'island'],
  ['sq', 'square'],
  ['dist', 'district'],
  ['univ', 'university'],
  ['intl', 'international'],
  ['arpt', 'airport'],
])

const leadingLongForms: ReadonlyMap<string, string> = new Map([
  ['n', 'north'],
  ['no', 'north'],
  ['s', 'south'],
  ['so', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['pt', 'port'],
  ['gr', 'grand'],
])

/** Lower-case words without diacritics and punctuation. Single letters in a row become one word (D.C. is dc). */
export function plainWords(words: string): string[] {
  const plain = words
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`ʻʼ]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain === '' ? [] : plain.replaceAll(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '').split(' ')
}

/** The same key for all spellings of a town's name: "St. Louis" and "Saint Louis", "Mc Lean" and "McLean". */
export const townKey = (name: string): string => keyOfWords(plainWords(name))

/** `townKey` of words that `plainWords` has already cleaned. */
export function keyOfWords(words: readonly string[]): string {
  let key = ''
  for (const [position, word] of words.entries()) {
    if (position === 0 && word === 'the' && words.length > 1) continue
    key += (position === 0 && words.length > 1 ? leadingLongForms.get(word) : undefined) ?? longForms.get(word) ?? word
  }
  return key
}
