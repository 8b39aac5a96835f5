const MAX_LENGTH = 200
const MAX_WORDS = 12

/** The first twelve words in lower case and in the singular, without diacritics, punctuation, and the word "and". */
export const wordsOf = (text: string): string[] =>
  plainText(text.slice(0, MAX_LENGTH))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && word !== 'and')
    .slice(0, MAX_WORDS)
    .map(singular)

/** The words of `wordsOf` as one text. */
export const phraseOf = (text: string): string => wordsOf(text).join(' ')

// Nearly all phrases of the lists are already plain.
const plainText = (text: string): string =>
  /^[a-z\d_ ]*$/.test(text)
    ? text.replaceAll('_', ' ')
    : text
        .normalize('NFKD')
        .replaceAll(/[\p{M}'’`]/gu, '')
        .replaceAll('_', ' ')
        .toLowerCase()

function singular(word: string): string {
  if (word.length <= 3 || word === 'news') return word
  // "Bondsmen" and "repairmen", but not "ramen".
  if (/[^aeiou]men$/.test(word)) return word.replace(/men$/, 'man')
  if (word.endsWith('ies') || word.endsWith('ie')) return `${word.slice(0, word.lastIndexOf('ie'))}y`
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|nis|sis)$/.test(word) ? word.slice(0, -1) : word
}
