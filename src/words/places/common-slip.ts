const MIN_LENGTH_OF_ANY_SLIP = 10
const VOWELS = 'aeiouy'

/**
 * Whether one letter inside the word was left out, doubled, swapped with its neighbor, or is another vowel. Any other
 * letter is only a slip in a long word. Another ending is another word: "gardens" is not Gardena.
 */
export function isCommonSlip(key: string, name: string): boolean {
  const start = commonLength(key, name)
  const end = commonLength(reversed(key.slice(start)), reversed(name.slice(start)))
  const [typed, meant] = [key.slice(start, key.length - end), name.slice(start, name.length - end)]
  if (start === 0) return false
  if (end === 0) return meant === '' && typed === key.at(start - 1) && typed !== 's'
  if (typed === '' || typed.length === 2 || key.length >= MIN_LENGTH_OF_ANY_SLIP) return true
  if (meant === '') return key[start - 1] === typed || key[start + 1] === typed
  return VOWELS.includes(typed) && VOWELS.includes(meant)
}

const reversed = (word: string): string => Array.from(word).toReversed().join('')

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++
  return length
}

/** Equal for words with the same letters in any order. */
export const sortedLetters = (word: string): string => Array.from(word).toSorted().join('')
